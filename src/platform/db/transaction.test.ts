import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '#test/support/database.ts'
import { createDatabase, createPool, type Database } from './pool/pool.ts'
import { inTransaction, onCommit, type Transaction, writeBehind } from './transaction.ts'

describe('a transaction that meets a deadlock', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let db: Database
  before(async () => {
    database = await createTestDatabase()
    db = createDatabase(createPool({ url: database.url, size: 4 }))
    await sql`create table places (name text primary key, visits int not null default 0)`.execute(db)
    await sql`insert into places (name) values ('a'), ('b')`.execute(db)
  })
  after(async () => {
    await db.destroy()
    await database.drop()
  })

  const visit = (transaction: Transaction, name: string) =>
    sql`update places set visits = visits + 1 where name = ${name}`.execute(transaction)
  const visits = async () =>
    (await sql<{ visits: number }>`select visits from places order by name`.execute(db)).rows.map((row) => row.visits)

  it('runs again, and tells of its commit once', async () => {
    let met = 0
    const bothHoldOne = Promise.withResolvers<void>()
    let runs = 0
    let commits = 0
    const visitBoth = (first: string, second: string) =>
      inTransaction(db, async (transaction) => {
        runs += 1
        onCommit(transaction, () => {
          commits += 1
        })
        await visit(transaction, first)
        met += 1
        if (met === 2) bothHoldOne.resolve()
        await bothHoldOne.promise
        await visit(transaction, second)
      })
    await Promise.all([visitBoth('a', 'b'), visitBoth('b', 'a')])
    assert.deepEqual([runs, commits, await visits()], [3, 2, [2, 2]])
  })

  it('that never ends is given up after three attempts; any other error at once', async () => {
    for (const [code, expected] of [
      ['40P01', 3],
      ['40001', 1],
    ] as const) {
      let runs = 0
      const work = async (transaction: Transaction) => {
        runs += 1
        await sql`do ${sql.raw(`$$ begin raise exception 'met' using errcode = '${code}'; end $$`)}`.execute(
          transaction,
        )
      }
      await assert.rejects(inTransaction(db, work), { code })
      assert.equal(runs, expected)
    }
  })
})

describe('a statement that is sent with the next one', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let db: Database
  before(async () => {
    database = await createTestDatabase()
    db = createDatabase(createPool({ url: database.url, size: 1 }))
    await sql`create table notes (id int primary key)`.execute(db)
  })
  after(async () => {
    await db.destroy()
    await database.drop()
  })

  const note = (id: number) => sql<{ id: number }>`insert into notes (id) values (${id}) returning id`
  const notes = async () => (await sql<{ id: number }>`select id from notes order by id`.execute(db)).rows

  it('has run before it, and tells its rows once the transaction has committed', async () => {
    const told: unknown[] = []
    const seen = await inTransaction(db, async (transaction) => {
      await writeBehind(transaction, note(1), (rows) => told.push(rows))
      await writeBehind(transaction, note(2))
      const { rows } = await sql<{ count: number }>`select count(*) as count from notes`.execute(transaction)
      assert.deepEqual(told, [])
      return rows
    })
    assert.deepEqual([seen, told], [[{ count: 2 }], [[{ id: 1 }]]])
    const undone = inTransaction(db, async (transaction) => {
      await writeBehind(transaction, note(3), (rows) => told.push(rows))
      throw new Error('undone')
    })
    await assert.rejects(undone, /undone/)
    assert.deepEqual([await notes(), told.length], [[{ id: 1 }, { id: 2 }], 1])
  })

  it('fails the transaction with its own error, whatever follows', async () => {
    const before = await notes()
    for (const next of [() => undefined, (transaction: Transaction) => note(11).execute(transaction)]) {
      const work = async (transaction: Transaction) => {
        await note(10).execute(transaction)
        await writeBehind(transaction, note(10), () => assert.fail('told of a statement that failed'))
        await next(transaction)
      }
      await assert.rejects(inTransaction(db, work), { code: '23505' })
    }
    assert.deepEqual(await notes(), before)
  })
})
