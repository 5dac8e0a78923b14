import assert from 'node:assert/strict'
import { it } from 'node:test'
import { AggregatorRegistry, Registry } from 'prom-client'
import { startTestApp } from '#test/support/app.ts'
import { emitSome, insertShop, insertSubscriptionRow, startTestEngine } from '#test/support/delivery-engine.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { until } from '#test/support/until.ts'
import { registerQueueMetrics } from '../deliveries/queue-metrics.ts'

/** Compares each metric with what happened. */
describeService('the metrics of webhooks', ({ service }) => {
  const query = async (text: string, values: unknown[] = []) => (await service.deps.pool.query(text, values)).rows

  /** The values by name and labels. */
  async function read(registry: Pick<Registry, 'metrics'>): Promise<Record<string, number>> {
    const lines = (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    return Object.fromEntries(
      lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
    )
  }

  /** A new one for each reading, since values are cached for 5 s. */
  function queueMetrics(): Registry {
    const registry = new Registry()
    registerQueueMetrics(registry, service.deps.db)
    return registry
  }

  /** Reads again while the database takes longer than the metrics wait for it. */
  function readQueue(registry = async (): Promise<Pick<Registry, 'metrics'>> => queueMetrics()) {
    return until(async () => {
      const figures = await read(await registry())
      return !Number.isNaN(figures['webhook_queue_depth']) && figures
    }, 'the database to answer in time')
  }

  it('count leased deliveries, attempts by outcome, send delays and attempts in flight', async (t) => {
    const well = await startReceiver()
    const busy = await startReceiver({ do: 'answer', status: 503 })
    const hanging = await startReceiver({ do: 'hang' })
    const merchantId = await insertShop(service)
    for (const { origin } of [well, busy, hanging]) await insertSubscriptionRow(service, merchantId, origin)
    await insertSubscriptionRow(service, merchantId, 'http://127.0.0.1:9')
    const { metrics, stop } = startTestEngine(service, { environment: { WEBHOOK_RETRY_DELAYS: '0.05' } })
    t.after(async () => {
      await Promise.all([well, busy, hanging].map((receiver) => receiver.close().catch(() => {})))
      await stop()
    })
    await emitSome(service, merchantId, 3)
    await hanging.waitFor(3)
    const figures = await until(async () => {
      const now = await read(metrics)
      return (
        now['webhook_attempts_total{outcome="rejected"}'] === 6 &&
        now['webhook_attempts_total{outcome="network_error"}'] === 6 &&
        now
      )
    }, 'both attempts of each delivery')
    assert.equal(figures['webhook_attempts_total{outcome="delivered"}'], 3)
    assert.equal(figures['webhook_attempts_in_flight'], 3)
    // Three at each of four receivers, and three retries at each of the two that fail.
    assert.equal(figures['webhook_deliveries_claimed_total'], 18)
    assert.equal(figures['webhook_send_delay_seconds_count'], 18)
    assert.ok((figures['webhook_claim_duration_seconds_count'] ?? 0) > 0)
    const queue = await readQueue()
    assert.deepEqual([queue['webhook_queue_depth'], queue['webhook_queue_leased']], [3, 3])
    await hanging.close()
    const last = await until(async () => {
      const now = await read(metrics)
      return now['webhook_attempts_total{outcome="network_error"}'] === 12 && now
    }, 'what hung to end')
    assert.equal(last['webhook_attempts_in_flight'], 0)
  })

  it('count attempts that timed out', async (t) => {
    const receiver = await startReceiver({ do: 'hang' })
    const merchantId = await insertShop(service)
    await insertSubscriptionRow(service, merchantId, receiver.origin)
    const { metrics, stop } = startTestEngine(service, {
      environment: { WEBHOOK_RETRY_DELAYS: '0.05', WEBHOOK_TIMEOUT_SECONDS: '0.2' },
    })
    t.after(async () => {
      await receiver.close()
      await stop()
    })
    await emitSome(service, merchantId)
    await until(
      async () => (await read(metrics))['webhook_attempts_total{outcome="timeout"}'] === 2,
      'both to time out',
    )
  })

  it('count expired leases, and outcomes that came too late', async (t) => {
    const late = Promise.withResolvers<void>()
    const receiver = await startReceiver(({ headers }) => ({
      do: 'answer',
      status: 200,
      ...(headers['x-service-attempt'] === '1' && { when: late.promise }),
    }))
    const merchantId = await insertShop(service)
    const subscriptionId = await insertSubscriptionRow(service, merchantId, receiver.origin)
    const { metrics, stop } = startTestEngine(service, { reclaimMs: 20 })
    t.after(async () => {
      await receiver.close()
      await stop()
    })
    await emitSome(service, merchantId)
    await receiver.waitFor(1)
    await query(`update delivery_queue set lease_until = now() - interval '1 s' where subscription_id = $1`, [
      subscriptionId,
    ])
    const delivered = async () => (await read(metrics))['webhook_attempts_total{outcome="delivered"}']
    await until(async () => (await delivered()) === 1, 'the second to count')
    late.resolve()
    await until(async () => (await read(metrics))['webhook_leases_lost_total'] === 1, 'the late outcome to be refused')
    assert.deepEqual([await delivered(), (await read(metrics))['webhook_leases_reclaimed_total']], [1, 1])
  })

  it('have the depth of the queue, the age of the oldest due delivery, and the failing receivers', async () => {
    const before = await readQueue()
    assert.deepEqual(
      ['webhook_queue_depth', 'webhook_queue_leased', 'webhook_queue_oldest_due_seconds'].map((name) => before[name]),
      [0, 0, 0],
    )
    const merchantId = await insertShop(service)
    const [slow, later] = [
      await insertSubscriptionRow(service, merchantId, 'http://127.0.0.1:9', { events: ['order.created'] }),
      await insertSubscriptionRow(service, merchantId, 'http://127.0.0.1:9', { events: ['order.created'] }),
    ]
    await emitSome(service, merchantId, 4)
    await query(`update delivery_queue set due_at = now() + interval '1 hour' where subscription_id = $1`, [later])
    await query(
      `update delivery_queue set due_at = now() - interval '90 s'
        where delivery_id = (select max(delivery_id::text)::uuid from delivery_queue where subscription_id = $1)`,
      [slow],
    )
    await query(
      `update delivery_queue 
          set due_at = now() - interval '1 day', lease_token = gen_random_uuid(), lease_until = now() + interval '9 s'
        where delivery_id = (select min(delivery_id::text)::uuid from delivery_queue where subscription_id = $1)`,
      [slow],
    )
    await query('delete from failing_receivers')
    await query(
      `insert into failing_receivers (subscription_id, merchant_id, consecutive_failures, failing_since, last_failed_at)
       select case when n = 1 then $2 else gen_random_uuid() end, $1, case when n < 26 then 100 / n else 0 end,
              now(), now()
         from generate_series(1, 26) n`,
      [merchantId, slow],
    )
    const figures = await readQueue()
    assert.deepEqual([figures['webhook_queue_depth'], figures['webhook_queue_leased']], [8, 1])
    // Leased deliveries are not counted as due.
    const oldest = figures['webhook_queue_oldest_due_seconds'] ?? 0
    assert.ok(oldest >= 90 && oldest < 86_000, `${oldest} s`)
    assert.equal(figures['webhook_queue_oldest_due_answering_seconds'], 0)
    // One has answered since, and its cap still rises.
    assert.equal(figures['webhook_failing_receivers'], 25)
    assert.equal(figures[`webhook_receiver_consecutive_failures{subscription="${slow}"}`], 100)
    assert.equal(Object.keys(figures).filter((name) => name.startsWith('webhook_receiver_')).length, 20)
    await query(`update delivery_queue set due_at = now() - interval '30 s' where subscription_id = $1`, [later])
    const answering = (await readQueue())['webhook_queue_oldest_due_answering_seconds'] ?? 0
    assert.ok(answering >= 30 && answering < 90, `${answering} s`)
  })

  it('have the age of a long transaction, and the dead rows of the queue that it keeps', async () => {
    const merchantId = await insertShop(service)
    await insertSubscriptionRow(service, merchantId, 'http://127.0.0.1:9')
    const holder = await service.deps.pool.connect()
    try {
      await holder.query('begin isolation level repeatable read')
      await holder.query('select 1 from events limit 1')
      await emitSome(service, merchantId, 20)
      await query('delete from delivery_queue')
      await until(async () => {
        const now = await readQueue()
        return (now['webhook_queue_dead_rows'] ?? 0) >= 20 && (now['webhook_oldest_transaction_seconds'] ?? 0) > 1
      }, 'both to be seen')
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  })

  it('are not summed over the processes of a machine', async () => {
    await query('delete from delivery_queue')
    const merchantId = await insertShop(service)
    await insertSubscriptionRow(service, merchantId, 'http://127.0.0.1:9')
    await emitSome(service, merchantId, 3)
    const together = async () =>
      AggregatorRegistry.aggregate(await Promise.all([1, 2, 3].map(() => queueMetrics().getMetricsAsJSON())))
    assert.equal((await readQueue(together))['webhook_queue_depth'], 3)
  })

  it('are readable while the database is away', async () => {
    const away = await startTestApp()
    const registry = new Registry()
    registerQueueMetrics(registry, away.deps.db)
    await away.close()
    assert.ok(Number.isNaN((await read(registry))['webhook_queue_depth']))
  })
})
