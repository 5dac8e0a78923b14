import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { PaymentProvider } from '#src/modules/payments/index.ts'
import { type TestAnswer, testSecretVariables, unique } from '#test/support/app.ts'
import { besideService, describeShop } from '#test/support/describe-shop.ts'
import {
  asEverybodySees,
  assertRefused,
  chargesOf,
  makePaidOrder,
  makeShopper,
  placeOrder,
  staffOn,
  stockOf,
} from '#test/support/orders.ts'
import { startProcess } from '#test/support/process.ts'
import { until } from '#test/support/until.ts'
import { settlePayments } from '../jobs.ts'

describeShop('settlement of refunds', ({ service, shop: merchant }) => {
  const second = besideService(service)

  const paid = (quantities: number[] = [3], options: { method?: string; tax?: boolean } = {}) =>
    makePaidOrder(service, merchant, quantities, options)

  const dueNow = (orderId: string) =>
    service.deps.db.updateTable('refunds').set({ due_at: new Date() }).where('order_id', '=', orderId).execute()

  async function settleNow(orderId: string) {
    await dueNow(orderId)
    await settlePayments.run(service.deps)
  }

  /** What the test provider has booked of refunds of an order. */
  const booked = (orderId: string) =>
    service.deps.db
      .selectFrom('test_provider_refunds as refund')
      .innerJoin('payments', 'payments.id', 'refund.payment_id')
      .select(['refund.amount_minor', 'refund.succeeded'])
      .where('payments.order_id', '=', orderId)
      .execute()

  /** Replaces the refunds of the test provider until `work` is done. */
  async function withRefunds<T>(
    change: (given: PaymentProvider['refund']) => PaymentProvider['refund'],
    work: () => Promise<T>,
  ): Promise<T> {
    const { deps } = service
    const before = deps.paymentProviders
    deps.paymentProviders = before.map((provider) =>
      provider.name === 'test' ? { ...provider, refund: change(provider.refund) } : provider,
    )
    return work().finally(() => {
      deps.paymentProviders = before
    })
  }
  const noAnswer = () => () => Promise.reject(new Error('no answer'))

  const counts = (answers: readonly TestAnswer[]) =>
    answers.map(({ status, body }) => (body.success ? String(status) : body.error.code)).sort()

  it('a process killed between commit and provider leaves a pending refund; the next one gives it once', async (t) => {
    const environment = { DATABASE_URL: service.databaseUrl, ...testSecretVariables, DEMO_DATA: 'false' }
    const doomed = await startProcess(t, environment)
    const { order, refund, current } = await paid()
    // Holds the provider's books: the process waits for its answer when it dies.
    const { db } = service.deps
    const held = await db.startTransaction().execute()
    await held.selectFrom('test_provider_charges').select('payment_id').forUpdate().execute()
    const key = unique('key')
    const request = fetch(`${doomed.url}/admin/orders/${order.id}/refunds`, {
      method: 'POST',
      headers: { ...merchant.owner.headers, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ amount: 20 }),
    }).catch(() => 'cut off')
    await until(async () => (await current()).refunds.length === 1, 'the refund to be written')
    await doomed.end('SIGKILL')
    const answer = await request
    // It waits five seconds for its provider: on a slow machine it is killed after its answer.
    if (typeof answer !== 'string') assert.equal(answer.status, 201)
    await held.rollback().execute()
    // Whether the statement that was under way is made or not, the refund is not recorded.
    const pending = await current()
    assert.deepEqual(
      [pending.refunds[0].status, pending.refunded_total, pending.payment_status],
      ['pending', 20, 'paid'],
    )

    await settleNow(order.id)
    const settled = await current()
    assert.deepEqual([settled.refunds[0].status, settled.payment_status], ['succeeded', 'partially_refunded'])
    const replayed = await refund({ amount: 20 }, key)
    const told = typeof answer === 'string' ? 'succeeded' : 'pending'
    assert.deepEqual([replayed.status, replayed.body.data.refund.status], [201, told])
    assert.deepEqual(await booked(order.id), [{ amount_minor: 2_000, succeeded: true }])
  })

  it('two refunds that are settled at the same moment have times of their own, which are the order’s', async () => {
    const { order, refund, current } = await paid()
    const { id } = (await refund({ amount: 5 })).body.data.refund
    const moment = new Date(Date.now() + 60_000)
    await service.deps.db.updateTable('refunds').set({ settled_at: moment }).where('id', '=', id).execute()
    await refund({ amount: 6 })
    const rows = service.deps.db.selectFrom('refunds').select('settled_at').where('order_id', '=', order.id)
    const times = (await rows.orderBy('id').execute()).map(({ settled_at }) => settled_at?.getTime())
    assert.deepEqual(times, [moment.getTime(), moment.getTime() + 1])
    assert.equal(new Date((await current()).updated_at).getTime(), times[1])
  })

  it('a provider without an answer, with a late or a lost one is asked again for the same refund', async () => {
    const { order, refund, current } = await paid()
    const answer = await withRefunds(noAnswer, () => refund({ amount: 5 }))
    assert.deepEqual([answer.status, answer.body.data.refund.status], [201, 'pending'])
    assert.deepEqual(await booked(order.id), [])
    await settlePayments.run(service.deps)
    assert.equal((await current()).refunds[0].status, 'pending')
    const later = () => async () => ({ status: 'pending', reference: null }) as const
    await withRefunds(later, () => settleNow(order.id))
    assert.equal((await current()).refunds[0].status, 'pending')
    const lost =
      (given: PaymentProvider['refund']) =>
      async (...call: Parameters<PaymentProvider['refund']>) => {
        await given(...call)
        throw new Error('answer lost')
      }
    await withRefunds(lost, () => settleNow(order.id))
    const pending = await current()
    assert.deepEqual([pending.refunds[0].status, pending.payment_status], ['pending', 'paid'])
    await dueNow(order.id)
    await Promise.all(Array.from({ length: 8 }, () => settlePayments.run(service.deps)))
    assert.deepEqual(
      [(await current()).refunds[0].status, await booked(order.id)],
      ['succeeded', [{ amount_minor: 500, succeeded: true }]],
    )
  })

  it('a cancelled order whose refund is refused stays cancelled, and its refund can be sent again', async () => {
    const { order, move, retry, current } = await paid([2], { method: 'test_refund_refused' })
    await move('cancelled')
    await settleNow(order.id)
    const refused = await current()
    assert.deepEqual(
      [refused.status, refused.payment_status, refused.refunded_total, refused.refunds[0].status],
      ['cancelled', 'paid', 0, 'failed'],
    )
    const { order: given } = (await retry(refused.refunds[0].id)).body.data
    assert.deepEqual([given.payment_status, given.refunded_total], ['refunded', order.total])
    assert.deepEqual(await chargesOf(service, order.id), [{ succeeded: true, refunded: true }])
  })

  it('refunds at once, in two processes, never give back more than was paid', async () => {
    const { order, current } = await paid([3])
    const staff = [service, second].map((one) => staffOn(one, merchant, order.id))
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (staff[index % 2] as (typeof staff)[0]).refund({ amount: 20 })),
    )
    assert.deepEqual(counts(answers), [...Array(2).fill('201'), ...Array(6).fill('REFUND_TOO_LARGE')])
    assert.deepEqual([(await current()).refunded_total, (await booked(order.id)).length], [40, 2])
  })

  it('refund, fulfillment and cancellation of the same units, in two processes, take each unit once', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 6; round++) {
      const { order, products } = await paid([3])
      const product_id = products[0]?.id ?? ''
      const [one, two] = [staffOn(service, merchant, order.id), staffOn(second, merchant, order.id)]
      const items = [{ product_id, quantity: 2 }]
      const answers = await Promise.all([
        one.refund({ items }),
        two.fulfil({ items }),
        round % 2 === 0 ? two.move('cancelled') : two.move('completed'),
        one.fulfil({ items: [{ product_id, quantity: 1 }] }),
      ])
      outcomes.add(counts(answers).join(' '))
      await settleNow(order.id)
      const ended = await one.current()
      const [item] = ended.items
      const sent = ended.fulfillments.flatMap((sent: { items: { quantity: number }[] }) => sent.items)
      const sum = (all: { quantity: number }[]) => all.reduce((total, { quantity }) => total + quantity, 0)
      assert.equal(sum(sent), item.quantity_fulfilled)
      const refunded = ended.refunds.flatMap((refund: { items: { quantity: number }[] }) => refund.items)
      assert.equal(sum(refunded), item.quantity_refunded)
      const [onHand, reserved] = await stockOf(service, product_id)
      const movements = await service.deps.db
        .selectFrom('stock_movements')
        .select(['type', 'on_hand_change'])
        .where('product_id', '=', product_id)
        .execute()
      const returned = movements.filter(({ type }) => type === 'refund_returned')
      assert.equal(onHand, 20 - item.quantity_fulfilled + returned.reduce((all, one) => all + one.on_hand_change, 0))
      const isOpen = ended.status === 'paid' || ended.status === 'processing'
      const cancelled = item.quantity_refunded - returned.reduce((all, one) => all + one.on_hand_change, 0)
      assert.equal(reserved, isOpen ? 3 - item.quantity_fulfilled - cancelled : 0)
      assert.ok(ended.refunded_total <= ended.total)
    }
    assert.ok(outcomes.size > 0)
  })

  it('payment and cancellation at once end as paid, or cancelled without money kept', async () => {
    for (let round = 0; round < 4; round++) {
      const { shopper, order, current, product } = await placeOrder(service, merchant)
      const staff = staffOn(second, merchant, order.id)
      await Promise.all([shopper.pay(order.id), staff.move('cancelled')])
      await until(async () => {
        await settlePayments.run(service.deps)
        return (await current()).status !== 'pending'
      }, 'the order to be settled')
      await settlePayments.run(service.deps)
      const ended = await current()
      const kept = (await chargesOf(service, order.id)).filter(({ succeeded, refunded }) => succeeded && !refunded)
      assert.deepEqual(
        [kept.length, await stockOf(service, product.id)],
        ended.status === 'paid' ? [1, [5, 2]] : [0, [5, 0]],
      )
    }
  })

  it('an order that was completed before there were fulfillments can be returned', async () => {
    const { order, products, refund, current } = await paid([2])
    const product_id = products[0]?.id ?? ''
    const { db } = service.deps
    await db
      .updateTable('orders')
      .set({ status: 'completed', completed_at: new Date() })
      .where('id', '=', order.id)
      .execute()
    await db.updateTable('stock').set({ on_hand: 18, reserved: 0 }).where('product_id', '=', product_id).execute()
    const after = (await refund({ items: [{ product_id, quantity: 1 }] })).body.data.order
    assert.deepEqual(
      [after.status, after.fulfillment_status, after.items[0].quantity_fulfilled, after.items[0].quantity_refunded],
      ['completed', 'fulfilled', 2, 1],
    )
    assert.deepEqual([await stockOf(service, product_id), await current()], [[19, 0], after])
  })

  it('a refund that cancels and returns units, and orders of the same products, all succeed', async () => {
    const { order, products, fulfil, refund } = await paid([2, 2])
    const ids = products.map(({ id }) => id)
    await fulfil({ items: [{ product_id: ids[0], quantity: 1 }] })
    const shopper = await makeShopper(service, merchant)
    const buying = () => shopper.order(ids.map((product_id) => ({ product_id, quantity: 1 })))
    const items = ids.map((product_id) => ({ product_id, quantity: 2 }))
    const [given, ...orders] = await Promise.all([refund({ items }), buying(), buying(), buying()])
    assert.deepEqual([given?.status, orders.map(({ status }) => status)], [201, [201, 201, 201]])
    assert.equal(given?.body.data.refund.order_id, order.id)
    assert.deepEqual(
      [await stockOf(service, ids[0] ?? ''), await stockOf(service, ids[1] ?? '')],
      [
        [20, 3],
        [20, 3],
      ],
    )
  })

  it('PATCH /admin/orders/{id} to cancelled after a refund gives back what is left', async () => {
    const { order, products, refund, move } = await paid([3], { tax: true })
    const product_id = products[0]?.id ?? ''
    await refund({ items: [{ product_id, quantity: 1 }] })
    const cancelled = asEverybodySees((await move('cancelled')).body.data)
    assert.deepEqual(
      cancelled.refunds.map(({ status, amount, items }: Record<string, unknown>) => [status, amount, items]),
      [
        ['succeeded', 23.99, [{ line: 1, product_id, quantity: 1 }]],
        ['succeeded', 52.71, [{ line: 1, product_id, quantity: 2 }]],
      ],
    )
    assert.deepEqual([cancelled.payment_status, cancelled.refunded_total], ['refunded', order.total])
    assert.deepEqual(cancelled, await staffOn(service, merchant, order.id).current())
    assert.deepEqual(await stockOf(service, product_id), [20, 0])

    const sent = await paid([2])
    await sent.fulfil({ items: [{ product_id: sent.products[0]?.id, quantity: 1 }] })
    const answer = await sent.move('cancelled')
    assertRefused(answer, 409, 'INVALID_TRANSITION')
    assert.deepEqual(answer.body.error.details, { status: 'processing', allowed_transitions: ['completed'] })
  })
})
