import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import type { PaymentProvider } from '#src/modules/payments/index.ts'
import { testSecretVariables, unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { holdLocks } from '#test/support/locks.ts'
import {
  assertRefused,
  chargesOf,
  holdAnswers,
  makeOlder,
  makeShopper,
  moveOrder,
  placeOrder,
  setOrderLimits,
  stockOf,
} from '#test/support/orders.ts'
import { startProcess } from '#test/support/process.ts'
import { makeProduct } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { until, untilReady } from '#test/support/until.ts'
import { expireUnpaidOrders, settlePayments } from '../jobs.ts'

describeShop('settlement of payments', ({ service, shop: merchant }) => {
  const placed = () => placeOrder(service, merchant)

  /** Runs the sweep with the order's payments due. */
  async function settleNow(orderId: string) {
    await dueNow(orderId)
    await settlePayments.run(service.deps)
  }

  async function dueNow(orderId: string) {
    const { db } = service.deps
    const due = { due_at: new Date() }
    await db
      .updateTable('payments')
      .set(due)
      .where('order_id', '=', orderId)
      .where('due_at', '<', sql<Date>`'infinity'`)
      .execute()
    await db.updateTable('refunds').set(due).where('order_id', '=', orderId).execute()
  }

  const paymentsOf = (orderId: string) =>
    service.deps.db.selectFrom('payments').select(['status', 'failure']).where('order_id', '=', orderId).execute()

  /** Replaces some functions of the test provider until `work` is done. */
  async function withProvider<T>(changes: Partial<PaymentProvider>, work: () => Promise<T>): Promise<T> {
    const { deps } = service
    const before = deps.paymentProviders
    deps.paymentProviders = before.map((provider) =>
      provider.name === 'test' ? { ...provider, ...changes } : provider,
    )
    return work().finally(() => {
      deps.paymentProviders = before
    })
  }
  const noAnswer = () => Promise.reject(new Error('no answer'))

  it('a process killed after the charge leaves a pending payment; the next one settles it, charged once', async (t) => {
    const environment = {
      DATABASE_URL: service.databaseUrl,
      ...testSecretVariables,
      DEMO_DATA: 'false',
    }
    const doomed = await startProcess(t, environment)
    // What a process does first takes it long, and a charge must begin within five seconds.
    await untilReady(doomed.url)
    const { shopper, order, current } = await placed()
    const key = unique('key')
    // The outcome cannot be recorded before the process is killed, however late that is.
    const figures = await holdLocks(service, sql`lock table figure_changes in share mode`)
    const request = fetch(`${doomed.url}/user/orders/${order.id}/payments`, {
      method: 'POST',
      headers: { ...shopper.headers, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ method: 'test_slow' }),
    }).catch(() => 'cut off')
    await chargesOf(service, order.id, 1)
    await doomed.end('SIGKILL')
    assert.equal(await request, 'cut off')
    await figures.commit()
    assert.deepEqual(await paymentsOf(order.id), [{ status: 'pending', failure: null }])
    assertRefused(await shopper.pay(order.id, 'test_slow', key), 409, 'IDEMPOTENCY_IN_PROGRESS')
    assertRefused(await shopper.pay(order.id), 409, 'CONFLICT')

    await startProcess(t, environment)
    await dueNow(order.id)
    await until(async () => (await current()).status === 'paid', 'the restarted service to settle the payment')
    assert.equal((await chargesOf(service, order.id)).length, 1)
    const replayed = await shopper.pay(order.id, 'test_slow', key)
    assert.deepEqual(
      [replayed.status, replayed.headers['idempotent-replayed'], replayed.body.data.payment.status],
      [201, 'true', 'succeeded'],
    )
    assert.deepEqual((await shopper.pay(order.id, 'test_slow', key)).body, replayed.body)
    const events = await eventsOf(service, merchant.id, 'order.payment_succeeded')
    assert.equal(events.filter(({ data }) => data.order.id === order.id).length, 1)
  })

  /** Until `work` is done, no event of a successful payment can be written. */
  async function withoutEvents<T>(work: () => Promise<T>): Promise<T> {
    const refuse = sql`alter table events add constraint refused check (name <> 'order.payment_succeeded') not valid`
    await refuse.execute(service.deps.db)
    return work().finally(() => sql`alter table events drop constraint refused`.execute(service.deps.db))
  }

  it('a charge whose outcome cannot be recorded answers 201 with a pending payment; the sweep settles it', async () => {
    const { shopper, order, current } = await placed()
    const answer = await withoutEvents(() => shopper.pay(order.id))
    assert.deepEqual([answer.status, answer.body.data.payment.status], [201, 'pending'])
    assert.deepEqual(
      [await paymentsOf(order.id), (await current()).status],
      [[{ status: 'pending', failure: null }], 'pending'],
    )
    await settleNow(order.id)
    assert.equal((await current()).status, 'paid')
    assert.deepEqual(await chargesOf(service, order.id), [{ succeeded: true, refunded: false }])
  })

  it('a payment by staff whose events cannot be written is not recorded, and can be repeated', async () => {
    const { order, current } = await placed()
    const record = () =>
      service.request('POST', `/admin/orders/${order.id}/payments`, {
        headers: merchant.owner.headers,
        body: { method: 'manual' },
      })
    assert.equal((await withoutEvents(record)).status, 500)
    assert.deepEqual([await paymentsOf(order.id), (await current()).status], [[], 'pending'])
    assert.equal((await record()).body.data.order.status, 'paid')
  })

  it('a charge that never reached the provider is recorded as failed, and the order can be paid', async () => {
    const { shopper, order, current } = await placed()
    const answer = await withProvider({ charge: noAnswer }, () => shopper.pay(order.id))
    assert.deepEqual([answer.status, answer.body.data.payment.status], [201, 'pending'])
    await settlePayments.run(service.deps)
    assert.deepEqual(await paymentsOf(order.id), [{ status: 'pending', failure: null }])
    await settleNow(order.id)
    assert.deepEqual(await paymentsOf(order.id), [{ status: 'failed', failure: 'not_charged' }])
    assert.equal((await current()).payment_status, 'failed')
    assert.equal((await shopper.pay(order.id)).body.data.order.status, 'paid')
  })

  it('a charge whose answer was lost is recorded as succeeded once by eight sweeps', async () => {
    const { shopper, order, current } = await placed()
    const { charge, find } = testProvider()
    const lost: PaymentProvider['charge'] = async (...call) => {
      await charge(...call)
      return noAnswer()
    }
    await withProvider({ charge: lost }, () => shopper.pay(order.id))
    assert.equal((await current()).status, 'pending')
    await dueNow(order.id)
    let lookUps = 0
    const counted: PaymentProvider['find'] = (...call) => {
      lookUps += 1
      return find(...call)
    }
    await withProvider({ find: counted }, () =>
      Promise.all(Array.from({ length: 8 }, () => settlePayments.run(service.deps))),
    )
    assert.deepEqual([(await current()).status, lookUps], ['paid', 1])
    const events = await eventsOf(service, merchant.id, 'order.payment_succeeded')
    assert.equal(events.filter(({ data }) => data.order.id === order.id).length, 1)
  })

  it('a look-up that the provider does not answer is repeated', async () => {
    const { shopper, order, current } = await placed()
    await withProvider({ charge: noAnswer, find: noAnswer }, async () => {
      await shopper.pay(order.id)
      await settleNow(order.id)
    })
    assert.deepEqual(await paymentsOf(order.id), [{ status: 'pending', failure: null }])
    await settleNow(order.id)
    assert.equal((await current()).payment_status, 'failed')
  })

  it('an order cancelled during its charge stays cancelled, and the charge is refunded', async () => {
    const { shopper, product, order, current } = await placed()
    const answer = holdAnswers(service)
    const paying = shopper.pay(order.id)
    await chargesOf(service, order.id, 1)
    assert.equal((await shopper.cancel(order.id)).status, 200)
    answer()
    const { payment } = (await paying).body.data
    assert.equal(payment.status, 'refunding')
    await settlePayments.run(service.deps)
    const { status, payment_status } = await current()
    assert.deepEqual([status, payment_status], ['cancelled', 'refunded'])
    assert.deepEqual(await chargesOf(service, order.id), [{ succeeded: true, refunded: true }])
    assert.deepEqual(await stockOf(service, product.id), [5, 0])
    const events = await eventsOf(service, merchant.id, 'order.payment_succeeded')
    assert.ok(!events.some(({ data }) => data.order.id === order.id))
    // It went back without a refund, so none is left to be taken.
    const { headers } = merchant.owner
    const again = await service.request('POST', `/admin/orders/${order.id}/refunds`, { headers, body: { amount: 1 } })
    assertRefused(again, 409, 'INVALID_TRANSITION')
  })

  it('a charge that succeeds after its payment was recorded as failed is refunded', async () => {
    const { shopper, order } = await placed()
    const { charge } = testProvider()
    const late: PaymentProvider['charge'] = async (...call) => {
      // Meanwhile the sweep finds no charge, and the shopper pays again.
      await settleNow(order.id)
      await withProvider({ charge }, () => shopper.pay(order.id))
      return charge(...call)
    }
    await withProvider({ charge: late }, () => shopper.pay(order.id))
    await settlePayments.run(service.deps)
    const statuses = (await paymentsOf(order.id)).map(({ status }) => status)
    assert.deepEqual(statuses.sort(), ['refunded', 'succeeded'])
    const order_ = (await shopper.get(`/user/orders/${order.id}`)).body.data
    assert.deepEqual([order_.status, order_.payment_status], ['paid', 'paid'])
  })

  it('a paid order that staff cancels is refunded; the refund is retried until the provider answers', async () => {
    const { shopper, order, current } = await placed()
    await shopper.pay(order.id)
    const answer = await withProvider({ refund: noAnswer }, () => moveOrder(service, merchant, order.id, 'cancelled'))
    assert.deepEqual([answer.status, answer.body.data.payment_status], [200, 'paid'])
    await withProvider({ refund: noAnswer }, () => settleNow(order.id))
    assert.equal((await current()).payment_status, 'paid')
    const told = async () => {
      const events = await eventsOf(service, merchant.id, 'order.updated')
      return events.filter(({ data }) => data.order.id === order.id).map(({ data }) => data)
    }
    const before = await told()
    await settleNow(order.id)
    const refunded = await current()
    assert.equal(refunded.payment_status, 'refunded')
    assert.deepEqual(await chargesOf(service, order.id), [{ succeeded: true, refunded: true }])
    assert.deepEqual((await told()).slice(before.length), [
      { order: refunded, previous_status: 'cancelled', change: 'refunded' },
    ])
  })

  it('an order not paid in time is cancelled once by eight sweeps; one with a pending payment is not', async () => {
    const [unpaid, paying, young] = [await placed(), await placed(), await placed()]
    const slow = paying.shopper.pay(paying.order.id, 'test_slow')
    await chargesOf(service, paying.order.id, 1)
    await makeOlder(service, [unpaid.order.id, paying.order.id], 1_801)
    await Promise.all(Array.from({ length: 8 }, () => expireUnpaidOrders.run(service.deps)))
    const { status, cancel_reason } = await unpaid.current()
    assert.deepEqual([status, cancel_reason], ['cancelled', 'payment_window_expired'])
    assert.deepEqual(await stockOf(service, unpaid.product.id), [5, 0])
    const events = await eventsOf(service, merchant.id, 'order.cancelled')
    assert.equal(events.filter(({ data }) => data.order.id === unpaid.order.id).length, 1)
    assert.equal((await young.current()).status, 'pending')
    assert.equal((await slow).body.data.order.status, 'paid')
  })

  it('300 orders not paid are cancelled by one sweep', async () => {
    const shopper = await makeShopper(service, merchant)
    await setOrderLimits(service, merchant, { max_open_orders_per_user: 300, max_unpaid_units_per_address: 300 })
    const product = await makeProduct(service, merchant, { onHand: 300 })
    const line = [{ product_id: product.id, quantity: 1 }]
    const ids: string[] = []
    while (ids.length < 300) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => shopper.order(line)))
      ids.push(...answers.map(({ body }) => body.data.id))
    }
    await makeOlder(service, ids, 1_801)
    await expireUnpaidOrders.run(service.deps)
    assert.deepEqual(await stockOf(service, product.id), [300, 0])
  })

  function testProvider(): PaymentProvider {
    const provider = service.deps.paymentProviders.find(({ name }) => name === 'test')
    if (provider === undefined) throw new Error('there is no test provider')
    return provider
  }
})
