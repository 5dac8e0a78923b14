import { EventEmitter } from 'node:events'

// One per process: a commit anywhere in it is a reason to look at the queue, whoever listens.
const signal = new EventEmitter()

/** Called after a commit with the subscriptions something was queued for; without them it may be any. */
type CommitListener = (subscriptionIds?: readonly string[]) => void

/** Tells this process's listeners that a transaction with deliveries has just been committed. */
export function announceCommit(subscriptionIds?: readonly string[]): void {
  signal.emit('deliveries', subscriptionIds)
}

/** Calls `listener` after each commit that queued deliveries. Answers a function that ends it. */
export function onDeliveriesCommitted(listener: CommitListener): () => void {
  signal.on('deliveries', listener)
  return () => signal.off('deliveries', listener)
}
