import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fastify } from 'fastify'
import { sql } from 'kysely'
import { registerErrorHandling } from '#src/platform/http/errors.ts'
import { AppError } from '#src/platform/lib/errors.ts'
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

it('a refusal of ours is logged with its reason, what the database says with its stack', async () => {
  const lines: string[] = []
  const app = fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } })
  registerErrorHandling(app)
  app.get('/refused', async () => Promise.reject(new AppError('SERVICE_UNAVAILABLE', 'shutting down')))
  app.get('/away', async () => Promise.reject(Object.assign(new Error('the server ends'), { code: '57P01' })))
  const statuses = [await app.inject('/refused'), await app.inject('/away')].map(({ statusCode }) => statusCode)
  await app.close()
  const [refused, away] = lines.map((line) => JSON.parse(line))
  assert.deepEqual([statuses, refused.reason, refused.err], [[503, 503], 'shutting down', undefined])
  assert.match(away.err.stack, /the server ends/)
})
