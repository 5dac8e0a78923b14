import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { orderChecks } from '#src/modules/orders/index.ts'
import type { PaymentProvider } from '#src/modules/payments/index.ts'
import { storedValueChecks } from '#src/modules/stored-value/index.ts'
import { type TestAnswer, testSecretVariables, unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { killedAt, refusing, waitingFor } from '#test/support/faults.ts'
import { holdLocks } from '#test/support/locks.ts'
import { makeShopper, staffOn } from '#test/support/orders.ts'
import { startProcess } from '#test/support/process.ts'
import { makeProduct } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { grantCredit, makeGiftCard, payWith, readGiftCard } from '#test/support/stored-value.ts'
import { untilReady } from '#test/support/until.ts'
import { settlementChecks } from '../checks.ts'
import { settlePayments } from '../jobs.ts'

type Source = 'gift card' | 'store credit' | 'card'
const sources: readonly Source[] = ['gift card', 'store credit', 'card']

/** What each source pays of 40.00. */
const amounts: Record<Source, number> = { 'gift card': 10, 'store credit': 12, card: 18 }

/**
 * Faults at each step of an order paid by a gift card, store credit and a card: whatever happens, each source gives its
 * amount once, the order is paid once, and a refund gives each its own amount back once.
 */
describeShop('an order paid by three sources', { LOGIN_LIMIT_PER_MINUTE: '0' }, ({ service, shop: merchant }) => {
  async function placed() {
    const shopper = await makeShopper(service, merchant)
    const product = await makeProduct(service, merchant, { onHand: 9, price: 10 })
    const order = (await shopper.order([{ product_id: product.id, quantity: 4 }])).body.data
    const card = await makeGiftCard(service, merchant, amounts['gift card'])
    await grantCredit(service, merchant, shopper.id, amounts['store credit'])
    const bodies: Record<Source, object> = {
      'gift card': { method: 'gift_card', code: card.code },
      'store credit': { method: 'store_credit' },
      card: { method: 'test_success' },
    }
    const send = (source: Source, key = unique('key')): Promise<TestAnswer> => {
      if (source === 'card') return shopper.pay(order.id, 'test_success', key)
      return payWith(service, shopper.headers, order.id, source === 'gift card' ? card.code : undefined, key)
    }
    const current = async () => (await shopper.get(`/user/orders/${order.id}`)).body.data
    /** Left in the ledgers and taken from the card. */
    const books = async () => ({
      'gift card': (await readGiftCard(service, merchant, card.id)).balance,
      'store credit': (await shopper.get('/user/store-credit')).body.data.balance,
      card: await chargedOf(order.id),
    })
    return { ...staffOn(service, merchant, order.id), shopper, order, bodies, send, current, books }
  }
  type Placed = Awaited<ReturnType<typeof placed>>

  /** What the test provider keeps for an order, in major units. */
  async function chargedOf(orderId: string): Promise<number> {
    const { rows } = await sql<{ kept: number }>`
      select coalesce(sum(charge.amount_minor - charge.refunded_minor) filter (where charge.succeeded), 0) as kept
        from test_provider_charges charge join payments on payments.id = charge.payment_id
       where payments.order_id = ${orderId}`.execute(service.deps.db)
    return (rows[0]?.kept ?? 0) / 100
  }

  async function sweep(orderId: string): Promise<void> {
    const due = { due_at: new Date() }
    await service.deps.db
      .updateTable('payments')
      .set(due)
      .where('order_id', '=', orderId)
      .where('status', 'in', ['pending', 'requires_action'])
      .execute()
    await service.deps.db.updateTable('refunds').set(due).where('order_id', '=', orderId).execute()
    await settlePayments.run(service.deps)
  }

  /** Replaces functions of the test provider while `work` runs. */
  async function withProvider<T>(changes: Partial<PaymentProvider>, work: () => Promise<T>): Promise<T> {
    const { deps } = service
    const usual = deps.paymentProviders
    deps.paymentProviders = usual.map((one) => (one.name === 'test' ? { ...one, ...changes } : one))
    return work().finally(() => {
      deps.paymentProviders = usual
    })
  }
  const noAnswer = () => Promise.reject(new Error('no answer'))

  /** Faults of the payment with one source. Each leaves the order so that the shopper can go on. */
  const faults: Record<
    string,
    { of: readonly Source[]; inject(order: Placed, source: Source, t: TestContext): Promise<void> }
  > = {
    'the ledger refuses the entry: nothing is taken': {
      of: ['gift card', 'store credit'],
      async inject({ send, books }, source) {
        const before = await books()
        const answer = await refusing(service, 'stored_value_entries', "kind <> 'paid'", () => send(source))
        assert.equal(answer.status, 500)
        assert.deepEqual(await books(), before)
      },
    },
    'the event cannot be written: nothing is taken': {
      of: ['gift card', 'store credit'],
      async inject({ send, books }, source) {
        const before = await books()
        const answer = await refusing(service, 'events', "name <> 'order.updated'", () => send(source))
        assert.equal(answer.status, 500)
        assert.deepEqual(await books(), before)
      },
    },
    'the answer is lost: the same key takes nothing again': {
      of: sources,
      async inject({ send, books }, source) {
        const key = unique('key')
        const first = await send(source, key)
        const after = await books()
        assert.deepEqual((await send(source, key)).body, first.body)
        assert.deepEqual(await books(), after)
      },
    },
    'the process is killed before the commit': {
      of: ['gift card', 'store credit'],
      async inject({ shopper, order, bodies, books }, source, t) {
        const before = await books()
        const path = `/user/orders/${order.id}/payments`
        await killedAt(service, t, 'stored_value_entries', { path, headers: shopper.headers, body: bodies[source] })
        assert.deepEqual(await books(), before)
      },
    },
    'the card is declined': {
      of: ['card'],
      async inject({ shopper, order, current }) {
        assert.equal((await shopper.pay(order.id, 'test_decline')).body.data.payment.status, 'failed')
        assert.equal((await current()).payment_status, 'partially_paid')
      },
    },
    'the provider gives no answer and was not asked: the payment fails': {
      of: ['card'],
      async inject({ send, order, current }) {
        const answer = await withProvider({ charge: noAnswer }, () => send('card'))
        assert.equal(answer.body.data.payment.status, 'pending')
        await sweep(order.id)
        assert.equal((await current()).payment_status, 'partially_paid')
      },
    },
    'the charge is booked and its answer is lost': {
      of: ['card'],
      async inject({ send, order }) {
        const { paymentProviders } = service.deps
        const { charge } = paymentProviders.find(({ name }) => name === 'test') ?? { charge: noAnswer }
        const lost: PaymentProvider['charge'] = async (...call) => charge(...call).then(noAnswer)
        assert.equal((await withProvider({ charge: lost }, () => send('card'))).body.data.payment.status, 'pending')
        await sweep(order.id)
      },
    },
    'the process is killed after the charge': {
      of: ['card'],
      async inject({ shopper, order, bodies }, _source, t) {
        const path = `/user/orders/${order.id}/payments`
        await killedAt(service, t, 'unpaid_counts', { path, headers: shopper.headers, body: bodies.card })
        assert.equal(await chargedOf(order.id), 18)
        await sweep(order.id)
      },
    },
  }

  for (const [fault, { of, inject }] of Object.entries(faults))
    for (const source of of)
      it(`${source}: ${fault}; then each source has paid its amount once`, async (t) => {
        const order = await placed()
        for (const one of sources) {
          if (one === source) await inject(order, source, t)
          const { amount_due } = await order.current()
          const paid = 40 - amount_due
          if (paid < sources.slice(0, sources.indexOf(one) + 1).reduce((sum, each) => sum + amounts[each], 0))
            assert.equal((await order.send(one)).status, 201, one)
        }
        const { status, payment_status, amount_paid } = await order.current()
        assert.deepEqual([status, payment_status, amount_paid], ['paid', 'paid', 40])
        assert.deepEqual(await order.books(), { 'gift card': 0, 'store credit': 0, card: 18 })
        const events = await eventsOf(service, merchant.id, 'order.payment_succeeded')
        assert.equal(events.filter(({ data }) => data.order.id === order.order.id).length, 1)
      })

  async function paid(): Promise<Placed> {
    const order = await placed()
    for (const source of sources) assert.equal((await order.send(source)).status, 201)
    return order
  }

  /** Faults of a refund of all. */
  const refundFaults: Record<string, (order: Placed, t: TestContext) => Promise<void>> = {
    'the card’s provider gives no answer': async ({ refund, order }) => {
      const answer = await withProvider({ refund: noAnswer }, () => refund({ amount: 40 }))
      assert.deepEqual(statusesOf(answer), ['pending', 'succeeded', 'succeeded'])
      await sweep(order.id)
    },
    'the card’s provider refuses': async ({ refund, retry }) => {
      const refuse: PaymentProvider['refund'] = async () => ({ status: 'failed', failure: 'refund_refused' })
      const answer = await withProvider({ refund: refuse }, () => refund({ amount: 40 }))
      assert.deepEqual(statusesOf(answer), ['failed', 'succeeded', 'succeeded'])
      assert.equal(answer.body.data.order.refunded_total, 22)
      assert.equal((await retry(answer.body.data.refund.id)).status, 200)
    },
    'the card’s refund is booked and its answer is lost': async ({ refund, order }) => {
      const { refund: give } = service.deps.paymentProviders.find(({ name }) => name === 'test') ?? { refund: noAnswer }
      const lost: PaymentProvider['refund'] = async (...call) => give(...call).then(noAnswer)
      const answer = await withProvider({ refund: lost }, () => refund({ amount: 40 }))
      assert.deepEqual(statusesOf(answer), ['pending', 'succeeded', 'succeeded'])
      await sweep(order.id)
    },
    'the ledger refuses the entries': async ({ refund, order }) => {
      const answer = await refusing(service, 'stored_value_entries', "kind <> 'returned'", () => refund({ amount: 40 }))
      assert.deepEqual(statusesOf(answer), ['succeeded', 'pending', 'pending'])
      await sweep(order.id)
    },
    'the process is killed after the card’s refund': async ({ order }, t) => {
      const path = `/admin/orders/${order.id}/refunds`
      await killedAtUpdate(t, path, { amount: 40 })
      assert.equal(await chargedOf(order.id), 0)
      await sweep(order.id)
    },
  }

  /** Killed while it records the first part, which its provider has given. */
  async function killedAtUpdate(t: TestContext, path: string, body: object): Promise<void> {
    const environment = { DATABASE_URL: service.databaseUrl, ...testSecretVariables, DEMO_DATA: 'false' }
    const doomed = await startProcess(t, environment)
    await untilReady(doomed.url)
    const locks = await holdLocks(service, sql`lock table test_provider_refunds in share mode`)
    const request = fetch(`${doomed.url}${path}`, {
      method: 'POST',
      headers: { ...merchant.owner.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => 'cut off')
    await waitingFor(service, 'test_provider_refunds').catch((error) =>
      locks.commit().then(() => Promise.reject(error)),
    )
    const recording = await holdLocks(service, sql`lock table refund_parts in share mode`)
    await locks.commit()
    await waitingFor(service, 'refund_parts')
      .finally(() => doomed.end('SIGKILL'))
      .finally(() => recording.commit())
    assert.equal(await request, 'cut off')
  }

  const statusesOf = (answer: TestAnswer): string[] =>
    answer.body.data.refund.parts.map(({ status }: { status: string }) => status)

  for (const [fault, inject] of Object.entries(refundFaults))
    it(`a refund: ${fault}; then each source has its amount back once`, async (t) => {
      const order = await paid()
      await inject(order, t)
      const { payment_status, refunded_total, refunds } = await order.current()
      assert.deepEqual([payment_status, refunded_total], ['refunded', 40])
      assert.deepEqual(
        refunds[0].parts.map((part: { amount: number; status: string }) => [part.amount, part.status]),
        [
          [18, 'succeeded'],
          [12, 'succeeded'],
          [10, 'succeeded'],
        ],
      )
      assert.deepEqual(await order.books(), { 'gift card': 10, 'store credit': 12, card: 0 })
    })

  for (const upTo of [1, 2] as const)
    it(`cancelled after ${upTo} of three: what was taken is back at once`, async () => {
      const order = await placed()
      for (const source of sources.slice(0, upTo)) await order.send(source)
      assert.equal((await order.shopper.cancel(order.order.id)).body.data.payment_status, 'refunded')
      assert.deepEqual(await order.books(), { 'gift card': 10, 'store credit': 12, card: 0 })
    })

  it('then the books of all orders agree', async () => {
    for (const { name, statement } of [...orderChecks, ...settlementChecks, ...storedValueChecks]) {
      const { rows } = await sql.raw(statement).execute(service.deps.db)
      assert.deepEqual(rows, [], name)
    }
  })
})
