import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { unique } from '#test/support/app.ts'
import { auditTools } from '#test/support/audit-log.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { confirmAddress, makeMerchant, makeUser } from '#test/support/factories.ts'
import { duringAnother } from '#test/support/idempotency.ts'
import { assertRefused, makeOlder, makeShopper, setOrderLimits, staffOn, stockOf } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { london, makeShippingMethod, setSelling, setTaxRates } from '#test/support/selling.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { runSweep } from '#test/support/sweeps.ts'

const day = 86_400

describeShop('orders by staff', ({ service, shop }) => {
  const { entriesOf } = auditTools(() => ({ service, shop }))

  const place = (body: object, at = shop, more: Record<string, string> = {}) =>
    service.request('POST', '/admin/orders', { headers: { ...at.owner.headers, ...more }, body })
  const quote = (body: object, at = shop) =>
    service.request('POST', '/admin/orders/quote', { headers: at.owner.headers, body })
  const someone = () => ({ email: `${unique('caller')}@example.com` })

  it('POST /admin/orders for a new address answers 201, reserves at once, and waits for 7 days', async () => {
    const mug = await makeProduct(service, shop, { price: 12.5, onHand: 9 })
    const customer = { ...someone(), name: 'Ada Lovelace' }
    const { status, body } = await place({
      customer,
      items: [
        { product_id: mug.id, quantity: 1 },
        { product_id: mug.id.toUpperCase(), quantity: 1 },
        { product_id: mug.id, quantity: 3, price: 10 },
      ],
      custom_items: [{ name: 'Engraving', price: 7.5, quantity: 2 }],
      shipping_address: london,
      shipping_method: { name: 'Van of the shop', price: 5 },
      note: 'Called twice',
    })
    assert.equal(status, 201)
    const { items, ...order } = body.data
    assert.deepEqual(
      items.map((item: Record<string, unknown>) => [
        ...[item['line'], item['name'], item['quantity'], item['price'], item['total'], item['custom'] ?? false],
      ]),
      [
        [1, mug.name, 2, 12.5, 25, false],
        [2, mug.name, 3, 10, 30, false],
        [3, 'Engraving', 2, 7.5, 15, true],
      ],
    )
    const { source, status: state, payment_status, subtotal, shipping_total, total, email, note } = order
    assert.deepEqual(
      { source, state, payment_status, subtotal, shipping_total, total, email, note },
      {
        source: 'staff',
        state: 'pending',
        payment_status: 'unpaid',
        subtotal: 70,
        shipping_total: 5,
        total: 75,
        email: customer.email,
        note: 'Called twice',
      },
    )
    assert.deepEqual(order.customer, { id: order.user_id, name: 'Ada Lovelace', email: customer.email })
    assert.deepEqual([order.shipping_method.name, order.shipping_method.price], ['Van of the shop', 5])
    const seconds = (Date.parse(order.expires_at) - Date.parse(order.created_at)) / 1000
    assert.equal(Math.round(seconds), 7 * day)
    assert.deepEqual(await stockOf(service, mug.id), [9, 5])
    const [created] = (await eventsOf(service, shop.id, 'order.created')).filter(
      ({ data }) => data.order.id === order.id,
    )
    assert.deepEqual([created?.data.order.source, created?.data.order.items.length], ['staff', 3])
    const found = await service.request('GET', `/admin/orders/${order.id}`, { headers: shop.owner.headers })
    assert.deepEqual(found.body.data, body.data)
    const movements = await service.request('GET', `/admin/inventory/${mug.id}/movements`, {
      headers: shop.owner.headers,
    })
    assert.deepEqual(movements.body.data.items[0].actor_id ?? shop.owner.id, shop.owner.id)
  })

  it('POST /admin/orders for a customer, a confirmed or an unconfirmed address takes whose they are', async () => {
    const mug = await makeProduct(service, shop)
    const items = [{ product_id: mug.id, quantity: 1 }]
    const customer = await makeShopper(service, shop)
    assert.equal((await customer.order(items)).body.data.source, 'storefront')
    const [confirmed, unconfirmed] = [await makeUser(service), await makeUser(service)]
    await confirmAddress(service, confirmed)
    const userOf = async (one: object) => (await place({ customer: one, items })).body.data.user_id
    assert.equal(await userOf({ user_id: customer.id }), customer.id)
    assert.equal(await userOf({ email: confirmed.email.toUpperCase() }), confirmed.id)
    const guest = await userOf({ email: unconfirmed.email })
    assert.notEqual(guest, unconfirmed.id)
    const again = await place({ customer: { user_id: guest }, items })
    assert.deepEqual([again.body.data.user_id, again.body.data.email], [guest, unconfirmed.email])
    const elsewhere = await makeShopper(service, await makeMerchant(service))
    const stranger = await place({ customer: { user_id: elsewhere.id }, items })
    assertRefused(stranger, 404, 'NOT_FOUND')
    assert.deepEqual(stranger.body.error.details, { fields: ['customer.user_id'] })
  })

  it('an order by staff is paid, fulfilled and refunded by its lines', async () => {
    const mug = await makeProduct(service, shop, { price: 10, onHand: 9 })
    const items = [
      { product_id: mug.id, quantity: 2 },
      { product_id: mug.id, quantity: 3, price: 4 },
    ]
    const custom_items = [{ name: 'Gift wrap', price: 3, quantity: 1 }]
    const { id, items: lines } = (await place({ customer: someone(), items, custom_items })).body.data
    const { fulfil, refund, current } = staffOn(service, shop, id)
    const body = { method: 'manual' }
    const paid = await service.request('POST', `/admin/orders/${id}/payments`, { headers: shop.owner.headers, body })
    assert.equal(paid.body.data.order.status, 'paid')
    const sent = await fulfil({ items: [{ line: 2, quantity: 1 }] })
    assert.deepEqual(sent.body.data.fulfillments[0].items, [{ line: 2, product_id: mug.id, quantity: 1 }])
    // By its product: first those of line 1.
    const sentMore = await fulfil({ items: [{ product_id: mug.id, quantity: 3 }] })
    assert.deepEqual(sentMore.body.data.fulfillments[1].items, [
      { line: 1, product_id: mug.id, quantity: 2 },
      { line: 2, product_id: mug.id, quantity: 1 },
    ])
    assert.deepEqual(await stockOf(service, mug.id), [5, 1])
    const back = await refund({ items: [{ line: 2, quantity: 2 }] })
    assert.equal(back.body.data.refund.amount, 8)
    const wrap = await refund({ items: [{ product_id: lines[2].product_id, quantity: 1 }] })
    assert.equal(wrap.body.data.refund.amount, 3)
    const { status, items: now } = await current()
    assert.equal(status, 'completed')
    assert.deepEqual(
      now.map((item: Record<string, unknown>) => [item['quantity_fulfilled'], item['quantity_refunded']]),
      [
        [2, 0],
        [2, 2],
        [0, 1],
      ],
    )
    assert.deepEqual(await stockOf(service, mug.id), [6, 0])
  })

  it('an order by staff keeps its units until it expires, and no limit of shoppers binds it', async () => {
    const at = await makeMerchant(service)
    const mug = await makeProduct(service, at, { onHand: 2 })
    await setOrderLimits(service, at, { max_open_orders_per_user: 1, max_quantity_per_line: 1 })
    const shopper = await makeShopper(service, at)
    const items = [{ product_id: mug.id, quantity: 1 }]
    await shopper.cancel((await shopper.order(items)).body.data.id)
    const customer = { user_id: shopper.id }
    const first = (await place({ customer, items }, at)).body.data
    const second = await place({ customer, items, expires_at: new Date(Date.now() + 60_000).toISOString() }, at)
    assert.equal(second.status, 201)
    await makeOlder(service, [first.id], 3_600)
    assertRefused(await (await makeShopper(service, at)).order(items), 409, 'INSUFFICIENT_STOCK')
    await runSweep(service, 'expire-unpaid-orders')
    const { current } = staffOn(service, at, first.id)
    assert.equal((await current()).status, 'pending')
    await sql`update orders set expires_at = now() - interval '1 second' where id = ${first.id}`.execute(
      service.deps.db,
    )
    await runSweep(service, 'expire-unpaid-orders')
    const ended = await current()
    assert.deepEqual([ended.status, ended.cancel_reason], ['cancelled', 'payment_window_expired'])
    assert.deepEqual(await stockOf(service, mug.id), [2, 1])
  })

  it('POST /admin/orders/quote answers 200 with what the order costs, also without a customer', async () => {
    const at = await makeMerchant(service)
    const mug = await makeProduct(service, at, { price: 10 })
    await setTaxRates(service, at, [{ country: 'GB', name: 'VAT', rate: 20 }])
    await setSelling(service, at, { shipping_required: true })
    const method = await makeShippingMethod(service, at, { price: 4 })
    const body = {
      items: [{ product_id: mug.id, quantity: 2, price: 8 }],
      custom_items: [{ name: 'Engraving', price: 3, quantity: 1 }],
      shipping_address: london,
    }
    const quoted = (await quote(body, at)).body.data
    assert.deepEqual([quoted.subtotal, quoted.shipping_options.map(({ id }: { id: string }) => id)], [19, [method]])
    const chosen = { ...body, shipping_method_id: method }
    const { total, expected_total, tax_lines } = (await quote(chosen, at)).body.data
    const order = await place({ ...chosen, customer: someone(), expected_total }, at)
    assert.deepEqual([order.body.data.total, order.body.data.tax_lines], [total, tax_lines])
    const other = await place({ ...chosen, customer: someone(), expected_total: 1 }, at)
    assertRefused(other, 409, 'PRICE_CHANGED')
    const only = { custom_items: [{ name: 'Advice', price: 20, quantity: 1 }] }
    assert.equal((await quote(only, at)).body.data.total, 20)
    assert.equal((await place({ ...only, customer: someone() }, at)).status, 201)
    const many = { items: [{ product_id: mug.id, quantity: 10_000 }] }
    assertRefused(await quote(many, at), 409, 'INSUFFICIENT_STOCK')
    const foreign = { items: [{ product_id: (await makeProduct(service, shop)).id, quantity: 1 }] }
    assertRefused(await quote(foreign, at), 404, 'NOT_FOUND')
  })

  it('POST /admin/orders with a discount takes it off after all promotions, which know no own price', async () => {
    const at = await makeMerchant(service)
    const mug = await makeProduct(service, at, { price: 10 })
    const promotion = { name: 'Sale', kind: 'percentage', percent: 10, applies_to: { all: true } }
    const made = await service.request('POST', '/admin/promotions', { headers: at.owner.headers, body: promotion })
    assert.equal(made.status, 201)
    const body = {
      items: [
        { product_id: mug.id, quantity: 1 },
        { product_id: mug.id, quantity: 1, price: 8 },
      ],
      discount: { amount: 5, reason: 'Scratched' },
    }
    const quoted = (await quote(body, at)).body.data
    const { discounts, discount_total, total, items } = quoted
    assert.deepEqual([discount_total, total], [6, 12])
    assert.deepEqual(
      discounts.map(({ name, amount }: { name: string; amount: number }) => [name, amount]),
      [
        ['Sale', 1],
        ['Scratched', 5],
      ],
    )
    // 5.00 in proportion to 9.00 and 8.00.
    assert.deepEqual(
      items.map(({ paid }: { paid: number }) => paid),
      [6.35, 5.65],
    )
    const order = (await place({ ...body, customer: someone() }, at)).body.data
    assert.deepEqual([order.total, order.discounts], [total, discounts])
    const free = await place({ ...body, customer: someone(), discount: { percent: 100, reason: 'Gift' } }, at)
    assert.deepEqual([free.body.data.total, free.body.data.status], [0, 'paid'])
  })

  it('POST /admin/orders with bad fields answers 400 VALIDATION_ERROR naming them', async () => {
    const mug = await makeProduct(service, shop, { onHand: 20 })
    const good = { customer: someone(), items: [{ product_id: mug.id, quantity: 1 }] }
    const cases: [object, string][] = [
      [{ ...good, customer: {} }, 'customer.user_id'],
      [{ ...good, customer: { ...someone(), user_id: mug.id } }, 'customer.user_id'],
      [{ ...good, items: [{ product_id: mug.id, quantity: 1, price: 0.001 }] }, 'items[0].price'],
      [{ ...good, custom_items: [{ name: 'x', price: 0.001, quantity: 1 }] }, 'custom_items[0].price'],
      [{ ...good, shipping_method: { name: 'x', price: 0.001 } }, 'shipping_method.price'],
      [{ ...good, discount: { reason: 'x' } }, 'discount.percent'],
      [{ ...good, discount: { percent: 1, amount: 1, reason: 'x' } }, 'discount.percent'],
      [{ ...good, discount: { percent: 1.001, reason: 'x' } }, 'discount.percent'],
      [{ ...good, discount: { amount: 0.001, reason: 'x' } }, 'discount.amount'],
      [{ ...good, discount: { amount: 1 } }, 'discount.reason'],
      [{ ...good, shipping_method: { name: 'x', price: 1 }, shipping_method_id: mug.id }, 'shipping_method_id'],
      [{ ...good, shipping_address: { ...london, country: 'XX' } }, 'shipping_address.country'],
      [{ ...good, expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
      [{ ...good, expires_at: '2999-01-01T00:00:00Z' }, 'expires_at'],
    ]
    for (const [body, field] of cases) {
      const answer = await place(body)
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.deepEqual(
        answer.body.error.details.map((one: { field: string }) => one.field),
        [field],
      )
    }
    assert.deepEqual(await stockOf(service, mug.id), [20, 0])
  })

  it('POST /admin/orders with a key used before answers the first answer', async () => {
    const mug = await makeProduct(service, shop, { onHand: 20 })
    const body = { customer: someone(), items: [{ product_id: mug.id, quantity: 1 }] }
    const key = unique('key')
    const first = await place(body, shop, { 'idempotency-key': key })
    const again = await place(body, shop, { 'idempotency-key': key })
    assert.deepEqual([again.status, again.body], [201, first.body])
    const other = { ...body, note: 'Another' }
    assertRefused(await place(other, shop, { 'idempotency-key': key }), 422, 'IDEMPOTENCY_KEY_REUSED')
    const busy = unique('key')
    const answer = await duringAnother(service, shop.owner.id, busy, () =>
      place(body, shop, { 'idempotency-key': busy }),
    )
    assertRefused(answer, 409, 'IDEMPOTENCY_IN_PROGRESS')
    assert.deepEqual(await stockOf(service, mug.id), [20, 1])
    const [entry] = await entriesOf(first.body.data.id)
    assert.deepEqual([entry?.action, entry?.changes], ['order.created', { total: [null, first.body.data.total] }])
  })
})
