import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { describeShop } from '#test/support/describe-shop.ts'
import { chargesOf, makeOlder, placeOrder, stockOf } from '#test/support/orders.ts'
import { expireUnpaidOrders, refundLateCharges, settlePayments } from '../jobs.ts'

const hour = 3_600

describeShop('expiry of orders', ({ service, shop: merchant }) => {
  const placed = () => placeOrder(service, merchant)

  const counted = async (name: string) => {
    const values = await service.deps.metrics.getSingleMetric(name)?.get()
    return values?.values[0]?.value ?? 0
  }

  const paymentOf = (orderId: string) =>
    service.deps.db
      .selectFrom('payments')
      .leftJoin('payment_look_ups as look_up', 'look_up.payment_id', 'payments.id')
      .select(['id', 'status', 'failure', 'look_ups'])
      .select(
        sql<number>`round(extract(epoch from coalesce(look_up.due_at, payments.due_at) - now()) / 60)::int`.as(
          'due_in_minutes',
        ),
      )
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()

  /** Makes the payment older, and due. */
  const agePayment = (orderId: string, seconds: number) =>
    sql`
      with payment as (
        update payments set due_at = now(), created_at = created_at - make_interval(secs => ${seconds})
         where order_id = ${orderId}
        returning id
      )
      update payment_look_ups look_up set due_at = now() from payment where payment_id = id`.execute(service.deps.db)

  /** Runs `work` with other payment providers: those that are left, or that behave otherwise. */
  async function withProviders<T>(
    change: (providers: typeof service.deps.paymentProviders) => typeof service.deps.paymentProviders,
    work: () => Promise<T>,
  ): Promise<T> {
    const { deps } = service
    const before = deps.paymentProviders
    deps.paymentProviders = change(before)
    return work().finally(() => {
      deps.paymentProviders = before
    })
  }
  const noAnswer = () => Promise.reject(new Error('no answer'))
  const silent: Parameters<typeof withProviders>[0] = (providers) =>
    providers.map((one) => ({ ...one, charge: noAnswer, find: noAnswer }))
  const switchedOff: Parameters<typeof withProviders>[0] = (providers) => providers.filter((one) => one.name !== 'test')

  /** The bank books what it said it did not know. */
  const bookLate = (paymentId: string) =>
    sql`insert into test_provider_charges (payment_id, amount_minor, currency, succeeded)
        select id, amount_minor, currency, true from payments where id = ${paymentId}`.execute(service.deps.db)

  it('of four that cannot be released and four others cancels the others, and the four once they can be', async () => {
    const { db } = service.deps
    const orders = []
    for (let n = 0; n < 8; n++) orders.push(await placed())
    const stuck = orders.slice(0, 4)
    const products = stuck.map(({ product }) => product.id)
    // Their stock says that nothing is reserved.
    await db.updateTable('stock').set({ reserved: 0 }).where('product_id', 'in', products).execute()
    await makeOlder(
      service,
      orders.map(({ order }) => order.id),
      1_801,
    )
    const before = await counted('order_expiry_failures_total')
    await expireUnpaidOrders.run(service.deps)
    await expireUnpaidOrders.run(service.deps)
    const statuses = await Promise.all(orders.map(async ({ current }) => (await current()).status))
    assert.deepEqual(statuses, [...Array(4).fill('pending'), ...Array(4).fill('cancelled')])
    for (const { product } of orders.slice(4)) assert.deepEqual(await stockOf(service, product.id), [5, 0])
    assert.equal((await counted('order_expiry_failures_total')) - before, 4)

    const postponed = () => db.selectFrom('postponed_expiries').select(['attempts', 'due_at']).execute()
    assert.deepEqual(
      (await postponed()).map(({ attempts }) => attempts),
      [1, 1, 1, 1],
    )
    await sql`update postponed_expiries set due_at = now()`.execute(db)
    await expireUnpaidOrders.run(service.deps)
    assert.deepEqual(
      (await postponed()).map(({ attempts }) => attempts),
      [2, 2, 2, 2],
    )
    const { rows } = await sql<{ grows: boolean }>`
      select due_at > now() + interval '90 seconds' as grows from postponed_expiries`.execute(db)
    assert.ok(rows.every(({ grows }) => grows))

    await db.updateTable('stock').set({ reserved: 2 }).where('product_id', 'in', products).execute()
    await sql`update postponed_expiries set due_at = now()`.execute(db)
    await expireUnpaidOrders.run(service.deps)
    for (const { current } of stuck) assert.equal((await current()).status, 'cancelled')
    assert.deepEqual(await postponed(), [])
  })

  it('waits an hour for a payment of a provider switched off, and refunds its charge once it is back', async () => {
    const { shopper, product, order, current } = await placed()
    await withProviders(silent, () => shopper.pay(order.id))
    const payment = await paymentOf(order.id)
    await bookLate(payment.id)
    await makeOlder(service, [order.id], 1_801)
    await withProviders(switchedOff, async () => {
      await agePayment(order.id, hour / 2)
      await settlePayments.run(service.deps)
      await expireUnpaidOrders.run(service.deps)
      assert.deepEqual([(await paymentOf(order.id)).status, (await current()).status], ['pending', 'pending'])

      await agePayment(order.id, hour / 2)
      await settlePayments.run(service.deps)
      await expireUnpaidOrders.run(service.deps)
      const { status, failure } = await paymentOf(order.id)
      assert.deepEqual([status, failure, (await current()).status], ['failed', 'outcome_unknown', 'cancelled'])
      assert.deepEqual(await stockOf(service, product.id), [5, 0])

      await agePayment(order.id, 400 * 24 * hour)
      await refundLateCharges.run(service.deps)
      assert.equal((await paymentOf(order.id)).look_ups, 0)
    })
    await refundLateCharges.run(service.deps)
    await settlePayments.run(service.deps)
    assert.equal((await paymentOf(order.id)).status, 'refunded')
    assert.deepEqual(await chargesOf(service, order.id), [{ succeeded: true, refunded: true }])
    assert.equal((await current()).payment_status, 'refunded')
  })

  it('waits a day for a payment whose provider does not answer, asking it less and less often', async () => {
    const { shopper, order, current } = await placed()
    await withProviders(silent, async () => {
      await shopper.pay(order.id)
      const before = await counted('payment_settlement_failures_total')
      const pauses = []
      for (const older of [0, 120, 180, 300, 600, 22 * hour]) {
        await agePayment(order.id, older)
        await settlePayments.run(service.deps)
        pauses.push((await paymentOf(order.id)).due_in_minutes)
      }
      assert.deepEqual(pauses, [1, 2, 5, 10, 15, 15])
      assert.equal((await counted('payment_settlement_failures_total')) - before, 6)
      assert.equal((await paymentOf(order.id)).status, 'pending')
      await agePayment(order.id, 2 * hour)
      await settlePayments.run(service.deps)
    })
    const { status, failure } = await paymentOf(order.id)
    assert.deepEqual([status, failure, (await current()).payment_status], ['failed', 'outcome_unknown', 'failed'])
  })

  it('a charge that the provider did not know is looked up four more times, and refunded once booked', async () => {
    const { shopper, order } = await placed()
    await withProviders(silent, () => shopper.pay(order.id))
    await agePayment(order.id, 0)
    await settlePayments.run(service.deps)
    const paid = await placed()
    await paid.shopper.pay(paid.order.id)
    const schedule = [await paymentOf(order.id)]
    for (let lookUp = 1; lookUp <= 3; lookUp++) {
      await agePayment(order.id, 0)
      await withProviders(silent, () => refundLateCharges.run(service.deps))
      await agePayment(order.id, 0)
      await refundLateCharges.run(service.deps)
      schedule.push(await paymentOf(order.id))
    }
    assert.deepEqual(
      schedule.map(({ status, look_ups, due_in_minutes }) => [status, look_ups, due_in_minutes]),
      [
        ['failed', 0, 1],
        ['failed', 1, 10],
        ['failed', 2, 60],
        ['failed', 3, 1_440],
      ],
    )
    await bookLate(schedule[0]?.id ?? '')
    await agePayment(order.id, 0)
    await refundLateCharges.run(service.deps)
    await settlePayments.run(service.deps)
    assert.deepEqual(await chargesOf(service, order.id), [{ succeeded: true, refunded: true }])
    assert.deepEqual(await chargesOf(service, paid.order.id), [{ succeeded: true, refunded: false }])
  })

  it('a charge that is never booked, or was declined, is not looked up for ever', async () => {
    const [never, declined] = [await placed(), await placed()]
    for (const { shopper, order } of [never, declined]) {
      await withProviders(silent, () => shopper.pay(order.id))
      await agePayment(order.id, 0)
    }
    await settlePayments.run(service.deps)
    const { id } = await paymentOf(declined.order.id)
    await bookLate(id)
    await sql`update test_provider_charges set succeeded = false where payment_id = ${id}`.execute(service.deps.db)
    for (let lookUp = 0; lookUp < 6; lookUp++) {
      for (const { order } of [never, declined]) await agePayment(order.id, 0)
      await refundLateCharges.run(service.deps)
    }
    const ended = [await paymentOf(never.order.id), await paymentOf(declined.order.id)]
    assert.deepEqual(
      ended.map(({ status, failure, look_ups }) => [status, failure, look_ups]),
      [
        ['failed', 'not_charged', null],
        ['failed', 'card_declined', null],
      ],
    )
  })
})
