import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { buildTestApp } from '#test/support/app.ts'
import { emitSome, insertShop, insertSubscriptionRow } from '#test/support/delivery-engine.ts'
import { runSweep } from '#test/support/sweeps.ts'

test('the sweep fails what has waited too long for its first attempt, and nothing else', async (t) => {
  const service = await buildTestApp(t, { WEBHOOK_MAX_WAIT_SECONDS: '3600' })
  const { db } = service.deps
  const merchantId = await insertShop(service)
  await insertSubscriptionRow(service, merchantId, 'http://127.0.0.1:9/', { events: ['order.created'] })
  await emitSome(service, merchantId, 4)
  const ids = (await db.selectFrom('deliveries').select('id').orderBy('id').execute()).map(({ id }) => id)
  const [old, begun, leased, young] = ids
  await sql`
    update delivery_queue
       set due_at = now() - case delivery_id when ${young} then interval '59 minutes' else interval '61 minutes' end,
           begun = delivery_id = ${begun},
           lease_token = case delivery_id when ${leased} then gen_random_uuid() end,
           lease_until = case delivery_id when ${leased} then now() + interval '1 hour' end`.execute(db)
  await runSweep(service, 'webhooks.expire-waiting')
  const failed = await db.selectFrom('deliveries').select(['id', 'last_error']).where('status', '=', 'failed').execute()
  assert.deepEqual(failed, [{ id: old, last_error: 'expired: waited too long' }])
  const waiting = await db.selectFrom('delivery_queue').select('delivery_id').orderBy('delivery_id').execute()
  assert.deepEqual(
    waiting.map((row) => row.delivery_id),
    ids.slice(1),
  )
})
