import { type Executor, inTransaction, onCommit, type Transaction } from '#src/platform/db/transaction.ts'
import { AppError, type FieldFault, invalid, notFound } from '#src/platform/lib/errors.ts'
import { announceCommit } from '#src/platform/outbox/index.ts'
import { gone } from '../subscriptions/manage-subscriptions.ts'
import { holdSubscription, type SubscriptionKey } from '../subscriptions/queries.ts'
import { readMoment } from '../subscriptions/rules.ts'
import { type DeliveryKey, type DeliveryRow, selectDelivery } from './queries.ts'
import { requeueDelivery, requeueFailed } from './redelivery-queries.ts'
import { refuseInactive } from './test-delivery.ts'

/** By one request, so that its transaction stays short. */
export const mostRecovered = 50_000

/**
 * Sends a delivery that has ended, well or badly, again: now, and with all its retries.
 * @throws AppError NOT_FOUND, WEBHOOK_INACTIVE, CONFLICT while it is on its way
 */
export async function retryDelivery(db: Executor, key: DeliveryKey): Promise<DeliveryRow> {
  return inTransaction(db, async (transaction) => {
    await holdActive(transaction, key)
    const ended = await requeueDelivery(transaction, key)
    if (ended === false) throw new AppError('CONFLICT', 'the delivery is still on its way')
    const delivery = await selectDelivery(transaction, key)
    if (ended === undefined || delivery === undefined) throw notFound('delivery')
    onCommit(transaction, announceCommit)
    return delivery
  })
}

/**
 * Sends again what failed of the events of a range of time, `until` excluded. Asked twice, it finds what it queued before no
 * longer failed.
 * @throws AppError VALIDATION_ERROR, NOT_FOUND, WEBHOOK_INACTIVE
 */
export async function recoverFailed(
  db: Executor,
  key: SubscriptionKey,
  range: { since: string; until?: string },
): Promise<{ requeued: number; has_more: boolean }> {
  const moments = readRange(range, new Date())
  return inTransaction(db, async (transaction) => {
    await holdActive(transaction, key)
    const requeued = await requeueFailed(transaction, key, moments, mostRecovered)
    if (requeued > 0) onCommit(transaction, announceCommit)
    return { requeued, has_more: requeued === mostRecovered }
  })
}

/** It stays active until the transaction ends: whoever switches it off afterwards finds what was queued, and cancels it. */
async function holdActive(transaction: Transaction, key: SubscriptionKey): Promise<void> {
  const subscription = (await holdSubscription(transaction, key)) ?? gone()
  if (!subscription.active) refuseInactive()
}

function readRange(range: { since: string; until?: string }, now: Date): { since: Date; until: Date } {
  const since = readMoment(range.since)
  const until = range.until === undefined ? now : readMoment(range.until)
  const faults: FieldFault[] = []
  const notTime = 'must be a time with its zone, such as 2026-11-21T09:30:00Z'
  if (since === undefined) faults.push({ field: 'since', message: notTime })
  if (until === undefined) faults.push({ field: 'until', message: notTime })
  if (since && until && since >= until) faults.push({ field: 'since', message: 'must be before until, or now' })
  if (since === undefined || until === undefined || faults.length > 0) throw invalid(...faults)
  return { since, until }
}
