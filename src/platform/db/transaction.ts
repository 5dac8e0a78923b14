import type { Transaction as KyselyTransaction } from 'kysely'
import type { Database } from './pool.ts'
import type { DB } from './schema.gen.ts'

export type Transaction = KyselyTransaction<DB>

/** What a query runs on: the pool, or the transaction its caller has opened. */
export type Executor = Database | Transaction

const afterCommit = new WeakMap<Transaction, Set<() => void>>()

/**
 * Runs `work` in a transaction: in the caller's own if it has one open (so that an idempotency key, say, commits with
 * the work it guards), else in a new one. READ COMMITTED: invariants are statements and constraints, not snapshots.
 */
export async function inTransaction<T>(executor: Executor, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  if (executor.isTransaction) return work(executor as Transaction)
  const listeners = new Set<() => void>()
  const result = await executor.transaction().execute((transaction) => {
    afterCommit.set(transaction, listeners)
    return work(transaction)
  })
  for (const listener of listeners) listener()
  return result
}

/** Calls `listener` once after this transaction has been committed, however often it is given; never after a rollback. */
export function onCommit(transaction: Transaction, listener: () => void): void {
  afterCommit.get(transaction)?.add(listener)
}
