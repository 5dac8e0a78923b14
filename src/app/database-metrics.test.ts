import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { maxAttempts } from '#src/platform/jobs/index.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { buildTestApp, type TestApp } from '#test/support/app.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { placeOrder } from '#test/support/orders.ts'
import { until } from '#test/support/until.ts'
import { registerDatabaseMetrics } from './database-metrics.ts'

/** Reads a gauge; with a second argument, that of these labels. */
function gaugesOf({ deps }: TestApp) {
  const metrics = new Registry()
  registerDatabaseMetrics({ ...deps, metrics })
  return async (name: string, labels: Record<string, string> = {}): Promise<number> => {
    const values = (await metrics.getSingleMetric(name)?.get())?.values ?? []
    const found = values.find((value) => Object.entries(labels).every(([key, text]) => value.labels[key] === text))
    return found?.value ?? Number.NaN
  }
}

it('database_oldest_snapshot_seconds is the age of a snapshot that is held open, and forgets it', async (t) => {
  const service = await buildTestApp(t)
  const read = gaugesOf(service)
  const age = () => read('database_oldest_snapshot_seconds')
  let openedAt = Number.NaN
  await service.deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (dump) => {
      await sql`select count(*) from orders`.execute(dump)
      openedAt = performance.now()
      await until(async () => (await age()) >= 0.3, 'its age')
    })
  await until(async () => (await age()) < (performance.now() - openedAt) / 1_000, 'the snapshot to be forgotten')
})

it('database_lock_waits counts sessions that wait for a lock, database_pool_connections those in use', async (t) => {
  const service = await buildTestApp(t)
  const read = gaugesOf(service)
  assert.equal(await read('database_lock_waits'), 0)
  const held = await holdLocks(service, sql`lock table users in share mode`)
  const waiting = sql`update users set email = email`.execute(service.deps.db)
  await until(async () => (await lockWaits(service)) > 0, 'the update to wait')
  const figures = [await read('database_lock_waits'), await read('database_pool_connections', { state: 'used' })]
  await held.commit()
  await waiting
  assert.equal(figures[0], 1)
  assert.ok((figures[1] ?? 0) >= 2, `${figures}`)
  assert.equal(await read('database_pool_waiting'), 0)
})

it('the backlog of jobs, payments and refunds is counted, with the age of its oldest', async (t) => {
  const service = await buildTestApp(t)
  const { db } = service.deps
  const read = gaugesOf(service)
  const backlog = async () => {
    const names = ['jobs_waiting', 'jobs_failed', 'payments_waiting', 'refunds_waiting']
    return Promise.all(names.map((name) => read(name)))
  }
  const merchant = await makeMerchant(service)
  const { order, shopper } = await placeOrder(service, merchant)
  await sql`delete from jobs`.execute(db)
  assert.deepEqual(await backlog(), [0, 0, 0, 0])
  for (const [attempts, due] of [
    [0, '-90 seconds'],
    [1, '1 hour'],
    [maxAttempts, '-1 hour'],
    [maxAttempts, '-2 days'],
  ])
    await sql`insert into jobs (id, name, payload, attempts, max_attempts, due_at)
      values (${newId()}, 'tests.none', '{}', ${attempts}, ${maxAttempts}, now() + ${due}::interval)`.execute(db)
  await shopper.pay(order.id)
  await sql`update payments set status = 'pending', due_at = now(), created_at = now() - interval '10 minutes'`.execute(
    db,
  )
  await sql`
    insert into refunds (merchant_id, id, order_id, status, amount_minor, currency, created_at, due_at)
    values (${merchant.id}, ${newId()}, ${order.id}, 'pending', 1, 'GBP',
            now() - interval '20 minutes', now())`.execute(db)
  assert.deepEqual(await backlog(), [1, 1, 1, 1])
  for (const [name, seconds] of [
    ['jobs', 90],
    ['payments', 600],
    ['refunds', 1_200],
  ] as const) {
    const age = await read(`${name}_oldest_${name === 'jobs' ? 'due' : 'waiting'}_seconds`)
    assert.ok(age >= seconds && age < seconds + 600, `${name}: ${age}`)
  }
})
