import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createDatabase, createPool } from '#src/platform/db/pool/pool.ts'
import { startEmbeddedPostgres } from '#src/platform/embedded-postgres/index.ts'
import { productionVariables } from '#test/support/app.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { startPooler } from '#test/support/pooler.ts'
import { createMerchant, startProcess, temporaryFolder } from '#test/support/process.ts'
import { until, untilReady } from '#test/support/until.ts'
import { createEmptyDatabase, runOn } from './upgrade/release.ts'

const device = { 'device-id': 'terminal' }

async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...device, ...headers },
    body: JSON.stringify(body),
  })
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it needs
  return { status: answer.status, body: (await answer.json()) as any }
}

async function get(url: string, headers: Record<string, string>) {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it needs
  return (await (await fetch(url, { headers })).json()) as any
}

/** The embedded service connects as a role that owns nothing, is no superuser, and can make partitions all the same. */
async function checkServiceRole(dataDir: string): Promise<void> {
  const { adminUrl, serviceUrl } = await startEmbeddedPostgres({ dataDir, whenInUse: 'connect' })
  const roles = await runOn(
    adminUrl,
    `select distinct usename, rolsuper from pg_stat_activity join pg_roles on rolname = usename
      where datname = 'commerce'`,
  )
  assert.deepEqual(roles, [{ usename: 'commerce', rolsuper: false }])
  const owned = "select relname from pg_class where relowner = 'commerce'::regrole"
  await runOn(serviceUrl, "select create_day_partitions(current_date + 40), drop_partitions_before('2020-01-01')")
  assert.deepEqual(await runOn(serviceUrl, owned), [])
  for (const statement of ['drop table carts', 'delete from schema_migrations', 'create table mine ()'])
    await assert.rejects(runOn(serviceUrl, statement), { code: '42501' })
}

/** Its program uses the server of a service that runs on the embedded database, and leaves it running. */
async function createMerchantBeside(DATA_DIR: string): Promise<void> {
  const merchant = ['--name', 'Second Shop', '--currency', 'EUR', '--owner-email', 'second@example.com']
  const { code, stderr } = await createMerchant(merchant, { DATA_DIR })
  assert.deepEqual([code, stderr], [0, ''])
}

describe('the service with an embedded database', () => {
  it('starts on an empty folder with a demo shop, and after kill -9 again with nothing lost or doubled', async (t) => {
    const DATA_DIR = await temporaryFolder(t)
    const first = await startProcess(t, { DATA_DIR })
    const demo = await demoOf(first)
    assert.ok(demo.total >= 2000)
    const account = { email: 'ada@example.com', password: 'a good password' }
    assert.equal((await post(`${first.url}/user/register`, account)).status, 201)
    await first.end('SIGKILL')

    const second = await startProcess(t, { DATA_DIR })
    assert.deepEqual(await demoOf(second), demo)
    const login = await post(`${second.url}/user/login`, account)
    assert.equal(login.status, 200)
    assert.equal(await second.end('SIGTERM'), 0)
    assert.equal(existsSync(join(DATA_DIR, 'postgres/postmaster.pid')), false, 'its server has ended, too')

    // The secret is kept too: a token of the run before is still good.
    const third = await startProcess(t, { DATA_DIR, DEMO_DATA: 'false' })
    const headers = { ...device, 'access-token': login.body.access_token }
    assert.equal((await fetch(`${third.url}/user/profile`, { headers })).status, 200)
    await checkServiceRole(DATA_DIR)
    await createMerchantBeside(DATA_DIR)
    await untilReady(third.url)
    assert.equal(await third.end('SIGINT'), 0)
  })

  /** The demo merchant as its owner sees it. */
  async function demoOf({ url }: { url: string }): Promise<{ merchantId: string; total: number }> {
    const admin = await post(`${url}/admin/login`, { email: 'admin@example.com', password: 'demo-password' })
    assert.equal(admin.status, 200)
    const headers = { ...device, 'access-token': admin.body.access_token }
    const { items, pagination } = (await get(`${url}/catalog/products`, headers)).data
    const merchantId = admin.body.user.merchant_id
    assert.equal(items[0].merchant_id, merchantId)
    return { merchantId, total: pagination.total }
  }
})

