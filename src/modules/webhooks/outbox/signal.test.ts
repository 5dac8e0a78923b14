import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createDatabase, createPool } from '#src/platform/db/pool/pool.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { buildTestApp } from '#test/support/app.ts'
import { emitSome, insertShop, insertSubscriptionRow } from '#test/support/delivery-engine.ts'
import { onDeliveriesCommitted } from './signal.ts'

it('listeners of a database hear of its commits: no rollback, no other database of the process', async (t) => {
  const service = await buildTestApp(t)
  const other = createDatabase(createPool({ url: service.databaseUrl, size: 1 }))
  t.after(() => other.destroy())
  const merchantId = await insertShop(service)
  const subscriptionId = await insertSubscriptionRow(service, merchantId, 'https://example.com')
  const heard: unknown[] = []
  const stop = onDeliveriesCommitted(service.deps.db, (ids) => heard.push(ids))
  onDeliveriesCommitted(other, () => heard.push('the other database'))

  await emitSome(service, merchantId)
  assert.deepEqual(heard, [[subscriptionId]])
  const undone = inTransaction(service.deps.db, async (transaction) => {
    await emit(transaction, [{ merchantId, userId: newId(), name: 'order.created', data: {} }])
    throw new Error('undone')
  })
  await assert.rejects(undone, /undone/)
  assert.equal(heard.length, 1)
  stop()
  await emitSome(service, merchantId)
  assert.equal(heard.length, 1)
})
