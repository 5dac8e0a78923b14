import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase } from '#test/support/database.ts'
import { runToExit, type ServiceProcess, startProcess } from '#test/support/process.ts'
import { until, untilReady } from '#test/support/until.ts'
import { runOn } from './upgrade/release.ts'

describe('a background process alone', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let environment: Record<string, string>
  let worker: ServiceProcess
  let atEnd: () => unknown = () => {}
  before(async () => {
    database = await createTestDatabase()
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'commerce-worker-'))
    environment = { DATA_DIR, DATABASE_URL: database.url, DEMO_DATA: 'false', LOG_LEVEL: 'info', METRICS_PORT: '0' }
    const after = (end: () => unknown) => {
      atEnd = end
    }
    worker = await startProcess({ after }, environment, 'worker')
  })
  after(async () => {
    atEnd()
    await database.drop()
    await rm(environment['DATA_DIR'] ?? '', { recursive: true, force: true })
  })

  it('tells on METRICS_PORT how it is doing, and nothing else', async () => {
    await untilReady(worker.url)
    for (const path of ['/health/live', '/health/ready']) {
      const answer = await fetch(worker.url + path)
      assert.deepEqual([answer.status, await answer.json()], [200, { success: true, data: { status: 'ok' } }])
    }
    const metrics = await fetch(`${worker.url}/metrics`)
    assert.match(metrics.headers.get('content-type') ?? '', /^text\/plain/)
    for (const name of ['webhook_claim_duration_seconds_count', 'webhook_queue_depth', 'process_cpu_seconds_total']) {
      const figure = new RegExp(`^${name}(\\{.*\\})? \\d`, 'm')
      await until(async () => figure.test(await (await fetch(`${worker.url}/metrics`)).text()), name)
    }
    for (const [method, path] of [
      ['GET', '/catalog/products'],
      ['POST', '/metrics'],
    ] as const)
      assert.equal((await fetch(worker.url + path, { method })).status, 404)
  })

  it('with a METRICS_PORT that is taken names it and exits 1', async () => {
    const { code, output } = await runToExit({ ...environment, METRICS_PORT: new URL(worker.url).port }, 'worker')
    assert.match(output, /METRICS_PORT.*EADDRINUSE.*expected/)
    assert.equal(code, 1)
  })

  it('listens for METRICS_PORT on METRICS_HOST, and names one that is no address of the machine', async (t) => {
    const elsewhere = { ...environment, HOST: '192.0.2.1' }
    const other = await startProcess(t, { ...elsewhere, METRICS_HOST: '127.0.0.1' }, 'worker')
    assert.equal((await fetch(`${other.url}/health/live`)).status, 200)
    const { code, output } = await runToExit({ ...environment, METRICS_HOST: '192.0.2.1' }, 'worker')
    assert.match(output, /METRICS_HOST.*EADDRNOTAVAIL.*expected an address of this machine/)
    assert.equal(code, 1)
  })

  it('leaves its work to a worker where BACKGROUND_WORK is off, and tells its own metrics', async (t) => {
    const settings = { ...environment, BACKGROUND_WORK: 'off', PORT: '0' }
    const web = await startProcess(t, settings)
    assert.equal((await fetch(`${web.url}/catalog/products`)).status, 401)
    const [, monitor] = /"address":"([^"]+)","msg":"monitoring"/.exec(web.output()) ?? []
    await untilReady(monitor ?? '')
    assert.match(await (await fetch(`${monitor}/metrics`)).text(), /^http_request_duration_seconds_count\{.*\} [1-9]/m)
    const [row] = await runOn(
      database.url,
      `select count(*)::int as listeners from pg_stat_activity
        where application_name = 'commerce-listener' and datname = current_database()`,
    )
    assert.equal(row?.['listeners'], 1, 'that of the worker')
    assert.equal(await web.end('SIGTERM'), 0)
  })

  it('answers 503 to /health/ready with the reason while its database takes no writes', async () => {
    const name = new URL(database.url).pathname.slice(1)
    const change = (statements: string) => runOn(database.url, statements)
    await change(`alter database ${name} set default_transaction_read_only = on`)
    await change(`select pg_terminate_backend(pid) from pg_stat_activity
                   where datname = '${name}' and pid <> pg_backend_pid()`)
    const ready = async () => (await fetch(`${worker.url}/health/ready`)).text()
    await until(async () => /the database accepts no writes: it is read-only, or a standby/.test(await ready()), 'why')
    await change(`start transaction read write; alter database ${name} reset default_transaction_read_only; commit`)
    await untilReady(worker.url)
  })

  it('answers 503 to /health/ready while its database is away, and exits 0 when it is told to end', async () => {
    await database.drop()
    await until(async () => (await fetch(`${worker.url}/health/ready`)).status === 503, 'not ready')
    assert.equal((await fetch(`${worker.url}/health/live`)).status, 200)
    assert.equal((await fetch(`${worker.url}/metrics`)).status, 200)
    assert.equal(await worker.end('SIGTERM'), 0)
  })
})