describe('the service with DATABASE_URL', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  before(async () => {
    database = await createTestDatabase()
  })
  after(() => database.drop())

  it('uses that server, with a role that owns nothing, and starts none of its own', async (t) => {
    const DATA_DIR = await temporaryFolder(t)
    await chmod(DATA_DIR, 0o755)
    const role = `role_${randomUUID().slice(0, 8)}`
    await runOn(database.url, `create role ${role} login password 'secret'`)
    t.after(() => runOn(database.url, `drop owned by ${role}; drop role ${role}`))
    const DATABASE_URL = Object.assign(new URL(database.url), { username: role, password: 'secret' }).href
    const separate = { DATABASE_URL, DATABASE_OWNER_URL: database.url }
    const service = await startProcess(t, { DATA_DIR, ...separate, DEMO_DATA: 'false' })
    const account = { email: 'role@example.com', password: 'a good password' }
    assert.equal((await post(`${service.url}/user/register`, account)).status, 201)
    await untilReady(service.url)
    assert.equal(existsSync(join(DATA_DIR, 'postgres')), false)
    assert.equal((await stat(DATA_DIR)).mode & 0o777, 0o700)
    assert.equal(await service.end('SIGTERM'), 0)
  })

  it('behind a pooler has one connection past it, to listen, and everything else shares sessions', async (t) => {
    const pooler = await startPooler(database.url)
    t.after(pooler.close)
    const DATABASE_DIRECT_URL = `${database.url}&application_name=past-the-pooler`
    const environment = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL, DEMO_DATA: 'false' }
    const service = await startProcess(t, { DATA_DIR: await temporaryFolder(t), ...environment })
    const account = { email: 'pooled@example.com', password: 'a good password' }
    assert.equal((await post(`${service.url}/user/register`, account)).status, 201)
    assert.equal((await post(`${service.url}/user/login`, account)).status, 200)
    await untilReady(service.url)
    const past = `select query ~ '^(listen|select current_setting)' as listens from pg_stat_activity
                   where datname = current_database() and application_name = 'past-the-pooler'`
    const isOneThatListens = async () => JSON.stringify(await runOn(database.url, past)) === '[{"listens":true}]'
    await until(isOneThatListens, 'the connections of the start to close')
    assert.equal(await service.end('SIGTERM'), 0)
  })

  it('starts twice at once on an empty database, and neither says a word of trouble', async (t) => {
    const DATABASE_URL = await createEmptyDatabase((work) => t.after(() => work()))
    const starts = [1, 2].map(async () => startProcess(t, { DATABASE_URL, DATA_DIR: await temporaryFolder(t) }))
    const services = await Promise.all(starts)
    for (const { output } of services) assert.doesNotMatch(output(), /"level":[56]0|\n\s+at /)
    for (const service of services) await service.end('SIGKILL')
  })

  it('by npm start ends when npm is told to end: nothing stands between them that would not pass it on', async (t) => {
    const service = await startProcess(
      t,
      { DATA_DIR: await temporaryFolder(t), DATABASE_URL: database.url, DEMO_DATA: 'false' },
      'npm start',
    )
    await service.end('SIGTERM')
    await until(async () => {
      const answer = await fetch(`${service.url}/health/live`).catch(() => undefined)
      return answer === undefined
    }, 'the service to be gone')
  })

  it('by npm start finishes a request when Ctrl-C reaches npm and every process, some of them twice', async (t) => {
    // What npm passes on a second late, on a machine that stalls, is another signal, which ends at once.
    let ended = await endByCtrlC(t, 'ctrl-c@example.com')
    for (let n = 1; n < 5 && (ended.status !== 201 || ended.code !== 0); n++)
      ended = await endByCtrlC(t, `ctrl-c-${n}@example.com`)
    assert.deepEqual(ended, { status: 201, code: 0 })
  })

  /** How a request ends that runs when Ctrl-C comes, and the exit code. */
  async function endByCtrlC(t: TestContext, email: string) {
    const service = await startProcess(
      t,
      {
        DATA_DIR: await temporaryFolder(t),
        DATABASE_URL: database.url,
        DEMO_DATA: 'false',
        WEB_PROCESSES: '2',
        LOG_LEVEL: 'info',
      },
      'npm start',
    )
    const db = createDatabase(createPool({ url: database.url, size: 2 }))
    t.after(() => db.destroy())
    const users = await holdLocks({ deps: { db } }, sql`lock table users in share mode`)
    const running = post(`${service.url}/user/register`, { email, password: 'a good password' }).then(
      (answer) => answer.status,
      (error: Error) => error.message,
    )
    await until(async () => (await lockWaits({ deps: { db } })) > 0, 'the request to wait')
    const code = service.end('SIGINT', 'group')
    const stops = () => service.output().split('"msg":"stopping"').length - 1
    await until(async () => stops() === 4, 'the supervisor and its three processes to stop')
    await sleep(200) // time for the signal that npm passes on
    await users.commit()
    return { status: await running, code: await code }
  }

  it('finishes requests that run when SIGTERM comes, and exits 0', async (t) => {
    const DATA_DIR = await temporaryFolder(t)
    const settings = { DATA_DIR, DATABASE_URL: database.url, DEMO_DATA: 'false', LOG_LEVEL: 'info' }
    const service = await startProcess(t, settings)
    const db = createDatabase(createPool({ url: database.url, size: 2 }))
    t.after(() => db.destroy())
    const users = await holdLocks({ deps: { db } }, sql`lock table users in share mode`)
    const running = Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((n) =>
        post(`${service.url}/user/register`, { email: `stop-${n}@example.com`, password: 'a good password' }),
      ),
    )
    await until(async () => (await lockWaits({ deps: { db } })) === 8, 'the requests to wait')
    const code = service.end('SIGTERM')
    await until(async () => service.output().includes('"msg":"stopping"'), 'the service to stop')
    await users.commit()
    assert.deepEqual([...new Set((await running).map((answer) => answer.status))], [201])
    assert.equal(await code, 0)
  })

  it('in production refuses what did not come by TLS, and takes a trusted proxy’s word for it', async (t) => {
    const DATA_DIR = await temporaryFolder(t)
    const production = {
      DATA_DIR,
      DATABASE_URL: database.url,
      ...productionVariables,
      ADMIN_EMAIL: 'owner@example.com',
      ADMIN_PASSWORD: 'a long enough password',
      WEB_PROCESSES: '1',
    }
    const sign = { email: 'owner@example.com', password: 'a long enough password' }
    const behindProxy = await startProcess(t, { ...production, TRUST_PROXY: '127.0.0.1' })
    const plain = await post(`${behindProxy.url}/admin/login`, sign)
    assert.deepEqual([plain.status, plain.body.error.code], [400, 'VALIDATION_ERROR'])
    const secure = await post(`${behindProxy.url}/admin/login`, sign, { 'x-forwarded-proto': 'https' })
    assert.notEqual(secure.status, 400)
    await untilReady(behindProxy.url)
    const metrics = await fetch(`${behindProxy.url}/metrics`, { headers: { 'x-forwarded-proto': 'https' } })
    assert.deepEqual([metrics.status, metrics.headers.get('strict-transport-security')], [404, 'max-age=31536000'])

    const exposed = await startProcess(t, production)
    const forged = await post(`${exposed.url}/admin/login`, sign, { 'x-forwarded-proto': 'https' })
    assert.equal(forged.status, 400)
  })

  it('as two processes counts requests for one limit', async (t) => {
    const environment = { DATABASE_URL: database.url, DEMO_DATA: 'false', RATE_LIMIT_PER_MINUTE: '50' }
    const start = async () => startProcess(t, { ...environment, DATA_DIR: await temporaryFolder(t) })
    const processes = await Promise.all([start(), start()])
    const ask = (n: number) => fetch(`${processes[n % 2]?.url}/user/profile`).then(({ status }) => status)
    const statuses = await Promise.all(Array.from({ length: 80 }, (_, n) => ask(n)))
    const count = (status: number) => statuses.filter((one) => one === status).length
    assert.deepEqual([count(401), count(429)], [50, 30])
  })

  it('in production runs a process per core and replaces one that dies', async (t) => {
    const service = await startProcess(t, {
      DATA_DIR: await temporaryFolder(t),
      DATABASE_URL: database.url,
      ...productionVariables,
      ADMIN_EMAIL: 'owner@example.com',
      ADMIN_PASSWORD: 'a long enough password',
      WEB_PROCESSES: '2',
      LOG_LEVEL: 'info',
      METRICS_PORT: '0',
    })
    const pids = () =>
      new Set([...service.output().matchAll(/"pid":(\d+)[^\n]*Server listening/g)].map((match) => match[1]))
    const output = () => new Promise((resolve) => service.child.stdout?.once('data', resolve))
    while (pids().size < 2) await output()
    const [victim] = [...pids()]
    process.kill(Number(victim), 'SIGKILL')
    while (pids().size < 3) await output()
    // The background process answers a scrape, and tells of all of them.
    const monitoring = await until(() => /"address":"([^"]+)","msg":"monitoring"/.exec(service.output())?.[1], 'it')
    const visits = 20
    for (let i = 0; i < visits; i++) await fetch(`${service.url}/health/live`, { headers: { connection: 'close' } })
    const counted = async () => {
      const metrics = await (await fetch(`${monitoring}/metrics`)).text()
      return Number(/^http_request_duration_seconds_count\{.*route="\/health\/live".*\} (\d+)$/m.exec(metrics)?.[1])
    }
    await until(async () => (await counted()) === visits, 'both to tell of the visits')
    assert.equal(await service.end('SIGTERM'), 0)
  })
})
