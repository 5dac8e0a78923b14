import type { Transaction as KyselyTransaction } from 'kysely'
import type { Database } from './pool.ts'
import type { DB } from './schema.gen.ts'
import { isDeadlock } from './sql-errors.ts'

export type Transaction = KyselyTransaction<DB>

/** What a query runs on: the pool, or the caller's open transaction. */
export type Executor = Database | Transaction

type CommitListener = (db: Database) => void

const afterCommit = new WeakMap<Transaction, Set<CommitListener>>()

const mostAttempts = 3

/**
 * Runs `work` in a transaction: the caller's if one is open (so that an idempotency key commits with its work), else a
 * new one. READ COMMITTED, since invariants are guarded statements and constraints. Work that PostgreSQL has rolled
 * back to end a deadlock runs again, so it must change nothing outside the database.
 */
export async function inTransaction<T>(executor: Executor, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  if (executor.isTransaction) return work(executor as Transaction)
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(executor, work)
    } catch (error) {
      if (!isDeadlock(error) || attempt === mostAttempts) throw error
    }
  }
}

async function runOnce<T>(db: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const listeners = new Set<CommitListener>()
  const result = await db.transaction().execute((transaction) => {
    afterCommit.set(transaction, listeners)
    return work(transaction)
  })
  for (const listener of listeners) listener(db)
  return result
}

/**
 * Calls `listener` with the database once this transaction has committed, never after a rollback. Added twice, it is
 * called once.
 */
export function onCommit(transaction: Transaction, listener: CommitListener): void {
  afterCommit.get(transaction)?.add(listener)
}
