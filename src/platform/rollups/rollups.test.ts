import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { until } from '#test/support/until.ts'
import { rollupSweep } from './index.ts'

describeService('the sweep of a rollup', ({ service }) => {
  before(async () => {
    await sql`create table test_changes (amount integer)`.execute(service.deps.db)
  })

  async function foldBatch(transaction: Transaction, size: number) {
    const { numAffectedRows } = await sql`
      delete from test_changes where ctid = any (array(select ctid from test_changes limit ${size}))`.execute(
      transaction,
    )
    const folded = Number(numAffectedRows)
    return { folded, more: folded === size }
  }

  const fill = (count: number) =>
    sql`insert into test_changes select n from generate_series(1, ${count}::int) n`.execute(service.deps.db)

  async function vacuums(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select vacuum_count as count from pg_stat_user_tables where relname = 'test_changes'`.execute(service.deps.db)
    return rows[0]?.count ?? 0
  }

  it('folds batch by batch until no changes are left, and vacuums their table after 2,000', async () => {
    const sizes: number[] = []
    const sweep = rollupSweep({
      name: 'test.rollup',
      changes: 'test_changes',
      async fold(transaction) {
        const step = await foldBatch(transaction, 800)
        sizes.push(step.folded)
        return step
      },
    })
    await fill(1_999)
    await sweep.run(service.deps)
    assert.deepEqual([sizes, await vacuums()], [[800, 800, 399], 0])
    await fill(2_000)
    await sweep.run(service.deps)
    await until(async () => (await vacuums()) === 1, 'the vacuum to be counted')
  })

  it('a fold that fails leaves every change of its batch', async () => {
    await fill(10)
    const sweep = rollupSweep({
      name: 'test.rollup',
      changes: 'test_changes',
      async fold(transaction) {
        await foldBatch(transaction, 100)
        throw new Error('the fold fails')
      },
    })
    await assert.rejects(() => sweep.run(service.deps), /the fold fails/)
    const { rows } = await sql`select from test_changes`.execute(service.deps.db)
    assert.equal(rows.length, 10)
  })

  it('two folds of one rollup never run at the same time: the second leaves it to the first', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const begun: string[] = []
    const foldBy = (name: string) =>
      rollupSweep({
        name: 'test.rollup',
        changes: 'test_changes',
        async fold() {
          begun.push(name)
          await released
          return { folded: 0 }
        },
      }).run(service.deps)
    const first = foldBy('first')
    await until(() => begun.length > 0, 'the first to begin')
    let over = false
    const second = foldBy('second').finally(() => {
      over = true
    })
    await until(() => over || begun.length > 1, 'the second to end or begin')
    release()
    await Promise.all([first, second])
    assert.deepEqual(begun, ['first'])
  })

  it('a fold runs at the isolation level that was asked for', async () => {
    const levels: unknown[] = []
    for (const isolation of ['read committed', 'repeatable read'] as const) {
      const fold = async (transaction: Transaction) => {
        const { rows } = await sql<{ level: string }>`
          select current_setting('transaction_isolation') as level`.execute(transaction)
        levels.push(rows[0]?.level)
        return { folded: 0 }
      }
      await rollupSweep({ name: 'test.rollup', changes: 'test_changes', isolation, fold }).run(service.deps)
    }
    assert.deepEqual(levels, ['read committed', 'repeatable read'])
  })
})
