import { type Executor, inTransaction, onCommit } from '#src/platform/db/transaction.ts'
import { AppError, type FieldFault, invalid, notFound } from '#src/platform/lib/errors.ts'
import { readMoment } from '#src/platform/lib/moment.ts'
import { announceCommit } from '../outbox/signal.ts'
import { lockActiveSubscription } from '../subscriptions/manage-subscriptions.ts'
import type { SubscriptionKey } from '../subscriptions/queries.ts'
import { type DeliveryKey, type DeliveryRow, selectDelivery } from './queries.ts'
import { requeueDelivery, requeueFailed } from './redelivery-queries.ts'

/** Per request, so that its transaction stays short. */
const maxRecovered = 50_000

/**
 * Queues a delivered, failed or cancelled delivery again: due now, with all its retries.
 * @throws AppError NOT_FOUND, WEBHOOK_INACTIVE, CONFLICT while it is pending or delivering
 */
export async function retryDelivery(db: Executor, key: DeliveryKey): Promise<DeliveryRow> {
  return inTransaction(db, async (transaction) => {
    await lockActiveSubscription(transaction, key)
    const ended = await requeueDelivery(transaction, key)
    if (ended === false) throw new AppError('CONFLICT', 'the delivery has not ended yet')
    const delivery = await selectDelivery(transaction, key)
    if (ended === undefined || delivery === undefined) throw notFound('delivery')
    onCommit(transaction, announceCommit)
    return delivery
  })
}

/**
 * Queues the failed deliveries of a range of time again, `until` excluded. Idempotent: a queued delivery is not failed
 * any more.
 * @throws AppError VALIDATION_ERROR, NOT_FOUND, WEBHOOK_INACTIVE
 */
export async function recoverFailed(
  db: Executor,
  key: SubscriptionKey,
  range: { since: string; until?: string },
): Promise<{ requeued: number; has_more: boolean }> {
  const moments = readRange(range, new Date())
  return inTransaction(db, async (transaction) => {
    await lockActiveSubscription(transaction, key)
    const requeued = await requeueFailed(transaction, key, moments, maxRecovered)
    if (requeued > 0) onCommit(transaction, announceCommit)
    return { requeued, has_more: requeued === maxRecovered }
  })
}

function readRange(range: { since: string; until?: string }, now: Date): { since: Date; until: Date } {
  const since = readMoment(range.since)
  const until = range.until === undefined ? now : readMoment(range.until)
  const faults: FieldFault[] = []
  const notTime = 'must be a time from 1970 to 2999'
  if (since === undefined) faults.push({ field: 'since', message: notTime })
  if (until === undefined) faults.push({ field: 'until', message: notTime })
  if (since && until && since >= until) faults.push({ field: 'since', message: 'must be before until, or now' })
  if (since === undefined || until === undefined || faults.length > 0) throw invalid(...faults)
  return { since, until }
}
