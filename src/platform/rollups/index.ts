import { sql } from 'kysely'
import type { Database } from '#src/platform/db/pool/pool.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'

/**
 * Figures kept as sums. Writers append their changes to a table, which takes no lock. A sweep folds the changes into
 * the rollup. Readers add both in one statement, so a figure is exact whether or not the sweep has run.
 */
export interface Rollup {
  name: string
  /** The table of changes, from which the fold deletes. */
  changes: string
  /** For a fold of several statements that must see the same rows. */
  isolation?: 'read committed' | 'repeatable read'
  /** Adds changes to the rollup and deletes them, in one transaction; a batch of them where there may be many. */
  fold(transaction: Transaction): Promise<{ folded: number; more?: boolean }>
}

export interface RollupServices {
  logger: Pick<Logger, 'debug'>
}

/** With so many folded changes their table is vacuumed at once, because every reader reads it. */
const vacuumFrom = 2_000

/** The sweep that folds a rollup every second. */
export function rollupSweep({ name, changes, isolation = 'read committed', fold }: Rollup): Sweep<RollupServices> {
  const foldAlone: typeof fold = async (transaction) =>
    (await lockFold(transaction, name)) ? fold(transaction) : { folded: 0 }
  return {
    name,
    everyMs: () => 1_000,
    async run({ db, logger }) {
      const startedAt = performance.now()
      // Usually there are no changes: one statement instead of a transaction.
      if (!(await hasRows(db, changes))) return
      let total = 0
      for (let more = true; more; ) {
        const step = await db.transaction().setIsolationLevel(isolation).execute(foldAlone)
        total += step.folded
        more = step.more ?? false
      }
      if (total === 0) return
      const vacuum = total >= vacuumFrom
      if (vacuum) await sql`vacuum ${sql.table(changes)}`.execute(db)
      logger.debug({ rollup: name, folded: total, vacuum, ms: Math.round(performance.now() - startedAt) }, 'folded')
    },
  }
}

async function hasRows(db: Database, table: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from ${sql.table(table)}) as found`.execute(db)
  return rows[0]?.found ?? false
}

/**
 * Two concurrent folds would be exact, but one could fail with a serialization error. So this fold waits for one of a
 * process that lost its lease.
 */
async function lockFold(transaction: Transaction, name: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`sweep:${name}`}, 0)) as locked`.execute(transaction)
  return rows[0]?.locked ?? false
}
