import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type pg from 'pg'
import { createTestDatabase } from '#test/support/database.ts'
import { startDatabaseProxy, type TcpProxy } from '#test/support/tcp-proxy.ts'
import { maxWaitMs } from '#test/support/until.ts'
import { checkWritable } from '../failover/failover.ts'
import { fromDatabaseError } from '../failover/sql-errors.ts'
import { createPool } from './pool.ts'

describe('the pool of connections', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let proxy: TcpProxy
  let url: string
  before(async () => {
    database = await createTestDatabase()
    const proxied = await startDatabaseProxy(database.url)
    proxy = proxied.proxy
    url = proxied.url
  })
  after(async () => {
    await proxy.close()
    await database.drop()
  })

  it('a connection that its server calls read-only answers reads and is not kept', async () => {
    const readOnly = await createTestDatabase({ default_transaction_read_only: 'on' })
    const pids = async (address: string) => {
      const pool = createPool({ url: address, size: 1 })
      const pid = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid
      const found = new Set([await pid(), await pid()])
      await pool.end()
      return found.size
    }
    assert.deepEqual([await pids(readOnly.url), await pids(database.url)], [2, 1])
    await readOnly.drop()
  })

  it('a statement and an idle transaction hold their locks for half a minute at most', async () => {
    const pool = createPool({ url: database.url, size: 1 })
    const { rows } = await pool.query(`
      select name, setting::int from pg_settings
       where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name`)
    await pool.end()
    assert.deepEqual(rows, [
      { name: 'idle_in_transaction_session_timeout', setting: 30_000 },
      { name: 'statement_timeout', setting: 30_000 },
    ])
  })

  it('a connection whose begin fails runs no further statement of the transaction, and is not reused', async () => {
    const pool = createPool({ url: database.url, size: 1 })
    const client = await pool.connect()
    // In an aborted transaction the server refuses `begin`, as it would if it were cancelled.
    await client.query('start transaction')
    await assert.rejects(client.query('select 1 / 0'))
    await client.query('begin')
    await assert.rejects(client.query('select 1', []))
    await assert.rejects(client.query('create table never_made ()', []), /connection|terminated|closed|ended/i)
    client.release()
    assert.deepEqual((await pool.query("select to_regclass('never_made') as made")).rows, [{ made: null }])
    await pool.end()
  })

  it('a statement to an unresponsive server fails as unavailable and its connection is not reused', async () => {
    const pool = createPool({ url, size: 1, answerTimeoutMs: 300 })
    const client = await pool.connect()
    // Of the connection that replaces this one: it has as long as it needs.
    Object.assign(pool.options, { query_timeout: maxWaitMs, statement_timeout: maxWaitMs })
    proxy.freeze()
    await assert.rejects(client.query('select 1', []), (error) => {
      assert.equal(fromDatabaseError(error)?.code, 'SERVICE_UNAVAILABLE')
      return true
    })
    client.release()
    await proxy.restore()
    const { rows } = await pool.query('select $1::int as n', [7])
    assert.deepEqual(rows, [{ n: 7 }])
    await pool.end()
  })

  it('a statement on a connection that the server has ended fails as unavailable, as does the next one', async () => {
    const pool = createPool({ url: database.url, size: 1 })
    const client = await pool.connect()
    const statements = ['select pg_terminate_backend(pg_backend_pid())', 'select 1', 'select 1']
    for (const statement of statements) {
      await assert.rejects(client.query(statement, []), (error) => {
        assert.equal(fromDatabaseError(error)?.code, 'SERVICE_UNAVAILABLE', String(error))
        return true
      })
    }
    client.release()
    assert.equal((await pool.query('select 1', [])).rowCount, 1)
    await pool.end()
  })

  it('a write that a read-only server refuses replaces all connections, those of other pools included', async () => {
    const pools = [createPool({ url: database.url, size: 2 }), createPool({ url: database.url, size: 1 })] as const
    const [writing, reading] = pools
    const pidOf = async (pool: pg.Pool) => (await pool.query('select pg_backend_pid() as pid', [])).rows[0].pid
    const client = await writing.connect()
    const before = await Promise.all([pidOf(writing), pidOf(reading)])
    await client.query('set default_transaction_read_only = on')
    await assert.rejects(client.query('create table refused (id integer)', []), { code: '25006' })
    client.release()
    assert.deepEqual(
      (await Promise.all([pidOf(writing), pidOf(reading)])).filter((pid) => before.includes(pid)),
      [],
    )
    await checkWritable(writing)
    await Promise.all(pools.map((pool) => pool.end()))
  })

  it('timestamps of any form are parsed', async () => {
    const pool = createPool({ url: database.url, size: 1 })
    const read = async (text: string) => (await pool.query('select $1::timestamptz as at', [text])).rows[0].at
    for (const [text, iso] of [
      ['2026-11-21 22:33:44.123+00', '2026-11-21T22:33:44.123Z'],
      ['2026-11-21 22:33:44.123999+00', '2026-11-21T22:33:44.123Z'],
      ['2026-11-21 22:33:44+00', '2026-11-21T22:33:44.000Z'],
      ['2026-11-21 22:33:44.1+05:30', '2026-11-21T17:03:44.100Z'],
      ['0099-01-01 00:00:00+00', '0099-01-01T00:00:00.000Z'],
      ['12026-01-01 00:00:00+00', '+012026-01-01T00:00:00.000Z'],
      ['0044-03-15 12:00:00+00 BC', '-000043-03-15T12:00:00.000Z'],
    ] as const)
      assert.equal((await read(text)).toISOString(), iso, text)
    assert.equal(await read('infinity'), Number.POSITIVE_INFINITY)
    await pool.end()
  })
})
