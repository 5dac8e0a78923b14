import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { entryAt } from './account-queries.ts'
import type { AccountKind, EntryKind, Origin, Pools } from './rules.ts'

export interface EntryRow {
  number: number
  kind: EntryKind
  origin: Origin
  amount_minor: number
  balance_after: number
  order_id: string | null
  reason: string | null
  created_at: Date
}

/** The newest first, at most so many. */
export async function selectEntries(
  db: Executor,
  merchantId: string,
  accountId: string,
  limit: number,
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select number, kind, origin, amount_minor, balance_after, order_id, reason, created_at
      from stored_value_entries
     where merchant_id = ${merchantId} and account_id = ${accountId}
     order by number desc limit ${limit}`.execute(db)
  return rows
}

/** What is left of each origin on a locked account. */
export async function selectPools(db: Executor, merchantId: string, accountId: string): Promise<Pools> {
  const { rows } = await sql<Pools>`
    select coalesce(sum(amount_minor) filter (where origin = 'granted'), 0) as granted,
           coalesce(sum(amount_minor) filter (where origin = 'returned'), 0) as returned,
           coalesce(sum(amount_minor) filter (where origin = 'sold'), 0) as sold
      from stored_value_entries where merchant_id = ${merchantId} and account_id = ${accountId}`.execute(db)
  return rows[0] ?? { granted: 0, returned: 0, sold: 0 }
}

export interface NewEntry {
  kind: EntryKind
  origin: Origin
  amount_minor: number
  cause_id: string
  payment_id: string | null
  order_id: string | null
  reason: string | null
  actor_id: string | null
}

/**
 * Appends an entry to a locked account. The database refuses a balance below 0, an entry that does not follow the last
 * one, and a second entry of a cause.
 */
export async function insertEntry(
  transaction: Transaction,
  merchantId: string,
  accountId: string,
  entry: NewEntry,
): Promise<void> {
  await sql`
    insert into stored_value_entries (merchant_id, account_id, number, kind, origin, amount_minor, balance_before,
                                      balance_after, cause_id, payment_id, order_id, reason, actor_id, created_at)
    select ${merchantId}::uuid, ${accountId}::uuid, coalesce(max(number), 0) + 1, ${entry.kind}::text,
           ${entry.origin}::text,
           ${entry.amount_minor}::bigint, coalesce((array_agg(balance_after order by number desc))[1], 0),
           coalesce((array_agg(balance_after order by number desc))[1], 0) + ${entry.amount_minor}::bigint,
           ${entry.cause_id}::uuid, ${entry.payment_id}::uuid, ${entry.order_id}::uuid, ${entry.reason}::text,
           ${entry.actor_id}::uuid, now()
      from (select number, balance_after from stored_value_entries
             where merchant_id = ${merchantId} and account_id = ${accountId}
             order by number desc limit 1) last`.execute(transaction)
}

export interface Outstanding {
  kind: AccountKind
  currency: string
  accounts: number
  minor: number
}

/** What a shop owes: what is left on cards and credits that can pay. */
export async function selectOutstanding(db: Executor, merchantId: string): Promise<Outstanding[]> {
  const { rows } = await sql<Outstanding>`
    select kind, currency, count(*)::int as accounts, sum(last.balance_after) as minor
      from stored_value_accounts account
     cross join lateral (${entryAt('last')}) last
     where account.merchant_id = ${merchantId} and disabled_at is null and last.balance_after > 0
       and (expires_at is null or expires_at > now())
     group by kind, currency`.execute(db)
  return rows
}

/** What a payment took of an account and got back, and the refunds that gave it back. */
export interface DrawnValue {
  account_id: string
  order_id: string | null
  granted: number
  other: number
  returned_granted: number
  returned_other: number
  causes: string[]
}

export async function selectDrawn(
  transaction: Transaction,
  merchantId: string,
  paymentId: string,
): Promise<DrawnValue | undefined> {
  const { rows } = await sql<DrawnValue>`
    select account_id, (array_agg(order_id))[1] as order_id,
           coalesce(-sum(amount_minor) filter (where kind = 'paid' and origin = 'granted'), 0) as granted,
           coalesce(-sum(amount_minor) filter (where kind = 'paid' and origin <> 'granted'), 0) as other,
           coalesce(sum(amount_minor) filter (where kind = 'returned' and origin = 'granted'), 0) as returned_granted,
           coalesce(sum(amount_minor) filter (where kind = 'returned' and origin <> 'granted'), 0) as returned_other,
           coalesce(array_agg(cause_id) filter (where kind = 'returned'), '{}') as causes
      from stored_value_entries where merchant_id = ${merchantId} and payment_id = ${paymentId}
     group by account_id`.execute(transaction)
  return rows[0]
}
