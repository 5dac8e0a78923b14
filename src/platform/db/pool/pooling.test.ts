import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '#test/support/database.ts'
import { startPooler } from '#test/support/pooler.ts'
import { createDatabase, createPool } from './pool.ts'
import {
  checkPooling,
  checkSameDatabase,
  judgePooling,
  type Pooling,
  type ProbeAnswer,
  prepareRole,
  turns,
} from './pooling.ts'
import { settingStatements } from './session-settings.ts'
import { connectAtStart } from './wait-for-database.ts'

describe('how a pooler shares sessions', () => {
  /** The answers if the session of each turn is `sessionOf(turn, connection)`. */
  const answered = (sessionOf: (turn: number, connection: number) => number): ProbeAnswer[] =>
    turns.map((connection, turn) => ({
      connection,
      pid: sessionOf(turn, connection),
      number: connection,
      settings: {},
    }))
  const judge = (answers: ProbeAnswer[], losesStatements = false, hasDirectUrl = true) =>
    judgePooling({ answers, losesStatements }, hasDirectUrl)

  it('is by transaction whatever number of sessions it hands out, in a circle or the last one first', () => {
    for (const sessions of [1, 2, 3, 4, 5, 8, 20])
      assert.equal(judge(answered((turn) => turn % sessions)), 'transaction', String(sessions))
    assert.equal(judge(answered((turn) => (turn === 5 ? 2 : 1))), 'transaction')
  })

  it('is by session where each of two connections keeps one', () => {
    assert.equal(judge(answered((_, connection) => connection)), 'session')
    assert.equal(
      judge(
        answered((_, connection) => connection),
        false,
        false,
      ),
      'session',
    )
  })

  it('is refused by transaction without DATABASE_DIRECT_URL, or where prepared statements are lost', () => {
    const shared = answered(() => 1)
    assert.throws(() => judge(shared, false, false), { expected: /DATABASE_DIRECT_URL/ })
    assert.throws(() => judge(shared, true), { expected: /max_prepared_statements/ })
    assert.throws(() => judge(shared.slice(0, 1), true), { expected: /max_prepared_statements/ })
  })
})

describe('a pooler that lends sessions for one transaction', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  before(async () => {
    // As on a server whose own settings are not ours.
    database = await createTestDatabase({ timezone: 'Asia/Tokyo' })
  })
  after(() => database.drop())

  const openPooler = async (t: TestContext, options?: Parameters<typeof startPooler>[1]) => {
    const pooler = await startPooler(database.url, options)
    t.after(pooler.close)
    return pooler.url
  }
  const openPool = (t: TestContext, url: string, pooling: Pooling, size = 1) => {
    const pool = createPool({ url, size, pooling })
    t.after(() => pool.end())
    return pool
  }

  it('is refused without DATABASE_DIRECT_URL, if it loses statements, or if its sessions lack settings', async (t) => {
    const url = await openPooler(t)
    const { url: direct } = database
    await assert.rejects(checkPooling(url, url), { message: /one transaction$/, expected: /DATABASE_DIRECT_URL/ })
    await assert.rejects(checkPooling(await openPooler(t, { keepsStatements: false }), direct), {
      message: /loses prepared statements/,
      expected: /PgBouncer 1\.21/,
    })
    await assert.rejects(checkPooling(url, direct), {
      message: /timezone is Asia\/Tokyo, plan_cache_mode is auto, statement_timeout is 0/,
      expected: /^RECONNECT/,
    })
    assert.equal(await checkPooling(await openPooler(t), direct), 'transaction')
  })

  it('names the statements to run where the role may not change its settings itself', async (t) => {
    const client = await connectAtStart(database.url)
    t.after(() => client.end())
    const place = `alter role postgres in database ${new URL(database.url).pathname.slice(1)} set`
    assert.deepEqual((await settingStatements(client)).slice(0, 2), [
      `${place} jit = 'off'`,
      `${place} timezone = 'UTC'`,
    ])
  })

  it('passes no settings on: the role has its own; a session lent for good gets them', async (t) => {
    await prepareRole(database.url)
    const url = await openPooler(t)
    const show = "select current_setting('timezone') as zone, current_setting('statement_timeout') as timeout"
    const settings = async (pooling: Pooling) => (await openPool(t, url, pooling).query(show)).rows
    await assert.rejects(settings('none'), /unsupported startup parameter/)
    assert.deepEqual(await settings('transaction'), [{ zone: 'UTC', timeout: '30s' }])
    const roles = await openPooler(t)
    const bare = openPool(t, roles, 'session')
    await bare.query("set timezone = 'Asia/Tokyo'")
    assert.deepEqual(await settings('session'), [{ zone: 'UTC', timeout: '30s' }])
  })

  it('runs each transaction in any session, and finds the prepared statements there', async (t) => {
    await prepareRole(database.url)
    const db = createDatabase(openPool(t, await openPooler(t), 'transaction', 6))
    const work = (n: number) =>
      db.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ n: number }>`select ${n}::int + 0 as n`.execute(transaction)
        const again = await sql<{ n: number }>`select ${rows[0]?.n}::int * 2 as n`.execute(transaction)
        return again.rows[0]?.n
      })
    const numbers = Array.from({ length: 40 }, (_, n) => n)
    assert.deepEqual(
      await Promise.all(numbers.map(work)),
      numbers.map((n) => 2 * n),
    )
  })

  it('does not stand before another database, role or schema than DATABASE_DIRECT_URL', async (t) => {
    const url = await openPooler(t)
    await checkSameDatabase(url, database.url)
    const other = await createTestDatabase()
    t.after(other.drop)
    await assert.rejects(checkSameDatabase(url, other.url), { message: /another database/ })
    const elsewhere = `${database.url}&options=-c%20search_path=pg_catalog`
    await assert.rejects(checkSameDatabase(url, elsewhere), { message: /schema is pg_catalog/, expected: /public/ })
  })
})
