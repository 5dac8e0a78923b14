import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { buildTestApp } from '#test/support/app.ts'
import { countDeliveries, emitSome, insertShop, insertSubscriptionRow } from '#test/support/delivery-engine.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { until } from '#test/support/until.ts'
import { recordOutcomes } from './queries.ts'

/** The outcomes of three deliveries to a receiver that has failed are written while `change` is not committed. */
async function recordDuring(t: TestContext, change: string) {
  const service = await buildTestApp(t)
  const { deps } = service
  const merchantId = await insertShop(service)
  await insertSubscriptionRow(service, merchantId, 'http://127.0.0.1:9/hooks')
  await emitSome(service, merchantId, 3)
  const token = '00000000-0000-7000-8000-000000000001'
  const { rows } = await deps.pool.query(
    `update delivery_queue set lease_token = $1, lease_until = now() + interval '1 minute'
     returning delivery_id, subscription_id`,
    [token],
  )
  await deps.pool.query(
    `insert into failing_receivers select id, merchant_id, 1, now(), now() from webhook_subscriptions where id = $1`,
    [rows[0].subscription_id],
  )
  const other = await holdLocks(service, sql.raw(change))

  const outcome = { token, status: 'delivered', counted: true, retryInMs: null, kind: 'delivered' } as const
  const times = { startedMsAgo: 5, durationMs: 5, statusCode: 200, error: null, responseBody: null }
  const recorded = recordOutcomes(
    deps.db,
    rows.map(({ delivery_id }) => ({ deliveryId: delivery_id, ...outcome, ...times })),
  )
  await until(async () => (await lockWaits(service)) > 0, 'the writer to wait')
  await other.commit()

  assert.equal(await recorded, undefined, 'all were written')
  assert.deepEqual(await countDeliveries(service, merchantId), { delivered: 3 })
  assert.equal((await deps.pool.query('select from delivery_queue')).rowCount, 0, 'nothing is queued')
}

it('outcomes that wait for a row another worker changes are written like others', (t) =>
  recordDuring(t, 'update failing_receivers set consecutive_failures = 2'))

it('outcomes of attempts that are being marked as slow are written like others', (t) =>
  recordDuring(t, 'update delivery_queue set slow = true'))
