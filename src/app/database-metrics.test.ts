import { it } from 'node:test'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { buildTestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'
import { registerDatabaseMetrics } from './database-metrics.ts'

it('database_oldest_snapshot_seconds is the age of a snapshot that is held open, and forgets it', async (t) => {
  const { deps } = await buildTestApp(t)
  const registry = new Registry()
  registerDatabaseMetrics(registry, deps.db)
  const metric = registry.getSingleMetric('database_oldest_snapshot_seconds')
  const age = async () => (await metric?.get())?.values[0]?.value ?? Number.NaN
  let openedAt = Number.NaN
  await deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (dump) => {
      await sql`select count(*) from orders`.execute(dump)
      openedAt = performance.now()
      await until(async () => (await age()) >= 0.3, 'its age')
    })
  await until(async () => (await age()) < (performance.now() - openedAt) / 1_000, 'the snapshot to be forgotten')
})
