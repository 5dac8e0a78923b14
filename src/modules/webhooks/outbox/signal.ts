import type { Database } from '#src/platform/db/pool/pool.ts'

/** Called after a commit with the subscriptions that have new deliveries; undefined if it may be any. */
type CommitListener = (subscriptionIds?: readonly string[]) => void

const listenersOf = new WeakMap<Database, Set<CommitListener>>()

/** Tells the listeners of this database that a transaction which queued deliveries has committed. */
export function announceCommit(db: Database, subscriptionIds?: readonly string[]): void {
  for (const listener of listenersOf.get(db) ?? []) listener(subscriptionIds)
}

/** Calls `listener` after each commit on this database that queued deliveries. Returns a function that ends it. */
export function onDeliveriesCommitted(db: Database, listener: CommitListener): () => void {
  const listeners = listenersOf.get(db) ?? new Set()
  listenersOf.set(db, listeners.add(listener))
  return () => void listeners.delete(listener)
}
