import { sql } from 'kysely'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import type { RetryPeriod } from './rules.ts'

export interface SubscriptionRow {
  id: string
  url: string
  events: string[]
  event_names: string[]
  active: boolean
  description: string | null
  retry_for: RetryPeriod
  disabled_reason: string | null
  created_at: Date
  updated_at: Date
}

/** A subscription of this merchant. Deleted ones are not found. */
export interface SubscriptionKey {
  merchantId: string
  subscriptionId: string
}

const columns = sql`
  id, url, events, event_names, active, description, retry_for, disabled_reason, created_at, updated_at`

const isSubscription = ({ merchantId, subscriptionId }: SubscriptionKey) =>
  sql`merchant_id = ${merchantId} and id = ${subscriptionId} and deleted_at is null`

export interface NewSubscription extends SubscriptionRow {
  merchant_id: string
  /** Sealed. */
  secret: Buffer
}

/** Serializes the transactions that add a subscription of this merchant, so that the limit holds. */
export async function lockNewSubscriptions(transaction: Transaction, merchantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhook_subscriptions:${merchantId}`}, 0))`.execute(
    transaction,
  )
}

/** False, and nothing written, if the merchant has `max` already. Call after `lockNewSubscriptions`. */
export async function insertSubscription(
  transaction: Transaction,
  row: NewSubscription,
  max: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into webhook_subscriptions
      (merchant_id, id, url, events, event_names, active, description, retry_for, secret, created_at, updated_at)
    select ${row.merchant_id}, ${row.id}, ${row.url}, ${row.events}, ${row.event_names}, ${row.active},
           ${row.description}, ${row.retry_for}, ${row.secret}, ${row.created_at}, ${row.updated_at}
     where (select count(*) from webhook_subscriptions
             where merchant_id = ${row.merchant_id} and deleted_at is null) < ${max}::int
    returning 1`.execute(transaction)
  return rows.length > 0
}

/** The merchant's subscriptions, newest first: ids are in time order. */
export async function selectSubscriptions(
  db: Executor,
  merchantId: string,
  page: PageRequest,
): Promise<SubscriptionRow[]> {
  const behind = behindCursor(page, 'desc', ['id', 'uuid'])
  const { rows } = await sql<SubscriptionRow>`
    select ${columns} from webhook_subscriptions
     where merchant_id = ${merchantId} and deleted_at is null and ${behind}
     order by id desc ${pageWindow(page)}`.execute(db)
  return rows
}

export function countSubscriptions(db: Executor, merchantId: string): Promise<number> {
  return countUpToMaximum(
    db,
    sql`select 1 from webhook_subscriptions where merchant_id = ${merchantId} and deleted_at is null`,
  )
}

export async function selectSubscription(db: Executor, key: SubscriptionKey): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    select ${columns} from webhook_subscriptions where ${isSubscription(key)}`.execute(db)
  return rows[0]
}

/** Share lock: until this transaction ends the subscription is not changed, switched off or deleted. */
export async function lockSubscription(
  transaction: Transaction,
  key: SubscriptionKey,
): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    select ${columns} from webhook_subscriptions where ${isSubscription(key)} for share`.execute(transaction)
  return rows[0]
}

/** A field that is undefined is not changed. */
export interface SubscriptionChange {
  url: string | undefined
  events: { events: string[]; event_names: string[] } | undefined
  active: boolean | undefined
  description: string | null | undefined
  retry_for: RetryPeriod | undefined
}

export type SubscriptionFields = Pick<SubscriptionRow, 'url' | 'events' | 'active' | 'description' | 'retry_for'>

/**
 * Returns the subscription before and after the change. `active: true` also clears the reason why the service switched
 * it off.
 */
export async function updateSubscription(
  transaction: Transaction,
  key: SubscriptionKey,
  { url, events, active, description, retry_for }: SubscriptionChange,
): Promise<(SubscriptionRow & { before: SubscriptionFields }) | undefined> {
  const { rows } = await sql<SubscriptionRow & { before: SubscriptionFields }>`
    update webhook_subscriptions
       set url = coalesce(${url ?? null}::text, url),
           events = coalesce(${events?.events ?? null}::text[], events),
           event_names = coalesce(${events?.event_names ?? null}::text[], event_names),
           active = coalesce(${active ?? null}::boolean, active),
           description = case when ${description !== undefined}::boolean then ${description ?? null}::text
                              else description end,
           retry_for = coalesce(${retry_for ?? null}::text, retry_for),
           disabled_reason = case when ${active === true}::boolean then null else disabled_reason end,
           updated_at = ${new Date()}
      from (
        select json_build_object('url', url, 'events', events, 'active', active, 'description', description,
                                 'retry_for', retry_for) as before
          from webhook_subscriptions where ${isSubscription(key)} for no key update
      ) was
     where ${isSubscription(key)}
    returning ${columns}, was.before`.execute(transaction)
  return rows[0]
}

/** Clears the failure count of the receiver. Call before the subscription is locked. */
export async function resetFailures(
  transaction: Transaction,
  { merchantId, subscriptionId }: SubscriptionKey,
): Promise<void> {
  await sql`
    delete from failing_receivers
     where merchant_id = ${merchantId} and subscription_id = ${subscriptionId}`.execute(transaction)
}

/** Soft delete: the row stays as long as deliveries refer to it. */
export async function markDeleted(
  transaction: Transaction,
  key: SubscriptionKey,
): Promise<Pick<SubscriptionRow, 'url' | 'events'> | undefined> {
  const { rows } = await sql<Pick<SubscriptionRow, 'url' | 'events'>>`
    update webhook_subscriptions set deleted_at = now(), active = false, updated_at = now()
     where ${isSubscription(key)}
    returning url, events`.execute(transaction)
  return rows[0]
}

/** The previous secret stays valid for `overlapSeconds`. */
export async function replaceSecret(
  db: Executor,
  key: SubscriptionKey,
  secret: Buffer,
  overlapSeconds: number,
): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    update webhook_subscriptions
       set previous_secret = secret, secret = ${secret},
           previous_secret_expires_at = now() + make_interval(secs => ${overlapSeconds}::int), updated_at = now()
     where ${isSubscription(key)}
    returning ${columns}`.execute(db)
  return rows[0]
}
