import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { AppError, invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import type { Dependencies } from '../dependencies.ts'
import { checkHostResolves, checkUrl } from '../sending/address-guard.ts'
import type { Resolve } from '../sending/resolver.ts'
import { sealSecret } from '../sending/secrets.ts'
import { makeSecret } from '../sending/signature.ts'
import { endWaitingDeliveries } from './closing-queries.ts'
import {
  forgetFailures,
  insertSubscription,
  lockSubscriptions,
  markDeleted,
  replaceSecret,
  type SubscriptionKey,
  type SubscriptionRow,
  updateSubscription,
} from './queries.ts'
import { expandEvents } from './rules.ts'

/** Of one merchant. Every event is matched with all of them. */
export const mostSubscriptions = 100

/** For so long after a rotation deliveries carry a signature of the secret before, too. */
const secretOverlapSeconds = 86_400

/** Ended in the transaction of a switch-off; what waits beyond that is never sent either, and the sweep ends it. */
const endedAtOnce = 1_000

/**
 * Whether deliveries may go there: by what the address says, then by what its host's name stands for now. Asks a name
 * server, so it is called before any transaction.
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
  secret?: string
}

interface WithSecret {
  subscription: SubscriptionRow
  secret: string
}

/** @throws AppError CONFLICT if the merchant has as many as it may */
export async function createSubscription(
  db: Executor,
  { seal }: Pick<Dependencies, 'seal'>,
  merchantId: string,
  { url, events, active = true, description = null, secret = makeSecret() }: SubscriptionInput,
): Promise<WithSecret> {
  const id = newId()
  const now = new Date()
  const subscription = {
    id,
    url,
    ...matching(events),
    active,
    description,
    disabled_reason: null,
    created_at: now,
    updated_at: now,
  }
  await inTransaction(db, async (transaction) => {
    await lockSubscriptions(transaction, merchantId)
    const row = { ...subscription, merchant_id: merchantId, secret: sealSecret(seal, id, secret) }
    if (!(await insertSubscription(transaction, row, mostSubscriptions))) {
      throw new AppError('CONFLICT', `a merchant has at most ${mostSubscriptions} subscriptions`)
    }
  })
  return { subscription, secret }
}

/**
 * Changes what is given. Switched off, nothing that waits is sent any more; what is under way ends by itself. Retries go
 * to the new address. Switched on or moved, its receiver starts afresh.
 * @throws AppError NOT_FOUND
 */
export async function changeSubscription(
  db: Executor,
  key: SubscriptionKey,
  { url, events, active, description }: Omit<Partial<SubscriptionInput>, 'secret'>,
): Promise<SubscriptionRow> {
  const change = { url, events: events && matching(events), active, description }
  return inTransaction(db, async (transaction) => {
    if (active === true || url !== undefined) await forgetFailures(transaction, key)
    const changed = (await updateSubscription(transaction, key, change)) ?? gone()
    if (active === false) await endWaitingDeliveries(transaction, key, endedAtOnce)
    return changed
  })
}

/** Past deliveries are kept as long as all are, though nobody can ask for them. @throws AppError NOT_FOUND */
export async function deleteSubscription(db: Executor, key: SubscriptionKey): Promise<void> {
  await inTransaction(db, async (transaction: Transaction) => {
    if (!(await markDeleted(transaction, key))) gone()
    await endWaitingDeliveries(transaction, key, endedAtOnce)
  })
}

/** Puts another secret in force, at once; the one before stays valid beside it for 24 h. @throws AppError NOT_FOUND */
export async function rotateSecret(
  db: Executor,
  { seal }: Pick<Dependencies, 'seal'>,
  key: SubscriptionKey,
  secret: string = makeSecret(),
): Promise<WithSecret> {
  const sealed = sealSecret(seal, key.subscriptionId, secret)
  const subscription = (await replaceSecret(db, key, sealed, secretOverlapSeconds)) ?? gone()
  return { subscription, secret }
}

/** As it was listed, without repetition, and the names that stands for. */
function matching(events: readonly string[]): { events: string[]; event_names: string[] } {
  return { events: [...new Set(events)], event_names: expandEvents(events) }
}

export function gone(): never {
  throw notFound('webhook')
}
