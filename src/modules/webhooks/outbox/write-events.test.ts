import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildTestApp } from '#test/support/app.ts'
import { emitSome, insertShop, insertSubscriptionRow } from '#test/support/delivery-engine.ts'

test('an event is queued for the active subscriptions of its shop that ask for it, once each', async (t) => {
  const service = await buildTestApp(t)
  const { db } = service.deps
  const [shop, other] = [await insertShop(service), await insertShop(service)]
  const url = 'https://example.com'
  const wanted = [
    await insertSubscriptionRow(service, shop, url, { events: ['order.created', 'order.updated'] }),
    await insertSubscriptionRow(service, shop, url),
  ]
  await insertSubscriptionRow(service, shop, url, { events: ['order.updated'] })
  await insertSubscriptionRow(service, shop, url, { active: false })
  await insertSubscriptionRow(service, other, url)
  const deleted = await insertSubscriptionRow(service, shop, url)
  await db.updateTable('webhook_subscriptions').set({ deleted_at: new Date() }).where('id', '=', deleted).execute()
  await emitSome(service, shop, 1, 'order.created')
  for (const table of ['deliveries', 'delivery_queue'] as const) {
    const rows = await db.selectFrom(table).select('subscription_id').execute()
    assert.deepEqual(rows.map((row) => row.subscription_id).sort(), wanted.toSorted())
  }
})
