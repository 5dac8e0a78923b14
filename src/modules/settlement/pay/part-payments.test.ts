import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startTestApp } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { assertRefused, makeOlder, makeShopper, shopping, staffOn, stockOf } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { expireUnpaidOrders, settlePayments } from '../jobs.ts'

describeShop('payments and refunds in parts', ({ service, shop: merchant }) => {
  /** An order of 4 units of 10.00, and what staff does with it. */
  async function placed(on: Pick<typeof service, 'request'> = service) {
    const shopper = await makeShopper(service, merchant)
    const product = await makeProduct(service, merchant, { onHand: 9, price: 10 })
    const order = (await shopper.order([{ product_id: product.id, quantity: 4 }])).body.data
    const record = (amount?: number) =>
      on.request('POST', `/admin/orders/${order.id}/payments`, {
        headers: merchant.owner.headers,
        body: { method: 'manual', ...(amount !== undefined && { amount }) },
      })
    return { shopper, product, order, record, ...staffOn(service, merchant, order.id) }
  }

  const eventsOfOrder = async (orderId: string) =>
    (await eventsOf(service, merchant.id))
      .filter(({ event, data }) => event.startsWith('order.') && data.order?.id === orderId)
      .map(({ event, data }) =>
        [event, data.change, data.order.payment_status, data.order.amount_due].filter((x) => x !== undefined),
      )

  it('POST /admin/orders/{id}/payments with an amount answers 201 partially_paid; the rest pays it, once', async () => {
    const { shopper, order, record } = await placed()
    assert.deepEqual([order.amount_paid, order.amount_due], [0, 40])
    const first = (await record(15)).body.data
    assert.deepEqual(
      [first.payment.amount, first.payment.status, first.order.status, first.order.payment_status],
      [15, 'succeeded', 'pending', 'partially_paid'],
    )
    assert.deepEqual([first.order.amount_paid, first.order.amount_due, first.order.paid_at], [15, 25, null])
    const second = (await shopper.pay(order.id)).body.data
    assert.deepEqual([second.payment.amount, second.order.status, second.order.payment_status], [25, 'paid', 'paid'])
    assert.deepEqual([second.order.amount_paid, second.order.amount_due], [40, 0])
    assertRefused(await shopper.pay(order.id), 409, 'INVALID_TRANSITION')
    assert.deepEqual(await eventsOfOrder(order.id), [
      ['order.created', 'unpaid', 40],
      ['order.updated', 'payment_status', 'partially_paid', 25],
      ['order.payment_succeeded', 'paid', 0],
      ['order.updated', 'payment_status', 'paid', 0],
    ])
  })

  it('POST /admin/orders/{id}/payments with more than is due answers 400 with the field', async () => {
    const { record } = await placed()
    await record(15)
    for (const amount of [25.01, 0, 1.001]) {
      const refused = await record(amount)
      assertRefused(refused, 400, 'VALIDATION_ERROR')
      assert.equal(refused.body.error.details[0].field, 'amount')
    }
    const all = (await record()).body.data
    assert.deepEqual([all.payment.amount, all.order.payment_status], [25, 'paid'])
  })

  it('a decline beside a success leaves the order partially_paid', async () => {
    const { shopper, order, record } = await placed()
    await record(15)
    const declined = (await shopper.pay(order.id, 'test_decline')).body.data
    assert.deepEqual([declined.payment.status, declined.payment.amount], ['failed', 25])
    assert.deepEqual([declined.order.status, declined.order.payment_status], ['pending', 'partially_paid'])
    assert.equal((await shopper.pay(order.id)).body.data.order.payment_status, 'paid')
  })

  it('40 payments of 1.00 by two processes pay 40.00 once, whoever comes last', async (t) => {
    const second = await startTestApp({}, service.databaseUrl)
    t.after(() => second.close())
    const { shopper, order } = await placed()
    const pay = (index: number) =>
      (index % 2 ? service : second).request('POST', `/admin/orders/${order.id}/payments`, {
        headers: merchant.owner.headers,
        body: { method: 'manual', amount: 1 },
      })
    const cards = [service, second].map((one) => shopping(one, shopper.headers).pay(order.id))
    const answers = await Promise.all([...Array.from({ length: 50 }, (_, index) => pay(index)), ...cards])
    const amounts = answers.filter(({ status }) => status === 201).map(({ body }) => body.data.payment)
    const taken = amounts.filter(({ status }) => status === 'succeeded')
    assert.equal(
      taken.reduce((sum, { amount }) => sum + amount, 0),
      40,
    )
    const now = (await shopper.get(`/user/orders/${order.id}`)).body.data
    assert.deepEqual([now.status, now.amount_paid, now.amount_due], ['paid', 40, 0])
    const told = (await eventsOfOrder(order.id)).filter(([event]) => event === 'order.payment_succeeded')
    assert.equal(told.length, 1)
  })

  it('refunds give back to the newest payment first, and to none more than it gave', async () => {
    const { shopper, order, record, refund, done, current } = await placed()
    const first = (await record(15)).body.data.payment
    const second = (await shopper.pay(order.id)).body.data.payment
    const partsOf = (answer: Awaited<ReturnType<typeof refund>>) =>
      answer.body.data.refund.parts.map((part: Record<string, unknown>) => [
        part['payment_id'],
        part['method'],
        part['amount'],
        part['status'],
      ])
    const product_id = order.items[0].product_id
    const one = await refund({ items: [{ product_id, quantity: 2 }] })
    assert.equal(one.status, 201)
    assert.deepEqual(partsOf(one), [[second.id, 'test_success', 20, 'succeeded']])
    assert.equal(one.body.data.order.payment_status, 'partially_refunded')
    assertRefused(await refund({ amount: 20.01 }), 409, 'REFUND_TOO_LARGE')
    const other = await refund({ items: [{ product_id, quantity: 2 }] })
    assert.deepEqual(partsOf(other), [
      [second.id, 'test_success', 5, 'succeeded'],
      [first.id, 'manual', 15, 'pending'],
    ])
    assert.equal((await current()).payment_status, 'partially_refunded')
    assert.equal((await done(other.body.data.refund.id)).status, 200)
    const { payment_status, refunded_total, amount_paid } = await current()
    assert.deepEqual([payment_status, refunded_total, amount_paid], ['refunded', 40, 40])
    const payments = (await shopper.get(`/user/orders/${order.id}/payments`)).body.data.items
    assert.deepEqual(
      payments.map((payment: { status: string }) => payment.status),
      ['refunded', 'refunded'],
    )
    const { rows } = await service.deps.db
      .selectFrom('test_provider_charges')
      .select(['amount_minor', 'refunded_minor'])
      .where('payment_id', '=', second.id)
      .execute()
      .then((rows) => ({ rows }))
    assert.deepEqual(rows, [{ amount_minor: 2500, refunded_minor: 2500 }])
  })

  it('a payment is refunded once all of it is back, whichever of its refunds ends last', async () => {
    const { shopper, order, record, refund, done } = await placed()
    const statuses = async () =>
      (await shopper.get(`/user/orders/${order.id}/payments`)).body.data.items
        .map(({ amount, status }: { amount: number; status: string }) => [amount, status])
        .sort()
    await record(15)
    await record()
    const [first, rest] = [await refund({ amount: 10 }), await refund({ amount: 15 })]
    await done(rest.body.data.refund.id)
    assert.deepEqual(await statuses(), [
      [15, 'succeeded'],
      [25, 'succeeded'],
    ])
    await done(first.body.data.refund.id)
    assert.deepEqual(await statuses(), [
      [15, 'succeeded'],
      [25, 'refunded'],
    ])
  })

  it('a refund of which one source refuses is failed; retry sends that part only', async () => {
    const { shopper, order, record, refund, retry, done, current } = await placed()
    await record(15)
    await shopper.pay(order.id, 'test_refund_refused')
    const { refund: open } = (await refund({ amount: 30 })).body.data
    assert.deepEqual([open.status, open.parts[1].status], ['pending', 'pending'])
    const failed = (await done(open.id)).body.data
    assert.deepEqual(
      failed.refund.parts.map((part: Record<string, unknown>) => [part['method'], part['amount'], part['status']]),
      [
        ['test_refund_refused', 25, 'failed'],
        ['manual', 5, 'succeeded'],
      ],
    )
    assert.deepEqual(
      [failed.refund.status, failed.order.payment_status, failed.order.refunded_total],
      ['failed', 'partially_refunded', 5],
    )
    const sent = (await retry(failed.refund.id)).body.data
    assert.deepEqual(
      sent.refund.parts.map((part: Record<string, unknown>) => [part['amount'], part['status']]),
      [
        [25, 'succeeded'],
        [5, 'succeeded'],
      ],
    )
    assert.deepEqual([sent.refund.status, sent.order.refunded_total], ['succeeded', 30])
    assertRefused(await retry(failed.refund.id), 409, 'INVALID_TRANSITION')
    assertRefused(await refund({ amount: 10.01 }), 409, 'REFUND_TOO_LARGE')
    const { refund: last } = (await refund({ amount: 10 })).body.data
    assert.equal(last.parts[0].method, 'manual')
    await done(last.id)
    assert.equal((await current()).payment_status, 'refunded')
  })

  it('a cancelled order gives back what was paid of it, once, and its units', async () => {
    const { shopper, product, order, record, done, current } = await placed()
    const { payment } = (await record(15)).body.data
    const cancelled = (await shopper.cancel(order.id)).body.data
    assert.deepEqual([cancelled.status, cancelled.amount_due, cancelled.refunded_total], ['cancelled', 0, 15])
    await settlePayments.run(service.deps)
    assert.equal((await current()).payment_status, 'partially_paid')
    await done(payment.id)
    const { payment_status, amount_paid, refunded_total } = await current()
    assert.deepEqual([payment_status, amount_paid, refunded_total], ['refunded', 15, 15])
    assert.deepEqual(await stockOf(service, product.id), [9, 0])
    assertRefused(await record(5), 409, 'INVALID_TRANSITION')
  })

  it('an order that expires partly paid gives it back', async () => {
    const { order, record, done, current } = await placed()
    const { payment } = (await record(15)).body.data
    await makeOlder(service, [order.id], 4_000)
    await expireUnpaidOrders.run(service.deps)
    await settlePayments.run(service.deps)
    await done(payment.id)
    const { status, payment_status, cancel_reason } = await current()
    assert.deepEqual([status, payment_status, cancel_reason], ['cancelled', 'refunded', 'payment_window_expired'])
  })

  it('a cancelled order that two payments have paid gives each its own', async () => {
    const { shopper, order, record, move, done, current } = await placed()
    await record(15)
    await shopper.pay(order.id)
    assert.equal((await move('cancelled')).status, 200)
    const { refunds } = await current()
    await done(refunds[0].id)
    assert.equal((await current()).payment_status, 'refunded')
    assert.deepEqual(
      refunds[0].parts.map((part: { amount: number }) => part.amount),
      [25, 15],
    )
  })
})
