import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { entryAt } from './account-queries.ts'

/** A unit of an order that is a gift card. */
export interface BoughtUnit {
  id: string
  line: number
  /** From 1. */
  unit: number
  amountMinor: number
}

export interface OrderOfCards {
  merchantId: string
  orderId: string
}

/**
 * Issues the cards of a locked order, each once, without codes. Their mail is due at once, or when the order's `gift`
 * says; returns after how many seconds, or undefined if all were issued before.
 */
export async function insertBought(
  transaction: Transaction,
  { merchantId, orderId }: OrderOfCards,
  units: readonly BoughtUnit[],
): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number }>`
    with wanted as (
      select * from unnest(${units.map(({ id }) => id)}::uuid[], ${units.map(({ line }) => line)}::int[],
                           ${units.map(({ unit }) => unit)}::int[], ${units.map((one) => one.amountMinor)}::bigint[])
                    as unit (id, line, unit, amount_minor)
    ), card as (
      insert into stored_value_accounts (merchant_id, id, kind, currency, order_id, line, unit, email, message, mail_at,
                                         created_at)
      select ordered.merchant_id, wanted.id, 'gift_card', ordered.currency, ordered.id, line, unit,
             coalesce(ordered.gift ->> 'email', ordered.email, users.email), ordered.gift ->> 'message',
             greatest(now(), (ordered.gift ->> 'send_at')::timestamptz), now()
        from wanted
        join orders ordered on ordered.merchant_id = ${merchantId} and ordered.id = ${orderId}
        left join users on users.id = ordered.user_id
      on conflict (merchant_id, order_id, line, unit) where order_id is not null do nothing
      returning merchant_id, id, order_id, mail_at
    ), entry as (
      insert into stored_value_entries (merchant_id, account_id, number, kind, origin, amount_minor, balance_before,
                                        balance_after, cause_id, order_id, created_at)
      select card.merchant_id, card.id, 1, 'issued', 'sold', wanted.amount_minor, 0, wanted.amount_minor, card.id,
             card.order_id, now()
        from card join wanted on wanted.id = card.id
    )
    select greatest(0, extract(epoch from max(mail_at) - now()))::float8 as seconds from card
    having count(*) > 0`.execute(transaction)
  return rows[0]?.seconds
}

/** A card that an order has bought. */
export interface BoughtCard {
  id: string
  line: number
  currency: string
  last_four: string | null
  sealed_code: Buffer | null
  email: string | null
  message: string | null
  expires_at: Date | null
  disabled_at: Date | null
  issued_minor: number
  balance_minor: number
}

/**
 * The cards of an order, locked in the order of their ids. A second statement reads them, as others may have changed
 * them.
 */
export async function lockBought(
  transaction: Transaction,
  { merchantId, orderId }: OrderOfCards,
): Promise<BoughtCard[]> {
  await sql`
    select from stored_value_accounts
     where merchant_id = ${merchantId} and order_id = ${orderId} order by id for no key update`.execute(transaction)
  return selectBought(transaction, { merchantId, orderId })
}

async function selectBought(db: Executor, { merchantId, orderId }: OrderOfCards): Promise<BoughtCard[]> {
  const { rows } = await sql<BoughtCard>`
    select card.id, card.line, card.currency, card.last_four, card.sealed_code, card.email, card.message,
           card.expires_at, card.disabled_at, first.amount_minor as issued_minor, last.balance_after as balance_minor
      from stored_value_accounts card
     cross join lateral (select card.merchant_id, card.id) account
     cross join lateral (${entryAt('first')}) first
     cross join lateral (${entryAt('last')}) last
     where card.merchant_id = ${merchantId} and card.order_id = ${orderId}
     order by card.line, card.unit`.execute(db)
  return rows
}

/** The cards of an order whose mail is due, locked; those without a code wait for one. */
export async function lockToMail(
  transaction: Transaction,
  { merchantId, orderId }: OrderOfCards,
): Promise<BoughtCard[]> {
  const { rows } = await sql<{ id: string }>`
    select id from stored_value_accounts
     where merchant_id = ${merchantId} and order_id = ${orderId} and mail_at <= now() and disabled_at is null
       and email is not null
     order by id for no key update`.execute(transaction)
  const due = new Set(rows.map(({ id }) => id))
  return (await selectBought(transaction, { merchantId, orderId })).filter(({ id }) => due.has(id))
}

export interface NewCode {
  id: string
  code_hash: Buffer
  last_four: string
  sealed_code: Buffer
}

/** Gives locked cards their codes, in place of those that they have. */
export async function updateCodes(
  transaction: Transaction,
  merchantId: string,
  codes: readonly NewCode[],
): Promise<void> {
  for (const { id, code_hash, last_four, sealed_code } of codes)
    await sql`
      update stored_value_accounts
         set code_hash = ${code_hash}, last_four = ${last_four}, sealed_code = ${sealed_code}
       where merchant_id = ${merchantId} and id = ${id}`.execute(transaction)
}

/** The same for one card, which is mailed there now; no other mail of it goes any more. */
export async function updateCode(
  transaction: Transaction,
  merchantId: string,
  { id, code_hash, last_four, sealed_code }: NewCode,
  email: string,
): Promise<void> {
  await sql`
    update stored_value_accounts
       set code_hash = ${code_hash}, last_four = ${last_four}, sealed_code = ${sealed_code}, email = ${email},
           mail_at = null
     where merchant_id = ${merchantId} and id = ${id}`.execute(transaction)
}

/** Ends cards with what is left on them; no mail of them goes any more. Returns those that were not ended before. */
export async function endCards(
  transaction: Transaction,
  merchantId: string,
  which: { ids: readonly string[] } | { orderId: string },
): Promise<string[]> {
  const chosen = 'ids' in which ? sql`id = any (${[...which.ids]}::uuid[])` : sql`order_id = ${which.orderId}`
  const { rows } = await sql<{ id: string }>`
    with locked as (
      select id from stored_value_accounts
       where merchant_id = ${merchantId} and kind = 'gift_card' and disabled_at is null and ${chosen}
       order by id for no key update
    )
    update stored_value_accounts card set disabled_at = now(), sealed_code = null, mail_at = null
      from locked where card.merchant_id = ${merchantId} and card.id = locked.id and card.disabled_at is null
    returning card.id`.execute(transaction)
  return rows.map(({ id }) => id)
}

/** What stored value has paid of an order. */
export async function selectPaidWithValue(db: Executor, { merchantId, orderId }: OrderOfCards): Promise<number> {
  const { rows } = await sql<{ minor: number }>`
    select coalesce(sum(amount_minor), 0) as minor from payments
     where merchant_id = ${merchantId} and order_id = ${orderId} and provider = 'stored_value'
       and status = 'succeeded'`.execute(db)
  return rows[0]?.minor ?? 0
}

/** Whether the cards of an order go to somebody whom its buyer has named, and its language; null: the shop's. */
export async function selectGift(
  db: Executor,
  { merchantId, orderId }: OrderOfCards,
): Promise<{ isGift: boolean; locale: string | null }> {
  const { rows } = await sql<{ is_gift: boolean; locale: string | null }>`
    select gift is not null as is_gift, locale from orders
     where merchant_id = ${merchantId} and id = ${orderId}`.execute(db)
  return { isGift: rows[0]?.is_gift ?? false, locale: rows[0]?.locale ?? null }
}
