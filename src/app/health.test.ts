import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { buildTestApp, startTestApp } from '#test/support/app.ts'
import { holdLocks } from '#test/support/locks.ts'
import { until } from '#test/support/until.ts'

it('GET /health/ready while the words of searches are loaded answers 503', async (t) => {
  const first = await buildTestApp(t)
  const documents = await holdLocks(first, sql`lock table product_documents`)
  const service = await startTestApp({ SEARCH_MEMORY_MB: '256' }, first.databaseUrl)
  t.after(() => service.close())
  const [ready, live] = [await service.request('GET', '/health/ready'), await service.request('GET', '/health/live')]
  await documents.commit()
  assert.deepEqual([ready.status, ready.body.error?.code], [503, 'SERVICE_UNAVAILABLE'])
  assert.equal(live.status, 200)
  await until(async () => (await service.request('GET', '/health/ready')).status === 200, 'words')
})
