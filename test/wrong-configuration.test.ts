import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { productionVariables } from '#test/support/app.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { startPooler } from '#test/support/pooler.ts'
import { runToExit, startProcess, temporaryFolder } from '#test/support/process.ts'
import { untilReady } from '#test/support/until.ts'
import { runOn } from './upgrade/release.ts'

describe('the service with a wrong configuration', () => {
  /** Of the tests with an embedded database: making one takes longest. */
  let dataDir: string
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'commerce-service-'))
  })
  after(() => rm(dataDir, { recursive: true, force: true }))

  const cases: [string, Record<string, string>, RegExp][] = [
    ['a wrong variable', { PORT: 'http', LOG_LEVEL: 'loud' }, /PORT.*expected[\s\S]*LOG_LEVEL.*expected/],
    ['one port for two', { PORT: '4350', METRICS_PORT: '4350' }, /METRICS_PORT is the same as PORT; expected another/],
    ['no secret in production', { NODE_ENV: 'production' }, /JWT_SECRETS/],
    [
      'what production seldom means, before it looks for the database',
      {
        ...productionVariables,
        MAIL: 'on',
        SMTP_URL: 'smtp://mail.example',
        MAIL_FROM: 'no-reply@example.com',
        TEST_PAYMENTS: 'true',
        RATE_LIMIT_PER_MINUTE: '0',
        PUBLIC_URL: 'http://shop.example',
        SEAL_KEYS: productionVariables.JWT_SECRETS,
        TRUST_PROXY: '0.0.0.0/1,128.0.0.0/1',
        DATABASE_URL: 'postgres://nobody@localhost:1/none',
      },
      new RegExp(
        '^The configuration is wrong:\\n(?=[^]*TEST_PAYMENTS)(?=[^]*RATE_LIMIT)(?=[^]*PUBLIC_URL)(?=[^]*MAIL_FROM)' +
          '(?=[^]*TRUST_PROXY)(?=[^]*JWT_SECRETS and SEAL_KEYS share a secret)( {2}- [A-Z].*\\n){7}$',
      ),
    ],
    [
      'an owner without a database',
      { DATABASE_OWNER_URL: 'postgres://owner@localhost/shop' },
      /DATABASE_URL is missing/,
    ],
    ['a user to run as that is not there', { RUN_AS_USER: 'no-such-user' }, /RUN_AS_USER.*expected/],
    ['a data folder of the system', { DATA_DIR: '/usr/../sys' }, /DATA_DIR is a folder of the system; expected one/],
    ['a data folder that is a file', { DATA_DIR: import.meta.filename }, /DATA_DIR is a file; expected a folder/],
    ['a data folder that cannot be', { DATA_DIR: '/dev/null/data' }, /DATA_DIR/],
  ]
  for (const [name, environment, message] of cases) {
    it(`with ${name} names it and exits 1`, async (t) => {
      const { code, output } = await runToExit({
        DATA_DIR: await temporaryFolder(t),
        DEMO_DATA: 'false',
        ...environment,
      })
      assert.match(output, message)
      assert.equal(code, 1)
    })
  }

  it('in production ends with one line about the database, waiting only for one that may come back', async (t) => {
    const { url, drop } = await createTestDatabase()
    t.after(drop)
    const [name, role] = [new URL(url).pathname.slice(1), `role_${randomUUID().slice(0, 8)}`]
    const as = (changes: Partial<URL>) => Object.assign(new URL(url), changes).href
    const admin = as({ pathname: '/postgres' })
    await runOn(admin, `create database ${name}_ascii template template0 encoding 'SQL_ASCII' locale_provider libc`)
    t.after(() => runOn(admin, `drop database ${name}_ascii`))
    await runOn(admin, `create role ${role} login password 'secret'`)
    t.after(() => runOn(admin, `drop role ${role}`))
    const waits: [string, RegExp][] = [
      ['postgres://nobody@localhost:1/none', /^DATABASE_URL: connect ECONNREFUSED.*; expected a PostgreSQL server.*$/m],
      [
        `${url}&options=-c%20default_transaction_read_only=on`,
        /^DATABASE_URL:.*read-only; expected a server.*writes$/m,
      ],
    ]
    const refused: [string, RegExp][] = [
      [url, /^DATABASE_URL: the role postgres is a superuser; expected a role.*DATABASE_OWNER_URL$/m],
      [as({ username: 'no_such_role' }), /^DATABASE_URL:.*no_such_role.*; expected a role and password.*$/m],
      [as({ pathname: '/no_such_database' }), /^DATABASE_URL:.*no_such_database.*; expected a PostgreSQL server.*$/m],
      [as({ pathname: `/${name}_ascii` }), /^DATABASE_URL:.*SQL_ASCII.*; expected one made with encoding 'UTF8'$/m],
      [as({ username: role, password: 'secret' }), /^DATABASE_URL:.*permission denied.*; expected a role that may.*$/m],
    ]
    const named: [string, RegExp][] = [
      [`${url}&options=-c%20no_such_parameter=on`, /^DATABASE_URL:.*no_such_parameter.*; expected a PostgreSQL.*$/m],
    ]
    for (const [DATABASE_URL, line] of [...named, ...waits, ...refused]) {
      const DATA_DIR = await temporaryFolder(t)
      const owner = DATABASE_URL === url ? { DATABASE_OWNER_URL: as({ pathname: '/postgres' }) } : {}
      const environment = { ...productionVariables, DATA_DIR, DATABASE_URL, ...owner, DATABASE_WAIT_SECONDS: '5' }
      const { code, output } = await runToExit({ ...environment, WEB_PROCESSES: '2' })
      assert.match(output, line)
      assert.doesNotMatch(output, /\n\s+at |a process ended/)
      const waited = output.split('waiting for the database').length - 1
      assert.deepEqual([code, waited], [1, waits.some(([awaited]) => awaited === DATABASE_URL) ? 1 : 0], DATABASE_URL)
    }
  })

  it('behind a pooler without an address past it ends with one line that names the variable', async (t) => {
    const { url, drop } = await createTestDatabase()
    t.after(drop)
    const pooler = await startPooler(url)
    t.after(pooler.close)
    const role = `role_${randomUUID().slice(0, 8)}`
    const admin = Object.assign(new URL(url), { pathname: '/postgres' }).href
    await runOn(admin, `create role ${role} login password 'secret'`)
    t.after(() => runOn(admin, `drop role ${role}`))
    const service = Object.assign(new URL(url), { username: role, password: 'secret' }).href
    const cases: [Record<string, string>, RegExp][] = [
      [{ DATABASE_URL: pooler.url }, /^DATABASE_URL: a pooler lends.*; expected DATABASE_DIRECT_URL beside it.*\n$/m],
      [
        { DATABASE_URL: url, DATABASE_DIRECT_URL: pooler.url },
        /^DATABASE_DIRECT_URL: a pooler answers; expected the address of the server itself\n$/m,
      ],
      [
        { DATABASE_URL: service, DATABASE_OWNER_URL: pooler.url },
        /^DATABASE_OWNER_URL: a pooler answers; expected the address of the server itself\n$/m,
      ],
      [
        { DATABASE_URL: service, DATABASE_OWNER_URL: admin },
        /^DATABASE_OWNER_URL: it leads to another database; expected that of DATABASE_URL\n$/m,
      ],
    ]
    for (const [environment, line] of cases) {
      const { code, output } = await runToExit({ DATA_DIR: await temporaryFolder(t), ...environment })
      assert.match(output, line)
      assert.equal(code, 1)
    }
  })

  it('with DATABASE_OWNER_URL of another database or role ends with one line, and migrates nothing', async (t) => {
    const { url, drop } = await createTestDatabase()
    t.after(drop)
    const other = await createTestDatabase()
    t.after(other.drop)
    const role = `role_${randomUUID().slice(0, 8)}`
    const admin = Object.assign(new URL(url), { pathname: '/postgres' }).href
    await runOn(admin, `create role ${role} login password 'secret'`)
    t.after(() => runOn(admin, `drop role ${role}`))
    const service = Object.assign(new URL(url), { username: role, password: 'secret' }).href
    await runOn(other.url, 'drop schema public cascade; create schema public')
    const cases: [string, RegExp][] = [
      [other.url, /^DATABASE_OWNER_URL: it leads to another database; expected that of DATABASE_URL\n$/m],
      [
        `${service}&application_name=owner`,
        /^DATABASE_OWNER_URL: .*permission denied.*; expected the owner of the schema\n$/m,
      ],
    ]
    for (const [DATABASE_OWNER_URL, line] of cases) {
      const addresses = { DATABASE_URL: service, DATABASE_OWNER_URL }
      const { code, output } = await runToExit({ DATA_DIR: await temporaryFolder(t), ...addresses })
      assert.match(output, line)
      assert.equal(code, 1)
    }
    await runOn(other.url, 'create table schema_migrations ()') // fails if the start made it
  })

  it('in production on an empty database without ADMIN_EMAIL says so once and exits 1', async (t) => {
    const { url, drop } = await createTestDatabase()
    t.after(drop)
    const environment = {
      ...productionVariables,
      DATA_DIR: await temporaryFolder(t),
      DATABASE_URL: url,
      WEB_PROCESSES: '2',
    }
    const { code, output } = await runToExit(environment)
    assert.equal(output.split('ADMIN_EMAIL is missing').length - 1, 1)
    assert.doesNotMatch(output, /\n\s+at |a process ended/)
    assert.equal(code, 1)

    const owner = { ADMIN_EMAIL: 'owner@example.com', ADMIN_PASSWORD: 'a long enough password' }
    const tls = { TLS_CERT_FILE: '/none', TLS_KEY_FILE: '/none', WEB_PROCESSES: '1' }
    const refused = await runToExit({ ...environment, ...owner, ...tls })
    for (const name of ['TLS_CERT_FILE', 'TLS_KEY_FILE'])
      assert.match(refused.output, new RegExp(`- ${name}: ENOENT.*; expected a PEM file that this user can read$`, 'm'))
    assert.equal(refused.code, 1)
  })

  it('as a second server or worker on a folder in use exits 1 and names the folder and its process', async (t) => {
    const first = await startProcess(t, { DATA_DIR: dataDir, DEMO_DATA: 'false' })
    for (const entry of ['server', 'worker'] as const) {
      const { code, output } = await runToExit({ DATA_DIR: dataDir }, entry)
      const by = `${dataDir} is in use by process ${first.child.pid}`
      assert.equal(output, `DATA_DIR: ${by}. Stop it, or set DATA_DIR or DATABASE_URL.\n`)
      assert.equal(code, 1)
    }
    await untilReady(first.url)
    assert.equal(await first.end('SIGTERM'), 0)
  })

  it('with a HOST that no name server knows names it and exits 1', async () => {
    const { code, output } = await runToExit({ DATA_DIR: dataDir, HOST: 'host.invalid', DEMO_DATA: 'false' })
    assert.match(output, /HOST: getaddrinfo.*; expected an address of this machine$/m)
    assert.equal(code, 1)
  })

  it('with a port that is taken names it, stops the database it started, and exits 1', async (t) => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    t.after(() => taken.close())
    const { port } = taken.address() as AddressInfo
    const { code, output } = await runToExit({ DATA_DIR: dataDir, PORT: String(port), DEMO_DATA: 'false' })
    assert.match(output, /PORT.*EADDRINUSE.*expected a port that is free/)
    assert.equal(code, 1)
    assert.equal(existsSync(join(dataDir, 'postgres', 'postmaster.pid')), false)
  })
})
