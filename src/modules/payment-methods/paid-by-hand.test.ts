import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { expireUnpaidOrders } from '#src/modules/settlement/jobs.ts'
import type { TestApp } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeGuest } from '#test/support/guests.ts'
import { berlin, makeInvoicingShop, makeOrder, readUbl } from '#test/support/invoices.ts'
import { startMailedApp } from '#test/support/mailed-app.ts'
import { decoded } from '#test/support/order-mails.ts'
import { assertRefused, makeOlder, makeShopper, setOrderLimits, shopping, staffOn } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { attachedTo, readPath, readPdfCode, readPng, readQrCode } from '#test/support/qr-reader.ts'
import { london } from '#test/support/selling.ts'
import { until } from '#test/support/until.ts'

const bank = { holder: 'Cakestand Ltd', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' }
/** What the app of a bank reads. */
const codeOf = (reference: string, amount: string) =>
  ['BCD', '002', '1', 'SCT', bank.bic, bank.holder, bank.iban, `EUR${amount}`, '', '', reference].join('\n')

const transfer = { kind: 'bank_transfer', name: 'Bank transfer', instructions: 'Please quote the reference.', bank }

async function make(service: TestApp, { owner: { headers } }: TestMerchant, body: object = {}): Promise<string> {
  const answer = await service.request('POST', '/admin/payment-methods', { headers, body: { ...transfer, ...body } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data.id
}

describeService('orders that are paid by hand', ({ service }) => {
  const shopWith = async (body: object = {}) => {
    const shop = await makeMerchant(service, { currency: 'EUR' })
    const mug = await makeProduct(service, shop, { price: 12.5, onHand: 5 })
    const method = await make(service, shop, body)
    const items = [{ product_id: mug.id, quantity: 2 }]
    return { shop, mug, method, items, shopper: await makeShopper(service, shop) }
  }
  const staffOf = (shop: TestMerchant, id: string) => ({
    ...staffOn(service, shop, id),
    read: async () => (await service.request('GET', `/admin/orders/${id}`, { headers: shop.owner.headers })).body.data,
    record: () =>
      service.request('POST', `/admin/orders/${id}/payments`, {
        headers: shop.owner.headers,
        body: { method: 'manual' },
      }),
    async makeDue(days: number) {
      await makeOlder(service, [id], days * 86_400)
      await sql`update orders set expires_at = now() - interval '1 second' where id = ${id}`.execute(service.deps.db)
    },
  })

  it('POST /user/orders/quote lists what fits country and total; a shop without methods none', async () => {
    const { shop, shopper, items, method } = await shopWith({ countries: ['DE'], max: 25, position: 2 })
    const cash = await make(service, shop, { kind: 'cash_on_delivery', name: 'Cash', bank: null, min: 25 })
    await make(service, shop, { kind: 'in_store', name: 'Off', bank: null, active: false })
    const options = async (more: Record<string, unknown>) =>
      (await shopper.quote(items, more)).body.data.payment_options.map(({ id }: { id: string }) => id)
    assert.deepEqual((await shopper.quote(items, { billing_address: berlin })).body.data.payment_options, [
      { id: cash, kind: 'cash_on_delivery', name: 'Cash', fee: 0 },
      { id: method, kind: 'bank_transfer', name: 'Bank transfer', fee: 0 },
    ])
    assert.deepEqual(await options({}), [cash])
    assert.deepEqual(await options({ shipping_address: london, billing_address: berlin }), [cash])
    const one = await shopper.quote(
      items.map((item) => ({ ...item, quantity: 1 })),
      { shipping_address: berlin },
    )
    assert.deepEqual(
      one.body.data.payment_options.map(({ id }: { id: string }) => id),
      [method],
    )
    const plain = await makeMerchant(service)
    const mug = await makeProduct(service, plain)
    const quote = await (await makeShopper(service, plain)).quote([{ product_id: mug.id, quantity: 1 }])
    assert.equal('payment_options' in quote.body.data, false)
  })

  it('a method that does not fit, of another shop or of none answers 409 PAYMENT_METHOD_UNAVAILABLE', async () => {
    const { shop, shopper, items, method } = await shopWith({ countries: ['DE'] })
    const other = await shopWith()
    for (const payment_method_id of [method, other.method]) {
      const body = { payment_method_id, shipping_address: london }
      for (const answer of [await shopper.order(items, body), await shopper.quote(items, body)]) {
        assertRefused(answer, 409, 'PAYMENT_METHOD_UNAVAILABLE')
        assert.deepEqual(answer.body.error.details, { payment_method_id, available: [] })
      }
    }
    const { headers } = shop.owner
    await service.request('DELETE', `/admin/payment-methods/${method}`, { headers })
    const gone = await shopper.order(items, { payment_method_id: method, shipping_address: berlin })
    assertRefused(gone, 409, 'PAYMENT_METHOD_UNAVAILABLE')
  })

  it('an order keeps a copy of its method, and is received once staff has recorded the payment', async () => {
    const { shop, shopper, items, method } = await shopWith({ net_days: 14, reference: 'rf', keeps_stock_hours: 480 })
    const placed = await shopper.order(items, { payment_method_id: method.toUpperCase() })
    assert.equal(placed.status, 201, JSON.stringify(placed.body))
    const { id, created_at, expires_at, order_number, payment_terms } = placed.body.data
    const days = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 8_640) / 10_000
    assert.deepEqual([days(created_at, expires_at), days(created_at, payment_terms.due_at)], [20, 14])
    assert.match(payment_terms.reference, new RegExp(`^RF\\d\\d${order_number.replace('-', '')}$`))
    const terms = {
      method_id: method,
      kind: 'bank_transfer',
      name: 'Bank transfer',
      state: 'awaiting',
      bank,
      due_at: payment_terms.due_at,
      reference: payment_terms.reference,
      instructions: transfer.instructions,
    }
    assert.deepEqual(payment_terms, terms)
    await service.request('PATCH', `/admin/payment-methods/${method}`, {
      headers: shop.owner.headers,
      body: { name: 'Another', net_days: 1 },
    })
    const staff = staffOf(shop, id)
    assert.deepEqual((await staff.read()).payment_terms, terms)
    await staff.makeDue(15)
    assert.equal((await staff.read()).payment_terms.state, 'overdue')
    const overdue = async () =>
      (await service.request('GET', '/admin/orders?overdue=true', { headers: shop.owner.headers })).body.data.items.map(
        (order: { id: string }) => order.id,
      )
    const inTime = (await shopper.order(items, { payment_method_id: method })).body.data
    await shopper.order(items.map((item) => ({ ...item, quantity: 1 })))
    assert.deepEqual(await overdue(), [id])
    assert.equal((await staff.record()).status, 201)
    assert.deepEqual(await overdue(), [])
    await staffOf(shop, inTime.id).makeDue(2)
    assert.deepEqual(await overdue(), [inTime.id])
    await shopper.cancel(inTime.id)
    assert.deepEqual(await overdue(), [])
    const paid = await staff.read()
    assert.deepEqual([paid.status, paid.payment_status, paid.payment_terms.state], ['paid', 'paid', 'received'])
  })

  it('without net_days it is due when it would be cancelled; its reference is the number of the order', async () => {
    const { shopper, items, method } = await shopWith()
    const { data } = (await shopper.order(items, { payment_method_id: method })).body
    assert.deepEqual([data.payment_terms.due_at, data.payment_terms.reference], [data.expires_at, data.order_number])
  })

  it('unpaid, it keeps its stock as long as the method says, and is then cancelled', async () => {
    const { shop, mug, shopper, items, method } = await shopWith()
    await setOrderLimits(service, shop, { hold_unpaid_seconds: 60 })
    const { id } = (await shopper.order(items, { payment_method_id: method })).body.data
    const other = await makeShopper(service, shop)
    await makeOlder(service, [id], 3_600)
    await expireUnpaidOrders.run(service.deps)
    const all = [{ product_id: mug.id, quantity: 5 }]
    assertRefused(await other.order(all), 409, 'INSUFFICIENT_STOCK')
    const staff = staffOf(shop, id)
    assert.equal((await staff.read()).status, 'pending')
    await staff.makeDue(1)
    await expireUnpaidOrders.run(service.deps)
    assert.equal((await staff.read()).cancel_reason, 'payment_window_expired')
    assert.equal((await other.order(all)).status, 201)
  })

  it('POST /admin/orders takes a method; staff decides when it ends', async () => {
    const { shop, items, method } = await shopWith({ keeps_stock_hours: 24 })
    const order = (more: object) =>
      service.request('POST', '/admin/orders', {
        headers: shop.owner.headers,
        body: { customer: { email: 'ada@example.com' }, items, payment_method_id: method, ...more },
      })
    const { data } = (await order({})).body
    assert.equal(Math.round((Date.parse(data.expires_at) - Date.parse(data.created_at)) / 1_000), 86_400)
    const expires_at = new Date(Date.now() + 3_600_000).toISOString()
    assert.equal((await order({ expires_at })).body.data.expires_at, expires_at)
  })

  it('the pages of an order and of its payment link say how to pay, and take no card', async () => {
    const { shop, shopper, items, method } = await shopWith({ name: '<Transfer>' })
    const { id, order_number } = (await shopper.order(items, { payment_method_id: method })).body.data
    const { headers } = shop.owner
    const link = await service.request('POST', `/admin/orders/${id}/payment-link`, { headers })
    const open = async () => (await service.app.inject({ url: new URL(link.body.data.url).pathname })).body
    const page = await open()
    for (const text of ['How to pay: ', '&#60;Transfer&#62;', transfer.instructions, 'DE02 1203 0000 0000 2020 51'])
      assert.ok(page.includes(text), text)
    for (const text of ['BYLADEM1001', `<dt>Reference</dt><dd>${order_number}`, 'Please pay by', '€25.00'])
      assert.ok(page.includes(text), text)
    assert.doesNotMatch(page, /test_success/)
    assert.equal(readQrCode(readPath(page)), codeOf(order_number, '25.00'))
    await staffOf(shop, id).record()
    assert.doesNotMatch(await open(), /How to pay/)
  })

  it('takes no card for it by an API or a link, unless the shop offers cards for such an order, too', async () => {
    const { shop, shopper, items, method } = await shopWith({ name: 'Transfer' })
    const { id } = (await shopper.order(items, { payment_method_id: method, shipping_address: london })).body.data
    const { headers } = shop.owner
    const link = await service.request('POST', `/admin/orders/${id}/payment-link`, { headers })
    const path = new URL(link.body.data.url).pathname
    const typed = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = 'method=test_success'
    const post = () => service.app.inject({ url: path, method: 'POST', headers: typed, payload })
    const open = async () => (await service.app.inject({ url: path })).body
    const refused = async () => {
      const answer = await shopper.pay(id)
      assertRefused(answer, 409, 'PAYMENT_METHOD_UNAVAILABLE')
      assert.deepEqual(answer.body.error.details, { method: 'test_success', payment_method_id: method })
      assert.equal((await post()).statusCode, 409)
      assert.doesNotMatch(await open(), /test_success/)
    }
    await refused()
    const card = await make(service, shop, { kind: 'card', name: 'Card', bank: null, countries: ['DE'] })
    await refused()
    await service.request('PATCH', `/admin/payment-methods/${card}`, { headers, body: { countries: ['GB'] } })
    assert.match(await open(), /How to pay: Transfer.*test_success/s)
    assert.equal((await shopper.pay(id)).body.data.order.payment_terms.state, 'received')
    assertRefused(await shopper.pay(id), 409, 'INVALID_TRANSITION')
    const byCard = (await shopper.order(items, { payment_method_id: card, shipping_address: london })).body.data
    await service.request('DELETE', `/admin/payment-methods/${card}`, { headers })
    assert.equal((await shopper.pay(byCard.id)).status, 201)
  })

  it('takes no card for an order without a method, unless the shop offers cards for it or has no methods', async () => {
    const { shop, shopper, mug, method } = await shopWith({ name: 'Transfer' })
    const items = [{ product_id: mug.id, quantity: 1 }]
    const { headers } = shop.owner
    const order = async () => (await shopper.order(items, { shipping_address: london })).body.data.id
    const [id, other, third] = [await order(), await order(), await order()]
    const link = await service.request('POST', `/admin/orders/${id}/payment-link`, { headers })
    const open = async () => (await service.app.inject({ url: new URL(link.body.data.url).pathname })).body
    const refused = await shopper.pay(id)
    assertRefused(refused, 409, 'PAYMENT_METHOD_UNAVAILABLE')
    assert.deepEqual(refused.body.error.details, { method: 'test_success', payment_method_id: null })
    assert.match(refused.body.error.message, /takes no cards for this order/)
    assert.doesNotMatch(await open(), /test_success/)
    const card = await make(service, shop, { kind: 'card', name: 'Card', bank: null, countries: ['GB'] })
    assert.match(await open(), /test_success/)
    assert.equal((await shopper.pay(id)).status, 201)
    await service.request('PATCH', `/admin/payment-methods/${card}`, { headers, body: { countries: ['DE'] } })
    assertRefused(await shopper.pay(other), 409, 'PAYMENT_METHOD_UNAVAILABLE')
    assert.equal((await staffOf(shop, third).record()).status, 201)
    for (const one of [card, method]) await service.request('DELETE', `/admin/payment-methods/${one}`, { headers })
    assert.equal((await shopper.pay(other)).status, 201)
  })

  it('an invoice that is to be paid says how, for the reader and in its UBL; its credit note does not', async () => {
    const shop = await makeInvoicingShop(service)
    const payment_method_id = await make(service, shop, { net_days: 14 })
    const order = await makeOrder(service, shop, [{ price: 12.5 }], { payment_method_id })
    assert.equal((await order.invoice()).status, 201)
    const page = (await order.page()).body
    for (const text of ['How to pay: Bank transfer', 'IBAN: DE02 1203', `Reference: ${order.order.order_number}`])
      assert.ok(page.includes(text), text)
    const url = `/admin/orders/${order.id}/invoice?format=pdf`
    const { rawPayload: pdf } = await service.app.inject({ url, headers: shop.owner.headers })
    assert.equal(readQrCode(readPdfCode(pdf)), codeOf(order.order.order_number, '12.50'))
    const { values } = await readUbl(order)
    assert.deepEqual(
      ['cbc:PaymentMeansCode', 'cbc:PaymentID', 'cbc:DueDate'].map((name) => values(name)[0]),
      ['58', order.order.order_number, order.order.payment_terms.due_at.slice(0, 10)],
    )
    assert.ok(values('cbc:ID').includes(bank.iban) && values('cbc:ID').includes(bank.bic))
  })
})

describeService('mails of orders that are paid by hand', startMailedApp, ({ service }) => {
  it('a guest is told how to pay at once, and gets the confirmation once', async () => {
    const shop = await makeMerchant(service, { currency: 'EUR' })
    const mug = await makeProduct(service, shop, { price: 12.5 })
    const payment_method_id = await make(service, shop)
    const guest = await makeGuest(service)
    const { order } = shopping(service, { ...guest.headers, 'merchant-id': shop.id })
    const email = 'guest-of-transfer@example.com'
    const placed = await order([{ product_id: mug.id, quantity: 1 }], { email, payment_method_id })
    assert.equal(placed.status, 201, JSON.stringify(placed.body))
    const { id, order_number } = placed.body.data
    const mails = () => service.mail.mails.filter(({ to }) => to.includes(email))
    const sent = await until(async () => mails().length > 0 && mails(), 'the confirmation')
    const text = decoded(sent[0] as (typeof sent)[number])
    for (const part of ['How to pay: Bank transfer', transfer.instructions, 'DE02 1203 0000 0000 2020 51'])
      assert.ok(text.includes(part), part)
    assert.equal(readQrCode(readPng(attachedTo(sent[0]))), codeOf(order_number, '12.50'))
    const { headers } = shop.owner
    await service.request('POST', `/admin/orders/${id}/payments`, { headers, body: { method: 'manual' } })
    const sendable = await service.request('POST', `/admin/orders/${id}/fulfillments`, { headers, body: {} })
    assert.equal(sendable.status, 201, JSON.stringify(sendable.body))
    await until(async () => mails().length === 2, 'the mail about the parcel')
    assert.deepEqual(
      mails().map(({ subject }) => subject),
      [`We have received your order ${order_number}`, `Your order ${order_number} is on its way`],
    )
  })
})
