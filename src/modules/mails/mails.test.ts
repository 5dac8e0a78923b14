import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { auditTools } from '#test/support/audit-log.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { confirmAddress, makeApiKey, makeMerchant, makeStaff, type TestMerchant } from '#test/support/factories.ts'
import { startMailedApp } from '#test/support/mailed-app.ts'
import { decoded } from '#test/support/order-mails.ts'
import { assertRefused, placeOrder, staffOn } from '#test/support/orders.ts'
import { until } from '#test/support/until.ts'

describeService('mails in the shop’s name', startMailedApp, ({ service }) => {
  let shop: TestMerchant
  before(async () => {
    shop = await makeMerchant(service)
    await settings({ storefront_url: 'https://lantern.example', name: 'Lantern & Loom' })
  })

  const owner = () => shop.owner.headers
  const settings = async (body: object) => {
    const { status } = await service.request('PATCH', '/admin/merchant', { headers: owner(), body })
    assert.equal(status, 200)
  }
  const read = async (kind: string) =>
    (await service.request('GET', `/admin/mails/${kind}`, { headers: owner() })).body.data
  const set = (kind: string, texts: unknown, headers = owner()) =>
    service.request('PUT', `/admin/mails/${kind}`, { headers, body: { texts } })
  const preview = (kind: string, body: object = {}, headers = owner()) =>
    service.request('POST', `/admin/mails/${kind}/preview`, { headers, body })
  const test = (kind: string, body: object = {}, headers = owner()) =>
    service.request('POST', `/admin/mails/${kind}/test`, { headers, body })
  const mailsTo = (email: string) => service.mail.mails.filter(({ to }) => to[0] === email)

  it('GET lists the kinds, none of accounts, and PUT, DELETE and an empty PUT change one', async () => {
    const list = async () => (await service.request('GET', '/admin/mails', { headers: owner() })).body.data
    const { items, language } = await list()
    const kinds = items.map(({ kind }: { kind: string }) => kind)
    assert.equal(language, 'en')
    for (const kind of ['order_confirmation', 'shipment', 'refund', 'return_approved', 'gift_card', 'payment_link'])
      assert.ok(kinds.includes(kind), kind)
    for (const kind of ['reset_password', 'verify_email', 'change_email', 'order_link', 'nothing']) {
      assert.ok(!kinds.includes(kind))
      for (const answer of [await set(kind, {}), await preview(kind), await test(kind)])
        assertRefused(answer, 404, 'NOT_FOUND')
    }
    const texts = { en: { subject: 'Hi {{customer.name}}', text: 'One\n\nTwo' } }
    for (const reset of [
      () => set('refund', {}),
      () => set('refund', { en: { subject: ' ', text: null }, de: {} }),
      () => service.request('DELETE', '/admin/mails/refund', { headers: owner() }),
    ]) {
      const { status, body } = await set('refund', texts)
      assert.equal(status, 200)
      assert.deepEqual([body.data.texts, body.data.has_own_texts], [texts, true])
      assert.deepEqual(await read('refund'), body.data)
      const own = (await list()).items.filter((one: { has_own_texts: boolean }) => one.has_own_texts)
      assert.deepEqual(
        own.map(({ kind }: { kind: string }) => kind),
        ['refund'],
      )
      const gone = await reset()
      assert.deepEqual([gone.status, gone.body.data.texts, gone.body.data.has_own_texts], [200, {}, false])
    }
  })

  it('PUT with a variable that the mail has not is refused with the field and those that exist', async () => {
    const { variables } = await read('cancellation')
    const all = variables.map(({ name }: { name: string }) => `{{${name}}}`).join(', ')
    for (const [texts, field, message] of [
      [{ en: { text: 'Follow {{tracking.url}}' } }, 'texts.en.text', `it knows ${all}`],
      [{ de: { subject: '{{order}}' } }, 'texts.de.subject', 'has {{order}}'],
      [{ en: { subject: '{{ order.number }' } }, 'texts.en.subject', 'belong to no variable'],
      [{ en: { text: '{{constructor}}' } }, 'texts.en.text', 'has {{constructor}}'],
      [{ en: { text: '{{order.number}}'.repeat(21) } }, 'texts.en.text', 'more than 20'],
      [{ en: { subject: 'x'.repeat(201) } }, 'texts.en.subject', ''],
      [{ en: { text: 'x'.repeat(5_001) } }, 'texts.en.text', ''],
      [{ en: { subject: 'Hello\r\nBcc: all@example.com' } }, 'texts.en.subject', ''],
      [{ en: { subject: 'Hello\u0000' } }, 'texts.en.subject', ''],
      [{ nl: { subject: 'Hallo' } }, '', ''],
      [{ en: 'Hello' }, 'texts.en', ''],
    ] as const)
      for (const answer of [await set('cancellation', texts), await preview('cancellation', { texts })]) {
        assertRefused(answer, 400, 'VALIDATION_ERROR')
        const [fault] = answer.body.error.details
        assert.ok(fault.field.includes(field) && fault.message.includes(message), JSON.stringify(fault))
      }
    assert.equal((await read('cancellation')).has_own_texts, false)
  })

  it('a text links to the shop’s storefront and nowhere else', async () => {
    for (const text of [
      'https://evil.example/login',
      'Look at (www.evil.example)',
      'evil.example',
      'lantern.example.evil.com',
      'https://lantern.example@evil.com',
      'HTTPS://EVIL.EXAMPLE',
      'evil\u200B.example',
      'evil。example',
      'javascript://evil.example',
      'evil{{tracking.number}}.example',
      'https://lantern.example{{tracking.carrier}}',
    ]) {
      const answer = await set('shipment', { en: { text: `Hello ${text} there` } })
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.match(answer.body.error.message, /lantern\.example/)
    }
    for (const text of ['See https://lantern.example/help.', 'Write to help@other.example', 'Dr. No, e.g. 3.5 kg'])
      assert.equal((await set('shipment', { en: { text } })).status, 200, text)
    await set('shipment', {})
  })

  it('a mail has the shop’s subject and first words, and its facts, lines, address and link stay', async () => {
    const { order, shopper } = await placeOrder(service, shop)
    await shopper.pay(order.id)
    const text =
      'Dear {{customer.name}},\nthank you.\n\n{{order.number}} costs {{ order.total }} <b>at</b> {{shop.name}}.'
    assert.equal((await set('cancellation', { en: { subject: 'No {{order.number}}', text } })).status, 200)
    await confirmAddress(service, shopper)
    const cancel = { headers: owner(), body: { status: 'cancelled' } }
    assert.equal((await service.request('PATCH', `/admin/orders/${order.id}`, cancel)).status, 200)
    const found = () => mailsTo(shopper.email).find(({ subject }) => subject === `No ${order.order_number}`)
    await until(() => found() !== undefined, 'the mail of the cancellation')
    const mail = found()
    const source = mail ? decoded(mail) : ''
    assert.match(source, /^Dear Test User,\r?\nthank you\.\r?\n\r?\n/m)
    assert.match(source, new RegExp(`${order.order_number} costs £\\d+\\.\\d\\d <b>at</b> Lantern & Loom\\.`))
    assert.ok(source.includes('&#60;b&#62;at&#60;/b&#62; Lantern &#38; Loom'))
    assert.ok(source.includes('Dear Test User,<br>thank you.'))
    assert.ok(!source.includes('We have cancelled your order'))
    assert.match(source, /You will get back what you have paid/)
    assert.match(source, new RegExp(`^2 x ${order.items[0].name}`, 'm'))
    assert.match(source, /https:\/\/lantern\.example\/orders\/[\w-]+/)
    await set('cancellation', {})
  })

  it('a customer’s name becomes no link, no variable and no line of its own', async () => {
    const { order, shopper } = await placeOrder(service, shop)
    const texts = { en: { subject: 'For {{customer.name}}', text: 'Dear {{customer.name}}, hello' } }
    for (const [name, shown] of [
      ['Pay at evil.example now', 'customer'],
      ['{{order.total}}', 'customer'],
      ['{{shop}}', '{{shop}}'],
      ['Ada\u202E\u0007 Lovelace', 'Ada Lovelace'],
      ['<img src=x>', '<img src=x>'],
      ['', 'customer'],
    ] as const) {
      await service.deps.pool.query('update users set name = $1 where id = $2', [name, shopper.id])
      await service.deps.pool.query('update customers set name = $1 where user_id = $2', [name, shopper.id])
      const { status, body } = await preview('order_confirmation', { texts, order_id: order.id })
      assert.equal(status, 200)
      assert.equal(body.data.subject, `For ${shown}`)
      assert.ok(body.data.text.includes(`Dear ${shown}, hello`), body.data.text)
      assert.ok(!body.data.html.includes('<img') && !body.data.html.includes('evil.example'))
    }
  })

  it('a mail in a language without own words has ours', async () => {
    await set('order_confirmation', { en: { subject: 'Ours is yours', text: 'Own' } })
    const { body } = await preview('order_confirmation', { language: 'de' })
    assert.match(body.data.subject, /^Wir haben Ihre Bestellung 000000-SAMPLE erhalten/)
    const english = (await preview('order_confirmation')).body.data
    assert.deepEqual([english.subject, english.text.includes('\nOwn\n')], ['Ours is yours', true])
    const unsaved = await preview('order_confirmation', { texts: {} })
    assert.match(unsaved.body.data.subject, /^We have received/)
    await set('order_confirmation', {})
  })

  it('every kind has a preview, of a sample and of an order; the order’s own link is not in it', async () => {
    const { order, shopper, product } = await placeOrder(service, shop)
    await shopper.pay(order.id)
    const items = [{ product_id: product.id, quantity: 1 }]
    const tracking = { carrier: 'Royal Mail', tracking_number: 'RM1', tracking_url: 'https://track.example/RM1' }
    await staffOn(service, shop, order.id).fulfil({ items, ...tracking })
    const { items: kinds } = (await service.request('GET', '/admin/mails', { headers: owner() })).body.data
    for (const { kind } of kinds) {
      const { variables, takes_order } = await read(kind)
      const text = variables.map(({ name }: { name: string }) => `[{{${name}}}]`).join(' ')
      for (const language of ['en', 'de'] as const) {
        const texts = { [language]: { subject: `Own ${kind}`, text } }
        const sample = await preview(kind, { texts, language })
        assert.equal(sample.status, 200, `${kind} ${JSON.stringify(sample.body)}`)
        assert.equal(sample.body.data.subject, `Own ${kind}`)
        assert.ok(!/\[\]|undefined|\{\{/.test(sample.body.data.text), sample.body.data.text)
        const real = await preview(kind, { texts, language, order_id: order.id })
        if (!takes_order) assertRefused(real, 400, 'VALIDATION_ERROR')
        else {
          assert.ok(real.body.data.text.includes(`[${order.order_number}]`), kind)
          assert.ok(real.body.data.text.includes('/orders/preview'))
        }
      }
    }
    const shipped = await preview('shipment', { texts: { en: { text: '{{tracking.url}}' } }, order_id: order.id })
    assert.ok(shipped.body.data.text.includes('\nhttps://track.example/RM1\n'))
  })

  it('preview and test with an order of another shop answer 404; an order takes orders.read', async () => {
    const { order: theirs } = await placeOrder(service, await makeMerchant(service))
    const { order } = await placeOrder(service, shop)
    const { headers: key } = await makeApiKey(service, shop, ['settings.read', 'settings.write'])
    for (const ask of [preview, test]) {
      for (const order_id of [theirs.id, newId()]) assertRefused(await ask('refund', { order_id }), 404, 'NOT_FOUND')
      assertRefused(await ask('refund', { order_id: order.id }, key), 403, 'INSUFFICIENT_PERMISSIONS')
    }
    const viewer = (await makeStaff(service, shop.id, 'viewer')).headers
    assertRefused(await set('refund', {}, viewer), 403, 'INSUFFICIENT_PERMISSIONS')
    assertRefused(await test('refund', {}, viewer), 403, 'INSUFFICIENT_PERMISSIONS')
    assert.equal((await preview('refund', {}, viewer)).status, 200)
  })

  it('a test mail goes to the caller’s confirmed address alone', async () => {
    const { order, shopper } = await placeOrder(service, shop)
    const admin = await makeStaff(service, shop.id, 'manager')
    await service.deps.pool.query('update users set is_verified = false where id = $1', [admin.id])
    assertRefused(await test('shipment', {}, admin.headers), 409, 'CONFLICT')
    await confirmAddress(service, admin)
    const texts = { en: { subject: 'For a look' } }
    const { status, body } = await test('shipment', { texts, order_id: order.id }, admin.headers)
    assert.deepEqual([status, body.data], [202, { to: admin.email }])
    await until(() => mailsTo(admin.email).some(({ subject }) => subject === 'For a look'), 'the test mail')
    const [mail] = mailsTo(admin.email).filter(({ subject }) => subject === 'For a look')
    assert.ok(mail && decoded(mail).includes(order.order_number))
    assert.ok(!mailsTo(shopper.email).some(({ subject }) => subject === 'For a look'))
    assert.equal((await read('shipment')).has_own_texts, false)
  })

  it('a change is in the audit log with its texts, one that changes nothing is not', async () => {
    const texts = { de: { subject: 'Danke', text: null } }
    for (const _ of [1, 2]) await set('return_label', texts)
    await set('return_label', {})
    const entries = (await auditTools(() => ({ service, shop })).entriesOf(shop.id)).filter(
      ({ action, changes }) => action === 'mail.updated' && 'return_label.de.subject' in changes,
    )
    assert.deepEqual(
      entries.map(({ changes }) => changes['return_label.de.subject']),
      [
        ['Danke', null],
        [null, 'Danke'],
      ],
    )
  })

  it('the words of one shop are not those of another', async () => {
    await set('refund', { en: { subject: 'Mine' } })
    const rival = await makeMerchant(service)
    const theirs = await service.request('GET', '/admin/mails/refund', { headers: rival.owner.headers })
    assert.deepEqual(theirs.body.data.texts, {})
    assert.match((await preview('refund', {}, rival.owner.headers)).body.data.subject, /^Refund for/)
    await set('refund', {})
  })
})

describeService(
  'test mails',
  () => startMailedApp({ MAIL_LIMITS: '0,0,2' }),
  ({ service }) => {
    it('POST beyond the shop’s hourly limit of mails answers 429 RATE_LIMITED', async () => {
      const { owner } = await makeMerchant(service)
      await confirmAddress(service, owner)
      const send = () => service.request('POST', '/admin/mails/refund/test', { headers: owner.headers, body: {} })
      for (const _ of [1, 2]) assert.equal((await send()).status, 202)
      assertRefused(await send(), 429, 'RATE_LIMITED')
    })
  },
)
