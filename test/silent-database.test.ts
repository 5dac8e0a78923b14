import assert from 'node:assert/strict'
import { it } from 'node:test'
import { registerDatabaseMetrics } from '#src/app/database-metrics.ts'
import { registerQueueMetrics } from '#src/modules/webhooks/index.ts'
import { buildTestApp, startTestApp } from '#test/support/app.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { startProcess, temporaryFolder } from '#test/support/process.ts'
import { startDatabaseProxy } from '#test/support/tcp-proxy.ts'
import { until } from '#test/support/until.ts'

it('GET /health/ready and GET /metrics with a silent database answer before its statements fail', async (t) => {
  const first = await buildTestApp(t)
  const { proxy, url } = await startDatabaseProxy(first.databaseUrl)
  const service = await startTestApp({}, url)
  t.after(async () => {
    await proxy.close()
    await service.close()
  })
  registerQueueMetrics(service.deps.metrics, service.deps.db)
  registerDatabaseMetrics(service.deps)
  const ended: string[] = []
  const ask = async (path: string) => {
    const answer = await service.request('GET', path)
    ended.push(path)
    return answer
  }
  assert.deepEqual([(await ask('/health/ready')).status, (await ask('/metrics')).status], [200, 200])
  // Connections that are open by then: a new one fails soon anyway.
  const opened = await Promise.all(Array.from({ length: 6 }, () => service.deps.pool.connect()))
  for (const client of opened) client.release()
  ended.length = 0
  proxy.freeze()
  const statement = service.deps.pool.query('select 1').catch(() => ended.push('a statement'))
  const [ready, metrics] = await Promise.all([ask('/health/ready'), ask('/metrics')])
  assert.deepEqual(ended, ['/metrics', '/health/ready'])
  assert.deepEqual([ready.status, ready.body.error?.code], [503, 'SERVICE_UNAVAILABLE'])
  assert.equal(metrics.status, 200)
  await proxy.cut()
  await statement
})

it('GET /metrics of supervised processes without a database has no figures of it, not 0', async (t) => {
  const database = await createTestDatabase()
  const service = await startProcess(t, {
    DATA_DIR: await temporaryFolder(t),
    DATABASE_URL: database.url,
    DEMO_DATA: 'false',
    WEB_PROCESSES: '2',
    METRICS_PORT: '0',
    LOG_LEVEL: 'info',
  })
  const address = await until(() => /"address":"([^"]+)","msg":"monitoring"/.exec(service.output())?.[1], 'its port')
  const figure = async () =>
    /^database_oldest_snapshot_seconds (.*)$/m.exec(await (await fetch(`${address}/metrics`)).text())?.[1]
  await until(async () => /^\d/.test(String(await figure())), 'a figure')
  await database.drop()
  await until(async () => /^nan$/i.test(String(await figure())), 'no figure')
})
