import assert from 'node:assert/strict'
import { it } from 'node:test'
import { unsubscribeLink } from '#src/modules/merchants/index.ts'
import { sealToken } from '#src/modules/orders/index.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { confirmAddress, makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeInvoicingShop, makeOrder, numberAll } from '#test/support/invoices.ts'
import { startMailedApp } from '#test/support/mailed-app.ts'
import { decoded } from '#test/support/order-mails.ts'
import { makeShopper, placeOrder } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { until } from '#test/support/until.ts'

describeService('mails, papers and pages in a shop’s own texts', startMailedApp, ({ service }) => {
  const put = async (at: TestMerchant, texts: object, locale = 'en') => {
    const request = { headers: at.owner.headers, body: { texts } }
    const { status, body } = await service.request('PUT', `/admin/texts/${locale}`, request)
    assert.equal(status, 200, JSON.stringify(body))
  }
  const page = async (path: string) => (await service.request('GET', path)).body as string
  const mailTo = async (email: string, part: string) => {
    const find = () => service.mail.mails.find((mail) => mail.to[0] === email && decoded(mail).includes(part))
    await until(() => find() !== undefined, `a mail to ${email} with ${part}`)
    const found = find()
    assert.ok(found)
    return { subject: found.subject, text: decoded(found) }
  }

  it('a mail says them, escaped, and own words of its kind are before them', async () => {
    const shop = await makeMerchant(service)
    await put(shop, {
      'orderMail.cancelled': 'Order #{number} is off',
      'orderMail.allBack': 'Money back <soon> & sure.',
      'sums.total': 'Sum',
    })
    const { order, shopper } = await placeOrder(service, shop)
    await shopper.pay(order.id)
    await confirmAddress(service, shopper)
    const cancel = (id: string) =>
      service.request('PATCH', `/admin/orders/${id}`, { headers: shop.owner.headers, body: { status: 'cancelled' } })
    assert.equal((await cancel(order.id)).status, 200)
    const mail = await mailTo(shopper.email, 'Money back')
    assert.equal(mail.subject, `Order #${order.order_number} is off`)
    assert.match(mail.text, /Money back <soon> & sure\./)
    assert.match(mail.text, /Money back &#60;soon&#62; &#38; sure\./)
    assert.match(mail.text, /We have cancelled your order|somebody|As you asked|We are sorry/)
    assert.match(mail.text, /Sum \(GBP\)/)
    const preview = async () =>
      (await service.request('POST', '/admin/mails/cancellation/preview', { headers: shop.owner.headers, body: {} }))
        .body.data
    assert.match((await preview()).subject, /^Order #.+ is off$/)
    const words = { texts: { en: { subject: 'Ours: {{order.number}}' } } }
    await service.request('PUT', '/admin/mails/cancellation', { headers: shop.owner.headers, body: words })
    const shown = await preview()
    assert.match(shown.subject, /^Ours: /)
    assert.match(shown.text, /Sum \(GBP\)/)
  })

  it('a mail of another language and of another shop says ours', async () => {
    const shop = await makeMerchant(service)
    await put(shop, { 'orderMail.received': 'Bestellung {number}!' }, 'de')
    const preview = async (at: TestMerchant, language: string) => {
      const request = { headers: at.owner.headers, body: { language } }
      return (await service.request('POST', '/admin/mails/order_confirmation/preview', request)).body.data.subject
    }
    assert.match(await preview(shop, 'de'), /^Bestellung .+!$/)
    assert.match(await preview(shop, 'en'), /^We have received your order/)
    assert.match(await preview(await makeMerchant(service), 'de'), /^Wir haben Ihre Bestellung/)
  })

  it('pages of an order and of its payment, and where marketing ends, say them, escaped', async () => {
    const shop = await makeMerchant(service)
    const shopper = await makeShopper(service, shop)
    const product = await makeProduct(service, shop)
    const order = (await shopper.order([{ product_id: product.id, quantity: 1 }])).body.data
    const ids = { merchantId: shop.id, orderId: order.id }
    const ofOrder = `/orders/${sealToken(service.deps.seal, { ...ids, until: Date.now() + 86_400_000 })}`
    const request = { headers: shop.owner.headers, body: {} }
    const link = await service.request('POST', `/admin/orders/${order.id}/payment-link`, request)
    const ofPayment = new URL(link.body.data.url).pathname
    const customer = { merchantId: shop.id, customerId: shopper.id }
    const ofMarketing = new URL(unsubscribeLink(service.deps.seal, service.deps.config, customer)).pathname
    const rooms = ['orderPage', 'payPage', 'orderTable', 'sums', 'unsubscribePage', 'page']
    const { items } = (await service.request('GET', '/admin/texts/en', { headers: shop.owner.headers })).body.data
    await put(
      shop,
      Object.fromEntries(
        (items as { key: string; ours: string }[])
          .filter(({ key }) => rooms.includes(key.split('.')[0] ?? ''))
          .map(({ key, ours }) => [key, `${ours} <b>&`]),
      ),
    )
    for (const [path, words] of [
      [ofOrder, /Waiting for payment &#60;b&#62;&#38;/],
      [ofPayment, /Pay for your order &#60;b&#62;&#38;/],
      [ofMarketing, /You are unsubscribed &#60;b&#62;&#38;/],
    ] as const) {
      const html = await page(path)
      assert.match(html, words)
      assert.ok(!html.includes('<b>'), path)
    }
  })

  it('a paper keeps the words that it was issued with', async () => {
    const shop = await makeInvoicingShop(service)
    const paid = async () => {
      const order = await makeOrder(service, shop, [{ price: 12 }])
      await order.pay()
      await numberAll(service, shop)
      return order
    }
    const first = await paid()
    const shown = async (order: typeof first) => (await order.page()).body as string
    const ours = await shown(first)
    assert.match(ours, /<h1>Invoice<\/h1>/)
    await put(shop, { 'invoice.invoice': 'Bill <1>', 'invoice.net': 'Net & co', 'paper.edited': 'New bill.' })
    assert.equal(await shown(first), ours)
    const second = await paid()
    const own = await shown(second)
    assert.match(own, /<h1>Bill &#60;1&#62;<\/h1>/)
    assert.ok(!own.includes('<1>'))
    await put(shop, {})
    assert.equal(await shown(second), own)
    assert.equal((await second.page('?format=pdf')).status, 200)
    // An edit that changes nothing makes no new papers, though the words of today are others.
    await put(shop, { 'paper.shipping': 'Freight' })
    await service.deps.pool.query(
      `insert into invoice_requests (merchant_id, id, cause, order_id, caused_at)
       values ($1, gen_random_uuid(), 'edited', $2, now())`,
      [shop.id, second.id],
    )
    await numberAll(service, shop)
    assert.equal((await second.papers()).length, 1)
    const slips = `/admin/orders/packing-slips?ids=${second.id}`
    await put(shop, { 'slips.slip': 'In <this> box' })
    const { body } = await service.request('GET', slips, { headers: shop.owner.headers })
    assert.match(body as string, /<h1>In &#60;this&#62; box<\/h1>/)
  })

  it('a mail about an account in the shop’s name, and the page of its link, say them', async () => {
    const shop = await makeMerchant(service)
    await put(shop, {
      'accountMail.resetPassword': 'A new password for you',
      'resetPage.title': 'Choose a password',
      'accountPage.expired': 'Too late',
      'accountPage.noLink': 'No link <here>',
    })
    const user = await makeShopper(service, shop)
    const asked = await service.request('POST', '/user/password/forgot', {
      headers: { 'device-id': 'desk', 'merchant-id': shop.id },
      body: { email: user.email },
    })
    assert.ok(asked.status < 300, JSON.stringify(asked.body))
    const { subject, text } = await mailTo(user.email, 'reset-password')
    assert.equal(subject, 'A new password for you')
    const [, path = ''] = /(\/account\/reset-password\?shop=[0-9a-f-]+)#token=/.exec(text) ?? []
    assert.ok(path.includes(shop.id), text)
    assert.match(await page(path), /<h1>Choose a password<\/h1>/)
    assert.match(await page('/account/reset-password'), /<h1>Set a new password<\/h1>/)
    const send = (token: string) =>
      service.request('POST', path, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: `token=${token}&password=typed+by+a+person`,
      })
    assert.match((await send('none')).body as string, /<h1>Too late<\/h1>/)
    const empty = (await send('')).body as string
    assert.match(empty, /No link &#60;here&#62;/)
    assert.match(empty, new RegExp(`action="reset-password\\?shop=${shop.id}"`))
    for (const other of ['none', '00000000-0000-4000-8000-000000000000'])
      assert.match(await page(`/account/reset-password?shop=${other}`), /<h1>Set a new password<\/h1>/)
  })
})
