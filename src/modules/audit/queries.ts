import { type RawBuilder, sql } from 'kysely'
import { isOwnedBy } from '#src/platform/db/statements/owner-condition.ts'
import { countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'

export interface EntryRow {
  id: string
  at: Date
  actor_type: 'user' | 'api_key' | 'system'
  actor_id: string | null
  /** Name of a key at its creation. */
  first_name: string | null
  action: string
  target_type: string
  target_id: string
  changes: Record<string, [unknown, unknown]>
  ip: string | null
  request_id: string | null
}

export interface AuditFilter {
  actor: string | undefined
  action: string | undefined
  target: string | undefined
  /** Inclusive. */
  from: Date | undefined
  /** Exclusive. */
  to: Date | undefined
}

/** Current data of the actors: the log stores no addresses and names. */
export async function selectActors(
  db: Executor,
  merchantId: string,
  entries: readonly Pick<EntryRow, 'actor_type' | 'actor_id'>[],
): Promise<Map<string, string | null>> {
  const ids = (type: string) => [...new Set(entries.flatMap((row) => (row.actor_type === type ? row.actor_id : [])))]
  const { rows } = await sql<{ id: string; shown: string | null }>`
    select id, email as shown from users where id = any (${ids('user')}::uuid[])
     union all
    select id, name from api_keys
     where merchant_id = ${merchantId} and id = any (${ids('api_key')}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row.shown]))
}

export type TargetNames = ReadonlyMap<string, string>

const idsOf = (entries: readonly Pick<EntryRow, 'target_type' | 'target_id'>[], type: string) => [
  ...new Set(entries.flatMap((row) => (row.target_type === type ? row.target_id : []))),
]

/**
 * Current targets of entries: products with SKUs, orders and payments with order numbers, people with addresses, keys
 * and the shop itself with their names.
 */
export async function selectTargets(
  db: Executor,
  merchantId: string,
  entries: readonly Pick<EntryRow, 'target_type' | 'target_id'>[],
): Promise<[string, string][]> {
  const mine = sql`merchant_id = ${merchantId}`
  const isOwned = isOwnedBy('merchant_id', merchantId)
  const isOne = (type: string) => sql`id = any (${idsOf(entries, type)}::uuid[])`
  const { rows } = await sql<{ id: string; shown: string }>`
    select id, sku || ', ' || name as shown from products where ${isOwned} and ${isOne('product')}
     union all
    select id, name from collections where ${mine} and ${isOne('collection')}
     union all
    select id, name from product_groups where ${isOwned} and ${isOne('product_group')}
     union all
    select id, order_number from orders where ${mine} and ${isOne('order')}
     union all
    select payments.id, order_number
      from payments join orders on orders.merchant_id = payments.merchant_id and orders.id = payments.order_id
     where payments.merchant_id = ${merchantId} and payments.id = any (${idsOf(entries, 'payment')}::uuid[])
     union all
    select id, name from shipping_methods where ${mine} and ${isOne('shipping_method')}
     union all
    select id, name from payment_methods where ${mine} and ${isOne('payment_method')}
     union all
    select id, name from customer_groups where ${mine} and ${isOne('customer_group')}
     union all
    select id, url from webhook_subscriptions where ${mine} and ${isOne('webhook')}
     union all
    select id, email from users
     where ${isOne('user')} and email is not null and not exists (
       select from customers told
        where told.merchant_id = ${merchantId} and told.user_id = users.id and (told.by_staff or told.told))
     union all
    select user_id, email from customers told
     where told.merchant_id = ${merchantId} and told.user_id = any (${idsOf(entries, 'user')}::uuid[]) and told.told
       and not told.by_staff and email is not null
     union all
    select id, email from invitations where ${mine} and ${isOne('invitation')}
     union all
    select id, name from api_keys where ${mine} and ${isOne('api_key')}
     union all
    select id, name from merchants where id = ${merchantId} and ${isOne('merchant')}`.execute(db)
  return rows.map(({ id, shown }) => [id, shown])
}

/** Entries of a merchant, newest first. */
export async function selectEntries(
  db: Executor,
  merchantId: string,
  filter: AuditFilter,
  page: PageRequest,
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select entry.id, entry.at, entry.actor_type, entry.actor_id,
           case when entry.actor_type = 'api_key' then (
             select made.changes -> 'name' ->> 1 from audit_entries made
              where made.merchant_id = ${merchantId} and made.target_id = entry.actor_id
                and made.action = 'api_key.created' limit 1) end as first_name,
           entry.action, entry.target_type, entry.target_id, entry.changes, entry.ip, entry.request_id
      from (
        select * from audit_entries where ${matching(merchantId, filter, page.after)}
         order by ${orderOf(filter)} ${pageWindow(page)}
      ) entry
     order by entry.at desc, entry.id desc`.execute(db)
  return rows
}

export function countEntries(db: Executor, merchantId: string, filter: AuditFilter): Promise<number> {
  return countUpToMaximum(db, sql`select 1 from audit_entries where ${matching(merchantId, filter)}`)
}

export type OwnEntryRow = Pick<EntryRow, 'id' | 'at' | 'action' | 'ip'> & { merchant_id: string }

/** A user's actions at all shops after `last`, ordered by shop and time. */
export async function selectEntriesByUser(
  db: Executor,
  userId: string,
  last: OwnEntryRow | undefined,
  limit: number,
): Promise<OwnEntryRow[]> {
  const behind = last
    ? sql`(merchant_id, at, id) > (${last.merchant_id}::uuid, ${last.at}::timestamptz, ${last.id}::uuid)`
    : sql`true`
  const { rows } = await sql<OwnEntryRow>`
    select id, merchant_id, at, action, ip from audit_entries
     where actor_id = ${userId} and actor_type = 'user' and ${behind}
     order by merchant_id, at, id limit ${limit}`.execute(db)
  return rows
}

const lowestId = '00000000-0000-0000-0000-000000000000'

/**
 * Times are compared as rows: for two bounds on `at` the generic plan estimates 0.5 % of the entries, and then sorts
 * instead of reading in order. The entries of an actor are bounded by rows, too: for `actor_id = …` the planner read
 * all entries of the shop, because they are correlated on disk.
 */
function matching(merchantId: string, filter: AuditFilter, after?: PageRequest['after']): RawBuilder<unknown> {
  const { actor, action, target, from, to } = filter
  const conditions = [sql`merchant_id = ${merchantId}`]
  if (action !== undefined) conditions.push(sql`action = ${action}`)
  if (target !== undefined) conditions.push(sql`target_id = ${target}`)
  const ofActor = isOfActor(filter)
  if (actor !== undefined && !ofActor) conditions.push(sql`actor_id = ${actor}`)
  const bound = (operator: '>=' | '<', [at, id]: readonly unknown[]) =>
    ofActor
      ? sql`(actor_id, merchant_id, at, id) ${sql.raw(operator)}
            (${actor}::uuid, ${merchantId}::uuid, ${at}::timestamptz, ${id}::uuid)`
      : sql`(at, id) ${sql.raw(operator)} (${at}::timestamptz, ${id}::uuid)`
  if (from !== undefined || ofActor) conditions.push(bound('>=', [from ?? '-infinity', lowestId]))
  const end = after ?? (to !== undefined || ofActor ? [to ?? 'infinity', lowestId] : undefined)
  if (end !== undefined) conditions.push(bound('<', end))
  return sql.join(conditions, sql` and `)
}

/** The order of the list: that of the index for these filters. */
function orderOf(filter: AuditFilter): RawBuilder<unknown> {
  return isOfActor(filter) ? sql`actor_id desc, merchant_id desc, at desc, id desc` : sql`at desc, id desc`
}

function isOfActor({ actor, action, target }: AuditFilter): boolean {
  return actor !== undefined && action === undefined && target === undefined
}
