import assert from 'node:assert/strict'
import { it } from 'node:test'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { assertRefused, makePaidOrder, placeOrder, staffOn, stockOf } from '#test/support/orders.ts'
import { eventsOf } from '#test/support/shop-rows.ts'

describeShop('refunds', ({ service, shop: merchant }) => {
  const paid = (quantities: number[] = [3], options: { method?: string; tax?: boolean } = {}) =>
    makePaidOrder(service, merchant, quantities, options)

  /** What events tell of an order: name, change, status before and after, payment status. */
  async function told(orderId: string) {
    const events = await eventsOf(service, merchant.id, 'order.updated', 'order.completed', 'order.cancelled')
    return events
      .filter(({ data }) => data.order.id === orderId)
      .map(({ event, data: { change, previous_status, order } }) =>
        [event.slice(6), change, previous_status, order.status, order.payment_status].filter(Boolean).join(' '),
      )
  }

  const ledgerOf = async (productId: string) => {
    const movements = await service.deps.db
      .selectFrom('stock_movements')
      .select(['type', 'on_hand_change', 'reserved_change'])
      .where('product_id', '=', productId)
      .orderBy('number')
      .execute()
    return movements.map((one) => `${one.type} ${one.on_hand_change} ${one.reserved_change}`).slice(2)
  }

  it('POST /admin/orders/{id}/refunds of units with tax answers 201; all parts sum to what was paid', async () => {
    const { order, products, refund, current } = await paid([3], { tax: true })
    const product_id = products[0]?.id ?? ''
    // 59.97 and 3.95, and 20 % of both: 12.784, rounded.
    assert.equal(order.total, 76.7)
    const two = await refund({ items: [{ product_id, quantity: 2 }], reason: 'Arrived late' })
    assert.equal(two.status, 201)
    const { refund: given, order: after } = two.body.data
    assert.deepEqual(given, {
      id: given.id,
      order_id: order.id,
      amount: 47.97,
      currency: 'GBP',
      status: 'succeeded',
      destination: 'provider',
      items: [{ line: 1, product_id, quantity: 2 }],
      reason: 'Arrived late',
      parts: [{ ...given.parts[0], method: 'test_success', amount: 47.97, status: 'succeeded' }],
      tax_lines: [{ name: 'VAT', rate: 20, taxable: 39.98, amount: 7.99 }],
      created_at: given.created_at,
    })
    assert.deepEqual(
      [after.status, after.payment_status, after.refunded_total, after.items[0].quantity_refunded],
      ['paid', 'partially_refunded', 47.97, 2],
    )
    assert.deepEqual(after.refunds, [given])
    assert.deepEqual(after, await current())
    assert.deepEqual(await stockOf(service, product_id), [20, 1])

    const rest = (await refund({ items: [{ product_id, quantity: 1 }], shipping: true })).body.data
    assert.equal(rest.refund.amount, 28.73)
    assert.deepEqual(rest.refund.tax_lines, [{ name: 'VAT', rate: 20, taxable: 23.94, amount: 4.79 }])
    assert.deepEqual(
      [rest.order.status, rest.order.payment_status, rest.order.refunded_total, rest.order.cancel_reason],
      ['cancelled', 'refunded', 76.7, 'requested_by_merchant'],
    )
    assert.deepEqual(rest.order, await current())
    assert.deepEqual(await stockOf(service, product_id), [20, 0])
    assert.deepEqual(await ledgerOf(product_id), ['refund_cancelled 0 -2', 'refund_cancelled 0 -1'])
    assert.deepEqual(await told(order.id), [
      'updated payment_status pending paid paid',
      'updated refunded paid paid paid',
      'updated refunded paid paid partially_refunded',
      'cancelled cancelled partially_refunded',
      'updated refunded paid cancelled partially_refunded',
      'updated refunded cancelled cancelled refunded',
    ])
    const payments = await service.deps.db
      .selectFrom('payments')
      .select(['status', 'refunded_at'])
      .where('order_id', '=', order.id)
      .execute()
    assert.deepEqual(
      payments.map(({ status, refunded_at }) => [status, refunded_at !== null]),
      [['refunded', true]],
    )
  })

  it('units that were sent are returned after the others are cancelled, on hand unless restock is false', async () => {
    const { order, products, refund, fulfil } = await paid([3, 1])
    const [first, second] = [products[0]?.id ?? '', products[1]?.id ?? '']
    await fulfil({
      items: [
        { product_id: first, quantity: 2 },
        { product_id: second, quantity: 1 },
      ],
    })
    const lines = [
      { product_id: first, quantity: 2 },
      { product_id: second, quantity: 1, restock: false },
    ]
    const { refund: given, order: after } = (await refund({ items: lines })).body.data
    assert.deepEqual([given.amount, after.status, after.fulfillment_status], [59.97, 'completed', 'fulfilled'])
    assert.deepEqual(
      after.items.map((item: Record<string, number>) => [item.quantity_fulfilled, item.quantity_refunded]),
      [
        [2, 2],
        [1, 1],
      ],
    )
    // Of the first one unit is cancelled and one comes back; of the second the unit that came back is not on hand.
    assert.deepEqual(await ledgerOf(first), ['order_fulfilled -2 -2', 'refund_cancelled 0 -1', 'refund_returned 1 0'])
    assert.deepEqual(await ledgerOf(second), ['order_fulfilled -1 -1', 'refund_returned 0 0'])
    assert.deepEqual(
      [await stockOf(service, first), await stockOf(service, second)],
      [
        [19, 0],
        [19, 0],
      ],
    )
    assert.deepEqual((await told(order.id)).slice(-3), [
      'completed completed paid',
      'updated refunded processing completed paid',
      'updated refunded completed completed partially_refunded',
    ])
    const tooMany = await refund({ items: [{ product_id: first, quantity: 2 }] })
    assertRefused(tooMany, 409, 'INVALID_TRANSITION')
    assert.deepEqual(tooMany.body.error.details, {
      products: [{ product_id: first, line: 1, requested: 2, refundable: 1 }],
    })
    const last = (await refund({ items: [{ line: 1, quantity: 1 }] })).body.data.order
    assert.deepEqual([last.status, last.payment_status, last.refunded_total], ['completed', 'refunded', 79.96])
  })

  it('an amount alone is a goodwill refund; more than is left answers 409 REFUND_TOO_LARGE', async () => {
    const { products, refund, current, fulfil } = await paid([2])
    const product_id = products[0]?.id ?? ''
    const given = (await refund({ amount: 10.5 })).body.data
    assert.deepEqual([given.refund.items, given.order.status, given.order.refunded_total], [[], 'paid', 10.5])
    const before = await current()
    for (const body of [{ amount: 29.49 }, { amount: 1_000_000_000 }, { items: [{ product_id, quantity: 2 }] }]) {
      const answer = await refund(body)
      assertRefused(answer, 409, 'REFUND_TOO_LARGE')
      assert.equal(answer.body.error.details.refundable, 29.48)
    }
    assert.deepEqual(await current(), before)
    assert.deepEqual(await stockOf(service, product_id), [20, 2])
    const own = (await refund({ items: [{ product_id, quantity: 1 }], amount: 29.48 })).body.data.order
    assert.deepEqual([own.status, own.payment_status, own.refunded_total], ['paid', 'refunded', 39.98])
    // The money is gone, the unit is still to be sent, and can come back for nothing.
    assert.equal((await fulfil()).body.data.status, 'completed')
    const back = (await refund({ items: [{ product_id, quantity: 1 }], amount: 0 })).body.data
    assert.deepEqual([back.refund.status, back.refund.amount, back.order.payment_status], ['succeeded', 0, 'refunded'])
    assert.deepEqual(await stockOf(service, product_id), [20, 0])
  })

  it('a refund that the provider refuses has failed, keeps the stock as it is, and can be sent again', async () => {
    const { order, products, refund, retry, current } = await paid([2], { method: 'test_refund_refused' })
    const product_id = products[0]?.id ?? ''
    const { refund: failed, order: after } = (await refund({ items: [{ product_id, quantity: 1 }] })).body.data
    assert.deepEqual([failed.status, failed.amount], ['failed', 19.99])
    assert.deepEqual([after.payment_status, after.refunded_total, after.items[0].quantity_refunded], ['paid', 0, 1])
    assert.deepEqual(await stockOf(service, product_id), [20, 1])
    assertRefused(await retry(unique('no')), 404, 'NOT_FOUND')
    assertRefused(await retry(order.id), 404, 'NOT_FOUND')

    // Its amount can be refunded in another way; then there is too little left for it.
    const goodwill = (await refund({ amount: 25 })).body.data.refund
    assert.equal((await retry(goodwill.id)).body.data.refund.status, 'succeeded')
    assertRefused(await retry(failed.id), 409, 'REFUND_TOO_LARGE')
    const least = (await refund({ amount: 5 })).body.data.refund
    const key = unique('key')
    const again = await retry(least.id, key)
    assert.deepEqual(
      [again.status, again.body.data.refund.status, again.body.data.order.refunded_total],
      [200, 'succeeded', 30],
    )
    assert.deepEqual((await retry(least.id, key)).body, again.body)
    assertRefused(await retry(failed.id, key), 422, 'IDEMPOTENCY_KEY_REUSED')
    const ended = await retry(least.id)
    assertRefused(ended, 409, 'INVALID_TRANSITION')
    assert.deepEqual(ended.body.error.details, { status: 'succeeded' })
    const { refunds, payment_status } = await current()
    assert.deepEqual(
      [payment_status, refunds.map(({ status, amount }: Record<string, unknown>) => [status, amount])],
      [
        'partially_refunded',
        [
          ['failed', 19.99],
          ['succeeded', 25],
          ['succeeded', 5],
        ],
      ],
    )
    const audited = await service.deps.db
      .selectFrom('audit_entries')
      .innerJoin('payments', 'payments.id', 'audit_entries.target_id')
      .select('action')
      .where('payments.order_id', '=', order.id)
      .orderBy('audit_entries.id')
      .execute()
    const [started, refused, given] = ['payment.refund_started', 'payment.refund_failed', 'payment.refunded']
    assert.deepEqual(
      audited.map(({ action }) => action),
      [started, refused, started, refused, started, given, started, refused, started, given],
    )
  })

  it('POST /admin/orders/{id}/refunds of an order that is not paid answers 409 INVALID_TRANSITION', async () => {
    const { order, product } = await placeOrder(service, merchant)
    const staff = staffOn(service, merchant, order.id)
    for (const body of [{ amount: 1 }, { items: [{ product_id: product.id, quantity: 1 }] }]) {
      const answer = await staff.refund(body)
      assertRefused(answer, 409, 'INVALID_TRANSITION')
      assert.deepEqual(answer.body.error.details, { status: 'pending', payment_status: 'unpaid' })
    }
    await staff.move('cancelled')
    assertRefused(await staff.refund({ amount: 1 }), 409, 'INVALID_TRANSITION')
    assert.deepEqual(await stockOf(service, product.id), [5, 0])
  })

  it('POST /admin/orders/{id}/refunds of shipping gives it back once, if there was any', async () => {
    const taxed = await paid([1], { tax: true })
    assert.equal((await taxed.refund({ shipping: true })).body.data.refund.amount, 4.74)
    assertRefused(await taxed.refund({ shipping: true }), 409, 'INVALID_TRANSITION')
    assertRefused(await (await paid()).refund({ shipping: true }), 409, 'INVALID_TRANSITION')
  })

  it('POST /admin/orders/{id}/refunds with bad fields answers 400 VALIDATION_ERROR naming them', async () => {
    const { products, refund, current } = await paid([3])
    const other = await paid([1])
    const product_id = products[0]?.id
    const line = { product_id, quantity: 1 }
    const cases: [unknown, string][] = [
      [{}, 'items'],
      [{ shipping: false }, 'items'],
      [{ items: [{ product_id: other.products[0]?.id, quantity: 1 }] }, 'items[0].product_id'],
      [{ items: [{ line: 2, product_id, quantity: 1 }] }, 'items[0].line'],
      [{ items: [line, { ...line, restock: false }] }, 'items[1].restock'],
      [{ amount: 0.001 }, 'amount'],
      [{ amount: 1, shipping: true }, 'shipping'],
    ]
    const before = await current()
    for (const [body, field] of cases) {
      const answer = await refund(body)
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.equal(answer.body.error.details[0].field, field, JSON.stringify(body))
    }
    assert.deepEqual(await current(), before)
    assert.deepEqual(await stockOf(service, product_id ?? ''), [20, 3])
  })

  it('orders of another shop, and refunds of another order, answer 404 NOT_FOUND', async () => {
    const [mine, other] = [await paid([1], { method: 'test_refund_refused' }), await paid()]
    const abroad = staffOn(service, await makeMerchant(service), mine.order.id)
    const failed = (await mine.refund({ amount: 1 })).body.data.refund
    assertRefused(await abroad.refund({ amount: 1 }), 404, 'NOT_FOUND')
    assertRefused(await abroad.retry(failed.id), 404, 'NOT_FOUND')
    assertRefused(await other.retry(failed.id), 404, 'NOT_FOUND')
    assert.equal((await mine.current()).refunds[0].status, 'failed')
  })

  it('POST /admin/orders/{id}/refunds with an Idempotency-Key gives back once; another body answers 422', async () => {
    const { refund, current } = await paid([1])
    const key = unique('key')
    const first = await refund({ amount: 1 }, key)
    const again = await refund({ amount: 1 }, key)
    assert.deepEqual([again.status, again.headers['idempotent-replayed'], again.body], [201, 'true', first.body])
    assertRefused(await refund({ amount: 2 }, key), 422, 'IDEMPOTENCY_KEY_REUSED')
    assert.equal((await current()).refunded_total, 1)
  })
})
