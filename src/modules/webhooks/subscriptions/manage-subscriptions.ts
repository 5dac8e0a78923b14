import { type AuditChanges, type Cause, changesOf, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { checkHostResolves, checkUrl } from '#src/platform/egress/address-guard.ts'
import type { Resolve } from '#src/platform/egress/resolver.ts'
import { AppError, invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import type { Dependencies } from '../dependencies.ts'
import { sealSecret } from '../sending/secrets.ts'
import { makeSecret } from '../sending/signature.ts'
import { endWaitingDeliveries } from './end-waiting-queries.ts'
import { expandEvents } from './event-patterns.ts'
import {
  insertSubscription,
  lockNewSubscriptions,
  lockSubscription,
  markDeleted,
  replaceSecret,
  resetFailures,
  type SubscriptionFields,
  type SubscriptionKey,
  type SubscriptionRow,
  selectSubscription,
  updateSubscription,
} from './queries.ts'
import type { RetryPeriod } from './rules.ts'

/** Limit per merchant: every event is matched with all of its subscriptions. */
export const maxSubscriptions = 100

/** After a rotation deliveries are also signed with the previous secret for this long. */
const secretOverlapSeconds = 86_400

/** Deliveries ended in the transaction that closes a subscription. A sweep ends the rest; none of them is sent. */
const maxEndedAtOnce = 1_000

/**
 * Checks the URL, then the addresses its host resolves to now. Call it before a transaction: it asks a name server.
 * @throws AppError VALIDATION_ERROR
 */
export async function checkReceiver(url: string, rules: { production: boolean; resolve: Resolve }): Promise<void> {
  const written = checkUrl(url, rules)
  if (written.length > 0) throw invalid(...written)
  const resolved = await checkHostResolves(url, rules)
  if (resolved.length > 0) throw invalid(...resolved)
}

export interface SubscriptionInput {
  url: string
  events: string[]
  active?: boolean
  description?: string | null
  retry_for?: RetryPeriod
  secret?: string
}

/** A subscription that staff or a key changes. */
type Changed = SubscriptionKey & { cause: Cause }

interface WithSecret {
  subscription: SubscriptionRow
  secret: string
}

/** @throws AppError CONFLICT at the limit of the merchant */
export async function createSubscription(
  db: Executor,
  { seal }: Pick<Dependencies, 'seal'>,
  { merchantId, cause }: { merchantId: string; cause: Cause },
  input: SubscriptionInput,
): Promise<WithSecret> {
  const { url, events, active = true, description = null, retry_for = 'specified', secret = makeSecret() } = input
  const id = newId()
  const now = new Date()
  const subscription = {
    id,
    url,
    ...eventColumns(events),
    active,
    description,
    retry_for,
    disabled_reason: null,
    created_at: now,
    updated_at: now,
  }
  await inTransaction(db, async (transaction) => {
    await lockNewSubscriptions(transaction, merchantId)
    const row = { ...subscription, merchant_id: merchantId, secret: sealSecret(seal, id, secret) }
    if (!(await insertSubscription(transaction, row, maxSubscriptions))) {
      throw new AppError('CONFLICT', `a merchant has at most ${maxSubscriptions} subscriptions`)
    }
    const entry = { action: 'webhook.created', targetId: id, changes: auditedChanges(null, subscription) } as const
    await recordAudit(transaction, { merchantId, cause }, [entry])
  })
  return { subscription, secret }
}

/**
 * Changes the given fields. Switching off ends waiting deliveries; deliveries in flight end by themselves. Retries go
 * to the new URL. Switching on, or a new URL, resets the count of failures.
 * @throws AppError NOT_FOUND
 */
export async function changeSubscription(
  db: Executor,
  key: Changed,
  { url, events, active, description, retry_for }: Omit<Partial<SubscriptionInput>, 'secret'>,
): Promise<SubscriptionRow> {
  const change = { url, events: events && eventColumns(events), active, description, retry_for }
  return inTransaction(db, async (transaction) => {
    if (active === true || url !== undefined) await resetFailures(transaction, key)
    const changed = (await updateSubscription(transaction, key, change)) ?? subscriptionNotFound()
    if (active === false) await endWaitingDeliveries(transaction, key, maxEndedAtOnce)
    const changes = auditedChanges(changed.before, changed)
    await recordAudit(transaction, key, [{ action: 'webhook.updated', targetId: key.subscriptionId, changes }])
    return changed
  })
}

/** Past deliveries stay for the usual 30 days, but cannot be read. @throws AppError NOT_FOUND */
export async function deleteSubscription(db: Executor, key: Changed): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const { url, events } = (await markDeleted(transaction, key)) ?? subscriptionNotFound()
    await endWaitingDeliveries(transaction, key, maxEndedAtOnce)
    const changes = changesOf({ url: new URL(url).origin, events }, null)
    await recordAudit(transaction, key, [{ action: 'webhook.deleted', targetId: key.subscriptionId, changes }])
  })
}

/** The new secret is used at once; the previous one stays valid for 24 h. @throws AppError NOT_FOUND */
export async function rotateSecret(
  db: Executor,
  { seal }: Pick<Dependencies, 'seal'>,
  key: Changed,
  secret: string = makeSecret(),
): Promise<WithSecret> {
  const sealed = sealSecret(seal, key.subscriptionId, secret)
  return inTransaction(db, async (transaction) => {
    const replaced = await replaceSecret(transaction, key, sealed, secretOverlapSeconds)
    const subscription = replaced ?? subscriptionNotFound()
    await recordAudit(transaction, key, [{ action: 'webhook.secret_rotated', targetId: key.subscriptionId }])
    return { subscription, secret }
  })
}

/** The origin of a URL: its path or query may hold a secret of the receiver. */
function auditedChanges(before: SubscriptionFields | null, after: SubscriptionFields): AuditChanges {
  const fieldsOf = ({ url, events, active, description, retry_for }: SubscriptionFields) => ({
    url: new URL(url).origin,
    events,
    active,
    description,
    retry_for,
  })
  const changes = changesOf(before && fieldsOf(before), fieldsOf(after))
  // Another path of the same host is a change as well.
  if (before === null || before.url === after.url) return changes
  return { ...changes, url: [new URL(before.url).origin, new URL(after.url).origin] }
}

/** The patterns without repetition, and the event names they match. */
function eventColumns(events: readonly string[]): { events: string[]; event_names: string[] } {
  return { events: [...new Set(events)], event_names: expandEvents(events) }
}

/**
 * Share-locks the subscription, so that it stays active until the transaction ends. A later switch-off finds the
 * deliveries queued here and ends them.
 * @throws AppError NOT_FOUND, WEBHOOK_INACTIVE
 */
export async function lockActiveSubscription(transaction: Transaction, key: SubscriptionKey): Promise<SubscriptionRow> {
  const subscription = (await lockSubscription(transaction, key)) ?? subscriptionNotFound()
  if (subscription.active) return subscription
  throw new AppError('WEBHOOK_INACTIVE', 'the webhook is not active; set active to true first')
}

/** @throws AppError NOT_FOUND */
export async function getSubscription(db: Executor, key: SubscriptionKey): Promise<SubscriptionRow> {
  return (await selectSubscription(db, key)) ?? subscriptionNotFound()
}

function subscriptionNotFound(): never {
  throw notFound('webhook')
}
