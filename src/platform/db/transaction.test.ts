import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '#test/support/database.ts'
import { createDatabase, createPool, type Database } from './pool.ts'
import { inTransaction, onCommit, type Transaction } from './transaction.ts'

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
