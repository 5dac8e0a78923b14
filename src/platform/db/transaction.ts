import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Transaction as KyselyTransaction } from 'kysely'
import { isDeadlock } from './failover/sql-errors.ts'
import { type Database, type Statement, sendWithNext } from './pool/pool.ts'
import type { DB } from './schema/schema.gen.ts'

export type Transaction = KyselyTransaction<DB>

/** The executor of a query: the pool, or the caller's open transaction. */
export type Executor = Database | Transaction

type CommitListener = (db: Database) => void | Promise<void>

interface OpenTransaction {
  listeners: Set<CommitListener>
  /**
   * Statements sent together with the next one: if one of them fails, its error is the reason why the next one fails.
   */
  unawaited: Promise<unknown>[]
}

const openTransactions = new WeakMap<Transaction, OpenTransaction>()

const maxAttempts = 3
/**
 * Pause before the next attempt: without it, the retry locked the rows again before the waiting transactions woke up.
 */
const pauseMs = 25

/**
 * Runs `work` in a transaction: the caller's if one is open (so that an idempotency key commits with its work), else a
 * new one. READ COMMITTED, since invariants are guarded statements and constraints. After a deadlock PostgreSQL rolls
 * the work back and it runs again, so it must change nothing outside the database.
 */
export async function inTransaction<T>(executor: Executor, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  if (executor.isTransaction) return work(executor as Transaction)
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(executor, work)
    } catch (error) {
      if (!isDeadlock(error) || attempt === maxAttempts) throw error
      await delay(randomInt(pauseMs, 2 * pauseMs))
    }
  }
}

async function runOnce<T>(db: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const open: OpenTransaction = { listeners: new Set(), unawaited: [] }
  const running = db.transaction().execute((transaction) => {
    openTransactions.set(transaction, open)
    return work(transaction)
  })
  const result = await running.catch(async (error) => {
    await Promise.all(open.unawaited)
    throw error
  })
  for (const listener of open.listeners) await listener(db)
  return result
}

/**
 * Sends a statement together with the next one, at the latest the commit, to save a round trip. For writes whose rows
 * are not needed before the commit; `onRows` gets them afterwards.
 */
export async function writeBehind<Row>(
  transaction: Transaction,
  statement: Statement<Row>,
  onRows: (rows: Row[], db: Database) => void = () => {},
): Promise<void> {
  await sendWithNext(transaction, statement, (rows) => {
    const open = openTransactions.get(transaction)
    open?.unawaited.push(rows)
    open?.listeners.add((db) => void rows.then((found) => onRows(found, db)))
  })
}

/**
 * Calls `listener` with the database once this transaction has committed, never after a rollback, and waits for it.
 * Added twice, it is called once.
 */
export function onCommit(transaction: Transaction, listener: CommitListener): void {
  openTransactions.get(transaction)?.listeners.add(listener)
}
