import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { describeShop } from '#test/support/describe-shop.ts'
import { startMailingApp } from '#test/support/mailed-app.ts'
import { decoded } from '#test/support/order-mails.ts'
import { makePaidOrder } from '#test/support/orders.ts'
import { returnsOn, setShop } from '#test/support/returns.ts'
import { sendReturnMail } from './send-return-mail.ts'

/** Jobs run when the test says so. */
describeShop('mails about returns', startMailingApp, ({ service, shop: merchant }) => {
  before(async () => {
    await setShop(service, merchant, { withdrawal: true })
  })

  async function deliver() {
    const earlier = service.mail.mails.length
    const { rows } = await service.deps.pool.query(
      "select id, payload from jobs where name = 'returns.send_mail' order by id",
    )
    for (const { id, payload } of rows) {
      await sendReturnMail.run(service.deps, payload)
      await service.deps.pool.query('delete from jobs where id = $1', [id])
    }
    return service.mail.mails.slice(earlier)
  }
  async function sent(method = 'test_success') {
    const made = await makePaidOrder(service, merchant, [2], { method })
    await made.fulfil()
    return {
      ...made,
      item: { product_id: made.products[0]?.id, quantity: 1 },
      ...returnsOn(service, merchant, made.shopper, made.order.id),
    }
  }

  it('the mail of a return by staff has its label attached, and its tracking number', async () => {
    const { order } = await sent()
    const file = Buffer.from('%PDF-1.7 label of the way back').toString('base64')
    const label = { file, carrier: 'DHL', tracking_number: 'JD014600' }
    const { status, body } = await service.request('POST', '/admin/returns', {
      headers: merchant.owner.headers,
      body: { order_id: order.id, items: [{ line: 1, quantity: 1 }], reason: 'other', label },
    })
    assert.equal(status, 201)
    const [approved, ...none] = await deliver()
    assert.ok(approved && none.length === 0)
    assert.match(decoded(approved), /is approved.*Your return label is attached.*JD014600/s)
    assert.ok(approved.source.includes(file), 'the file is attached')
    assert.match(approved.source, new RegExp(`filename="?return-label-${order.order_number}.pdf`))
    const change = { label: { tracking_number: 'JD014601' } }
    await service.request('PATCH', `/admin/returns/${body.data.id}`, { headers: merchant.owner.headers, body: change })
    const [label2] = await deliver()
    assert.ok(label2?.subject.startsWith('The label for your return') && decoded(label2).includes('JD014601'))
  })

  it('each step is one mail with its words, its units and a link that opens the order', async () => {
    const { item, ask, change, order } = await sent()
    const note = 'Too tight. See http://evil.example'
    const { id } = (await ask([{ ...item, reason: 'too_small', note }])).body.data
    const [requested, ...none] = await deliver()
    assert.ok(requested && none.length === 0)
    assert.equal(requested.subject, `Your return for order ${order.order_number}`)
    assert.ok(!decoded(requested).includes('evil.example') && /^1 x /m.test(decoded(requested)))
    const token = /\/orders\/([\w-]{40,})/.exec(decoded(requested))?.[1]
    const linked = await service.request('GET', `/orders/by-token/${token}`)
    assert.deepEqual([linked.status, linked.body.data.id], [200, order.id])

    await change(id, { status: 'approved', message: 'Use our box' })
    await change(id, { label_url: 'https://label.example/1' })
    await change(id, { status: 'received', refund: 'full', deduction: { amount: 5, reason: 'No box' } })
    const mails = await deliver()
    assert.deepEqual(
      mails.map(({ subject }) => subject.replace(order.order_number, '#')),
      [
        'Your return for order # is approved',
        'The label for your return of order #',
        'Refund for your return for order #',
      ],
    )
    const [approved, label, refunded] = mails.map(decoded)
    assert.ok(approved?.includes('Use our box') && label?.includes('https://label.example/1'))
    assert.ok(refunded?.includes('No box') && refunded.includes('14.99'))
    assert.ok(!refunded?.includes('itself pays back'))
  })

  it('a refund that the shop pays back by hand is not told as one that has gone', async () => {
    const { item, ask, change } = await sent('manual')
    const requested = await ask([{ ...item, reason: 'too_small' }])
    assert.equal(requested.status, 201, JSON.stringify(requested.body))
    const { id } = requested.body.data
    await change(id, { status: 'approved' })
    await change(id, { status: 'received', refund: 'full' })
    const mail = decoded((await deliver()).at(-1) ?? assert.fail('no mail'))
    assert.match(mail.replaceAll(/\s+/g, ' '), /itself pays back what you paid by bank transfer or in cash/)
  })

  it('a withdrawal is confirmed with its content and time, also where the shop has switched mails off', async () => {
    const { withdraw, item, ask, order } = await sent()
    await setShop(service, merchant, { mail: { refund: false } })
    await ask([{ ...item, reason: 'other' }])
    const { created_at } = (await withdraw()).body.data.return
    const [mail, ...none] = await deliver()
    assert.ok(mail && none.length === 0)
    assert.equal(mail.subject, `You have withdrawn from your order ${order.order_number}`)
    assert.ok(decoded(mail).includes(String(new Date(created_at).getUTCFullYear())) && /^1 x /m.test(decoded(mail)))
    await setShop(service, merchant, { mail: { refund: true } })
  })

  it('no mail goes to an erased account, whose words in returns are deleted; its export has them before', async () => {
    const { item, ask, shopper } = await sent()
    await ask([{ ...item, reason: 'other', note: 'My words' }])
    const exported = await service.request('GET', '/user/export', { headers: shopper.headers })
    assert.equal(exported.body.data.returns[0].items[0].note, 'My words')
    const body = { current_password: shopper.password }
    await service.request('DELETE', '/user/profile', { headers: shopper.headers, body })
    assert.deepEqual(await deliver(), [])
    const { rows } = await service.deps.pool.query("select 1 from return_items where note = 'My words'")
    assert.deepEqual(rows, [])
  })
})
