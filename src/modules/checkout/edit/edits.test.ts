import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { unique } from '#test/support/app.ts'
import { auditTools } from '#test/support/audit-log.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, type TestMerchant } from '#test/support/factories.ts'
import { duringAnother } from '#test/support/idempotency.ts'
import { berlin, makeInvoicingShop, makeOrder } from '#test/support/invoices.ts'
import { assertRefused, stockOf } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { makePromotion } from '#test/support/promotions.ts'
import { makeShippingMethod } from '#test/support/selling.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { runSweep } from '#test/support/sweeps.ts'
import { differences } from '#test/upgrade/recount.ts'

describeService('edits of orders', ({ service }) => {
  let shop: TestMerchant
  before(async () => {
    shop = await makeInvoicingShop(service, {}, { invoices: null })
  })
  after(async () => {
    await runSweep(service, 'expire-unpaid-orders')
    assert.deepEqual(await differences(service.databaseUrl), {})
  })
  const { entriesOf } = auditTools(() => ({ service, shop }))

  const changesOf = async (orderId: string) =>
    (await eventsOf(service, shop.id, 'order.updated')).filter(({ data }) => data.order.id === orderId)

  it('POST /admin/orders/{id}/edits of an unpaid order answers 201 with its new lines and total', async () => {
    const made = await makeOrder(service, shop, [{ price: 10, quantity: 3 }, { price: 4 }])
    const [mug, cup] = made.products
    const spoon = await makeProduct(service, shop, { price: 2, onHand: 9 })
    const { status, body } = await made.edit({
      add: [
        { product_id: spoon.id, quantity: 2 },
        { product_id: spoon.id.toUpperCase(), quantity: 1, price: 1.5 },
      ],
      remove: [2],
      set: [{ line: 1, quantity: 4 }],
    })
    assert.equal(status, 201, JSON.stringify(body))
    const { order, difference } = body.data
    assert.equal(difference, 11.5)
    assert.deepEqual([order.total, order.subtotal, order.amount_due, order.status], [45.5, 45.5, 45.5, 'pending'])
    assert.deepEqual(
      order.items.map((item: Record<string, unknown>) => [item['line'], item['quantity'], item['price']]),
      [
        [1, 4, 10],
        [3, 2, 2],
        [4, 1, 1.5],
      ],
    )
    assert.deepEqual(order.tax_lines, [{ name: 'VAT', rate: 20, taxable: 45.5, amount: 7.58 }])
    assert.deepEqual(await Promise.all([mug, cup, spoon].map((one) => stockOf(service, one?.id ?? ''))), [
      [50, 4],
      [50, 0],
      [9, 3],
    ])
    const told = await changesOf(made.id)
    assert.deepEqual(
      told.map(({ data }) => [data.change, data.edit]),
      [
        [
          'edited',
          {
            difference: 11.5,
            items: [
              { line: 1, product_id: mug?.id, previous_quantity: 3, quantity: 4, previous_price: 10, price: 10 },
              { line: 2, product_id: cup?.id, previous_quantity: 1, quantity: 0, previous_price: 4, price: null },
              { line: 3, product_id: spoon.id, previous_quantity: 0, quantity: 2, previous_price: null, price: 2 },
              { line: 4, product_id: spoon.id, previous_quantity: 0, quantity: 1, previous_price: null, price: 1.5 },
            ],
          },
        ],
      ],
    )
    assert.equal(told[0]?.data.order.version, order.version)
    const [entry] = await entriesOf(made.id)
    assert.deepEqual([entry?.action, entry?.changes.total], ['order.edited', [34, 45.5]])
    assert.deepEqual((await made.shopper.get(`/user/orders/${made.id}`)).body.data.total, 45.5)
  })

  it('without discounts anew, what leaves a discounted order costs what its refund would', async () => {
    const at = await makeInvoicingShop(service, {})
    await makePromotion(service, at, { kind: 'amount', amount: 7, minimum: { subtotal: 60 } })
    const method = await makeShippingMethod(service, at, { price: 4.95 })
    const made = await makeOrder(
      service,
      at,
      [
        { price: 9.99, quantity: 3 },
        { price: 0.05, taxClass: 'reduced' },
        { price: 33.33, taxClass: 'reduced' },
      ],
      { shipping_address: berlin, shipping_method_id: method },
    )
    assert.deepEqual([made.order.total, made.order.discount_total], [61.3, 7])
    await made.pay()
    const { status, body } = await made.edit({
      remove: [2],
      set: [{ line: 1, quantity: 2 }],
      recalculate_discounts: false,
    })
    assert.equal(status, 201, JSON.stringify(body))
    const { order, difference } = body.data
    assert.equal(difference, -8.93)
    assert.deepEqual([order.total, order.shipping_total, order.amount_paid, order.amount_due], [52.37, 4.95, 52.37, 0])
    assert.deepEqual([order.refunded_total, order.payment_status, order.status], [0, 'paid', 'paid'])
    const [refund] = order.refunds
    assert.deepEqual([refund.amount, refund.status, refund.edit, refund.items], [8.93, 'pending', true, []])
    // Any partition gives back what was paid.
    const amounts = []
    for (const item of [{ line: 1 }, { line: 3 }, { line: 1 }]) {
      const last = amounts.length === 2
      const given = await made.refund({ items: [{ ...item, quantity: 1 }], ...(last && { shipping: true }) })
      assert.equal(given.status, 201, JSON.stringify(given.body))
      amounts.push(given.body.data.refund.amount)
    }
    assert.deepEqual(amounts, [8.89, 29.65, 13.83])
    const { refunded_total, payment_status, status: state } = await made.current()
    assert.deepEqual([refunded_total, payment_status, state], [52.37, 'refunded', 'cancelled'])
  })

  it('preview answers what the edit would do, and changes nothing', async () => {
    const made = await makeOrder(service, shop, [{ price: 10, quantity: 2 }])
    await made.pay()
    const before = await made.current()
    const body = { remove: [1], add: [{ product_id: made.products[0]?.id, quantity: 3, price: 4 }] }
    const shown = await made.edit({ ...body, preview: true })
    assert.equal(shown.status, 201)
    assert.deepEqual([shown.body.data.difference, shown.body.data.order.total], [-8, 12])
    assert.deepEqual(await made.current(), before)
    const done = await made.edit(body)
    const left = ({ items, total, tax_lines }: Record<string, unknown>) => ({ items, total, tax_lines })
    assert.deepEqual(left(done.body.data.order), left(shown.body.data.order))
  })

  it('POST /admin/orders/{id}/edits with the same Idempotency-Key edits once', async () => {
    const made = await makeOrder(service, shop, [{ price: 10, quantity: 3 }])
    await made.pay()
    const key = unique('edit')
    const body = { set: [{ line: 1, quantity: 2 }] }
    const first = await made.edit(body, key)
    const again = await made.edit(body, key)
    assert.deepEqual([again.status, again.headers['idempotent-replayed']], [201, 'true'])
    assert.deepEqual(again.body, first.body)
    assertRefused(await made.edit({ set: [{ line: 1, quantity: 1 }] }, key), 422, 'IDEMPOTENCY_KEY_REUSED')
    const other = unique('edit')
    const busy = await duringAnother(service, shop.owner.id, other, () => made.edit(body, other))
    assertRefused(busy, 409, 'IDEMPOTENCY_IN_PROGRESS')
  })

  it('POST /admin/orders/{id}/edits answers its refusals', async () => {
    const made = await makeOrder(service, shop, [{ price: 10, quantity: 3 }, { price: 1 }])
    const fields = async (body: object) => {
      const answer = await made.edit(body)
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      return answer.body.error.details.map(({ field }: { field: string }) => field)
    }
    assert.deepEqual(await fields({}), ['add'])
    assert.deepEqual(await fields({ remove: [7] }), ['remove[0]'])
    assert.deepEqual(await fields({ remove: [1, 1], set: [{ line: 1, quantity: 1 }] }), ['remove[1]', 'set[0].line'])
    assert.deepEqual(await fields({ reprice: [{ line: 1, price: 1.234 }] }), ['reprice[0].price'])
    assert.deepEqual(await fields({ remove: [1, 2] }), ['remove'])
    assert.deepEqual(await fields({ set: [{ line: 1, quantity: 0 }] }), ['set[0].quantity'])
    assert.deepEqual(await fields({ reprice: [{ line: 1, price: 900_000_000 }] }), ['add'])
    const strange = await made.edit({ add: [{ product_id: shop.id, quantity: 1 }] })
    assertRefused(strange, 404, 'NOT_FOUND')
    const rare = await makeProduct(service, shop, { onHand: 1 })
    assertRefused(await made.edit({ add: [{ product_id: rare.id, quantity: 2 }] }), 409, 'INSUFFICIENT_STOCK')
    const elsewhere = await makeMerchant(service)
    const { headers } = elsewhere.owner
    const path = `/admin/orders/${made.id}/edits`
    assertRefused(await service.request('POST', path, { headers, body: { remove: [1] } }), 404, 'NOT_FOUND')

    const support = await makeStaff(service, shop.id, 'support')
    await made.pay()
    const cheaper = await service.request('POST', path, { headers: support.headers, body: { remove: [2] } })
    assertRefused(cheaper, 403, 'INSUFFICIENT_PERMISSIONS')
    const dearer = await service.request('POST', path, {
      headers: support.headers,
      body: { set: [{ line: 1, quantity: 4 }] },
    })
    assert.equal(dearer.status, 201)
    assert.equal((await made.edit({ set: [{ line: 1, quantity: 3 }] })).status, 201)
    assert.equal((await made.refund({ items: [{ line: 1, quantity: 1 }] })).status, 201)
    const refunded = await made.edit({ remove: [2] })
    assertRefused(refunded, 409, 'INVALID_TRANSITION')
    assert.equal(refunded.body.error.details.reason, 'refunded')

    const sent = await makeOrder(service, shop, [{ quantity: 2 }])
    await sent.pay()
    await sent.fulfil({ items: [{ line: 1, quantity: 1 }] })
    assertRefused(await sent.edit({ set: [{ line: 1, quantity: 1 }] }), 409, 'INVALID_TRANSITION')
    await sent.fulfil()
    assertRefused(await sent.edit({ set: [{ line: 1, quantity: 1 }] }), 409, 'INVALID_TRANSITION')

    const paying = await makeOrder(service, shop, [{ quantity: 2 }])
    await sql`insert into payments (merchant_id, id, order_id, provider, method, status, amount_minor, currency,
                                    actor_id, created_at, due_at)
              select merchant_id, gen_random_uuid(), id, 'test', 'test_success', 'pending', total_minor, currency,
                     user_id, now(), now() + interval '1 day'
                from orders where id = ${paying.id}`.execute(service.deps.db)
    assertRefused(await paying.edit({ set: [{ line: 1, quantity: 1 }] }), 409, 'CONFLICT')
    await sql`delete from payments where order_id = ${paying.id}`.execute(service.deps.db)
  })
})
