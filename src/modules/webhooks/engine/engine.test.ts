import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import {
  countDeliveries,
  emitSome,
  insertShop,
  insertSubscriptionRow,
  startTestEngine,
  testSecret,
} from '#test/support/delivery-engine.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { type Script, startReceiver } from '#test/support/receiver.ts'
import { until } from '#test/support/until.ts'
import { verify } from '../../../../packages/webhooks/verify.ts'

describeService('the delivery engine', ({ service }) => {
  async function setUp(t: TestContext, script?: Script, options: Parameters<typeof startTestEngine>[1] = {}) {
    const receiver = await startReceiver(script)
    const merchantId = await insertShop(service)
    const subscriptionId = await insertSubscriptionRow(service, merchantId, `${receiver.origin}/hooks`)
    const engine = startTestEngine(service, options)
    t.after(async () => {
      await receiver.close()
      await engine.stop()
      await service.deps.db.updateTable('webhook_subscriptions').set({ active: false }).execute()
      await service.deps.db.deleteFrom('delivery_queue').execute()
    })
    const counts = (expected: object) =>
      until(
        async () => {
          const found = await countDeliveries(service, merchantId)
          return JSON.stringify(found) === JSON.stringify(expected)
        },
        `deliveries to be ${JSON.stringify(expected)}`,
      )
    return { receiver, merchantId, subscriptionId, engine, counts }
  }

  it('delivers each event once, signed, with the stored bytes', async (t) => {
    const { receiver, merchantId, counts } = await setUp(t)
    await emitSome(service, merchantId, 25)
    await counts({ delivered: 25 })
    assert.equal(receiver.requests.length, 25)
    const stored = await service.deps.db
      .selectFrom('events')
      .select('body')
      .where('merchant_id', '=', merchantId)
      .execute()
    const bodies = receiver.requests.map(({ body }) => body.toString()).sort()
    assert.deepEqual(bodies, stored.map(({ body }) => body.toString()).sort())
    for (const { body, headers } of receiver.requests) {
      const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
      assert.ok(verify(body, plain, testSecret))
      assert.equal(headers['x-service-event'], 'order.created')
      assert.equal(headers['x-service-attempt'], '1')
      assert.equal(headers['webhook-id'], JSON.parse(body.toString()).id)
    }
    const [queued] = await service.deps.db.selectFrom('delivery_queue').select('delivery_id').execute()
    assert.equal(queued, undefined)
  })

  it('retries after each delay, never early, with the same body and signature, then fails', async (t) => {
    const { receiver, merchantId, counts } = await setUp(t, { do: 'answer', status: 503, body: 'busy' })
    await emitSome(service, merchantId)
    await counts({ failed: 1 })
    const { requests } = receiver
    assert.equal(requests.length, 4)
    assert.equal(new Set(requests.map(({ body }) => body.toString())).size, 1)
    assert.equal(new Set(requests.map(({ headers }) => headers['x-service-signature'])).size, 1)
    assert.deepEqual(
      requests.map(({ headers }) => headers['x-service-attempt']),
      ['1', '2', '3', '4'],
    )
    const gaps = requests.slice(1).map(({ receivedAt }, index) => receivedAt - (requests[index]?.receivedAt ?? 0))
    for (const [index, delay] of [50, 100, 200].entries()) assert.ok((gaps[index] ?? 0) >= delay, `gap ${gaps[index]}`)
    const attempts = await service.deps.db
      .selectFrom('delivery_attempts as attempt')
      .innerJoin('deliveries as delivery', 'delivery.id', 'attempt.delivery_id')
      .select(['number', 'outcome', 'status_code', 'response_body'])
      .where('merchant_id', '=', merchantId)
      .orderBy('number')
      .execute()
    assert.deepEqual(
      attempts,
      [1, 2, 3, 4].map((number) => ({ number, outcome: 'rejected', status_code: 503, response_body: 'busy' })),
    )
  })

  it('has ten under way for one receiver when more wait, and never an eleventh', async (t) => {
    const held: (() => void)[] = []
    let open = 0
    let max = 0
    const { merchantId, engine, counts } = await setUp(t, () => {
      open += 1
      max = Math.max(max, open)
      const answered = Promise.withResolvers<void>()
      held.push(() => {
        // Before the answer, after which the engine may send another.
        open -= 1
        answered.resolve()
      })
      return { do: 'answer', status: 200, when: answered.promise }
    })
    const claims = async () => {
      const text = await engine.metrics.metrics()
      return Number(/^webhook_claim_duration_seconds_count (\d+)$/m.exec(text)?.[1])
    }
    await emitSome(service, merchantId, 60)
    await until(() => held.length === 10, 'ten to be under way')
    const before = await claims()
    await until(async () => (await claims()) >= before + 2, 'the engine to look for more')
    for (let sent = 0; sent < 60; sent += 10) {
      await until(() => held.length === 10, 'ten to be under way')
      for (const answer of held.splice(0)) answer()
    }
    await counts({ delivered: 60 })
    assert.equal(max, 10)
  })

  it('delivers to other receivers while one hangs', async (t) => {
    const { receiver: hanging, merchantId } = await setUp(t, { do: 'hang' })
    await emitSome(service, merchantId, 40)
    await hanging.waitFor(10)
    const healthy = await startReceiver()
    t.after(() => healthy.close())
    const other = await insertShop(service)
    await insertSubscriptionRow(service, other, healthy.origin)
    await emitSome(service, other, 30)
    await healthy.waitFor(30)
    assert.equal(hanging.requests.length, 10)
  })

  it('delivers what a dead worker had leased, and counts its attempt as lost', async (t) => {
    const { receiver, merchantId, engine, counts } = await setUp(t, undefined, { reclaimMs: 50 })
    await engine.stop()
    await emitSome(service, merchantId)
    await service.deps.db
      .updateTable('delivery_queue')
      .set({ lease_token: crypto.randomUUID(), lease_until: new Date(Date.now() - 1000) })
      .execute()
    const second = startTestEngine(service, { reclaimMs: 50 })
    await counts({ delivered: 1 })
    await second.stop()
    assert.equal(receiver.requests[0]?.headers['x-service-attempt'], '2')
    const delivery = await service.deps.db
      .selectFrom('deliveries')
      .select('attempts')
      .where('merchant_id', '=', merchantId)
      .executeTakeFirst()
    assert.equal(delivery?.attempts, 1)
  })

  it('waits at a stop until the deadline of what runs, and writes how it ended', async (t) => {
    const environment = { WEBHOOK_TIMEOUT_SECONDS: '1', WEBHOOK_RETRY_DELAYS: '0.05,600' }
    const { receiver, merchantId, engine } = await setUp(t, { do: 'hang' }, { environment })
    await emitSome(service, merchantId)
    await receiver.waitFor(1)
    await engine.stop()
    const attempts = await service.deps.db
      .selectFrom('delivery_attempts as attempt')
      .innerJoin('deliveries as delivery', 'delivery.id', 'attempt.delivery_id')
      .select('outcome')
      .where('merchant_id', '=', merchantId)
      .execute()
    // On a slow machine the first may end before the receiver has seen it.
    const last = Number(receiver.requests.at(-1)?.headers['x-service-attempt'])
    assert.deepEqual(attempts, Array(last).fill({ outcome: 'timeout' }))
  })

  it('begins no attempt that could outlast its lease, and releases it', async (t) => {
    const { receiver, merchantId, engine } = await setUp(t, undefined, { leaseMs: 100, reclaimMs: 600_000 })
    await emitSome(service, merchantId, 3)
    await until(async () => {
      const text = await engine.metrics.metrics()
      const leased = Number(/^webhook_deliveries_claimed_total (\d+)$/m.exec(text)?.[1])
      return leased >= 9 || receiver.requests.length > 0
    }, 'each to be leased again')
    await engine.stop()
    assert.equal(receiver.requests.length, 0)
    const rows = await service.deps.db.selectFrom('delivery_queue').select(['lease_token', 'tries']).execute()
    assert.deepEqual(
      rows,
      [1, 2, 3].map(() => ({ lease_token: null, tries: 0 })),
    )
  })

  it('releases at a stop what it has leased and not begun', async (t) => {
    const { receiver, merchantId, engine } = await setUp(t)
    await engine.stop()
    await emitSome(service, merchantId, 5)
    const events = await holdLocks(service, sql`lock table events`)
    const second = startTestEngine(service)
    await until(async () => (await lockWaits(service)) > 0, 'it to read what it has leased')
    const stopping = second.stop()
    await events.commit()
    await stopping
    const rows = await service.deps.db.selectFrom('delivery_queue').select('lease_token').execute()
    assert.deepEqual(rows, Array(5).fill({ lease_token: null }))
    assert.equal(receiver.requests.length, 0)
  })

  it('stops when what runs has ended, and leaves nothing leased', async (t) => {
    const answered = Promise.withResolvers<void>()
    const { receiver, merchantId, engine } = await setUp(t, { do: 'answer', status: 200, when: answered.promise })
    await emitSome(service, merchantId, 30)
    await receiver.waitFor(10)
    const stopping = engine.stop()
    answered.resolve()
    await stopping
    const rows = await service.deps.db.selectFrom('delivery_queue').select('lease_token').execute()
    assert.deepEqual([rows.length, rows.filter((row) => row.lease_token !== null).length], [20, 0])
    assert.deepEqual(await countDeliveries(service, merchantId), { delivered: 10, pending: 20 })
  })
})
