import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { buildTestApp, startTestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'
import { runOn } from '#test/upgrade/release.ts'

describe('GET /health/ready while the database takes no writes', () => {
  let owner: Awaited<ReturnType<typeof startTestApp>>
  let service: typeof owner
  let role: string
  /** The name of the database. */
  let name: string
  before(async () => {
    owner = await startTestApp()
    role = `role_${randomUUID().slice(0, 8)}`
    name = new URL(owner.databaseUrl).pathname.slice(1)
    await change(`create role ${role} login password 'secret';
                  grant select, insert, update, delete on all tables in schema public to ${role}`)
    const url = Object.assign(new URL(owner.databaseUrl), { username: role, password: 'secret' }).href
    service = await startTestApp({}, url)
  })
  after(async () => {
    await service.close()
    await change(`drop owned by ${role}; drop role ${role}`)
    await owner.close()
  })

  const change = (statements: string) => runOn(owner.databaseUrl, statements)
  /** Settings of a database are those of new sessions. */
  const endSessions = () =>
    change(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}' and datname = '${name}'`)
  const ask = () => service.request('GET', '/health/ready')
  const untilReady = () => until(async () => (await ask()).status === 200, 'readiness')
  const untilRefused = (message: string) =>
    until(
      async () => {
        const { status, headers, body } = await ask()
        return status === 503 && headers['retry-after'] === '1' && body.error?.message === message
      },
      message,
      20_000,
    )

  it('on a database that became read-only answers 503 and says so, until it takes writes again', async () => {
    await untilReady()
    await change(`alter database ${name} set default_transaction_read_only = on`)
    await endSessions()
    await untilRefused('the database accepts no writes: it is read-only, or a standby')
    await change(`start transaction read write; alter database ${name} reset default_transaction_read_only; commit`)
    await untilReady()
  })

  it('on a right that was taken away answers 503 and says so, until it is given back', async () => {
    await untilReady()
    await change(`revoke update on sweep_leases from ${role}`)
    await untilRefused('the role of the service may not write to the database')
    await change(`grant update on sweep_leases to ${role}`)
    await untilReady()
  })

  it('on a disk without space for new pages answers 503 and says so, until there is some', async () => {
    await untilReady()
    // What a session may take of the disk: a write to pages that are there still succeeds.
    await change(`alter role ${role} in database ${name} set temp_file_limit = '64kB'`)
    await endSessions()
    await untilRefused('the database has no space left to write')
    await service.deps.pool.query("update sweep_leases set held_until = now() where name = 'readiness'")
    await change(`alter role ${role} in database ${name} reset temp_file_limit`)
    await endSessions()
    await untilReady()
  })

  it('on a table that is locked answers 503 within its time, and keeps one connection for it', async (t) => {
    const locked = await buildTestApp(t)
    const client = await locked.deps.pool.connect()
    await client.query('begin')
    await client.query('lock table sweep_leases')
    const answers = await Promise.all([1, 2, 3].map(() => locked.request('GET', '/health/ready')))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([503]))
    assert.equal(answers[0]?.body.error.message, 'the database does not answer')
    const { rows } = await client.query(`
      select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%readiness%'`)
    assert.equal(rows[0].waiting, 1)
    await client.query('commit')
    client.release()
    await until(async () => (await locked.request('GET', '/health/ready')).status === 200, 'readiness')
  })
})
