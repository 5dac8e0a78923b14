import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { it, type TestContext } from 'node:test'
import { createTestDatabase } from '#test/support/database.ts'
import { startProcess, temporaryFolder } from '#test/support/process.ts'
import { startTraceCollector } from '#test/support/trace-collector.ts'
import { until } from '#test/support/until.ts'

/** A service whose traces go to this address. */
async function startTraced(t: TestContext, endpoint: string, more: Record<string, string> = {}) {
  const database = await createTestDatabase()
  t.after(database.drop)
  return startProcess(t, {
    DATA_DIR: await temporaryFolder(t),
    DATABASE_URL: database.url,
    DEMO_DATA: 'false',
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    ...more,
  })
}

const warned = (output: string) => output.split('traces cannot be sent').length - 1

it('a stop sends the spans that have not been sent', async (t) => {
  const collector = await startTraceCollector()
  t.after(collector.close)
  const service = await startTraced(t, collector.origin, { OTEL_BSP_SCHEDULE_DELAY: '600000' })
  await (await fetch(`${service.url}/openapi.json`)).text()
  assert.deepEqual(collector.spans, [])
  assert.equal(await service.end('SIGTERM'), 0)
  assert.ok(collector.spans.some(({ name }) => name === 'GET /openapi.json'))
})

it('a collector that is away is named once in the log, and so is its return', async (t) => {
  const place = createServer().listen(0, '127.0.0.1')
  await once(place, 'listening')
  const { port } = place.address() as { port: number }
  await new Promise((resolve) => place.close(resolve))
  const service = await startTraced(t, `http://127.0.0.1:${port}`, {
    OTEL_BSP_SCHEDULE_DELAY: '20',
    OTEL_EXPORTER_OTLP_TIMEOUT: '200',
  })
  const ask = async () => assert.equal((await fetch(`${service.url}/openapi.json`)).status, 200)
  await until(async () => {
    await ask()
    return warned(service.output()) > 0
  }, 'the warning')
  let answered = 0
  const collector = await startTraceCollector((request, response) => {
    answered++
    request.resume()
    response.writeHead(answered < 3 ? 400 : 200, { 'content-type': 'application/json' }).end('{}')
  }, port)
  t.after(collector.close)
  await until(async () => {
    await ask()
    return service.output().includes('traces are sent again')
  }, 'the collector to be noticed')
  assert.deepEqual([warned(service.output()), answered >= 3], [1, true])
  assert.equal(await service.end('SIGTERM'), 0)
})

it('a collector that never answers holds up neither a request nor a stop', async (t) => {
  const collector = await startTraceCollector((request) => void request.resume())
  t.after(collector.close)
  const service = await startTraced(t, collector.origin, { OTEL_BSP_SCHEDULE_DELAY: '20' })
  for (let n = 0; n < 20; n++) assert.equal((await fetch(`${service.url}/openapi.json`)).status, 200)
  assert.equal(await service.end('SIGTERM'), 0)
  assert.ok(!service.output().includes('could not stop in time'))
})
