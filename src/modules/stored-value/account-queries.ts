import { type RawBuilder, sql } from 'kysely'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import type { AccountKind, GiftCardStatus, Origin } from './rules.ts'

export interface AccountRow {
  merchant_id: string
  id: string
  kind: AccountKind
  currency: string
  user_id: string | null
  last_four: string | null
  sealed_code: Buffer | null
  email: string | null
  note: string | null
  expires_at: Date | null
  disabled_at: Date | null
  created_at: Date
  balance_minor: number
  /** Of the first entry. */
  issued_minor: number
  origin: Origin
  order_id: string | null
  /** A single-purpose voucher: it was taxed when it was sold. */
  is_taxed: boolean
  status: GiftCardStatus
}

/**
 * The first or the last entry of `account`. By the order of the key: with equality PostgreSQL may choose an index that
 * shares the shop alone with the key, and read all of its entries for each account (docs/decisions/0127).
 */
export function entryAt(end: 'first' | 'last'): RawBuilder<unknown> {
  const [reaches, direction] = end === 'first' ? [sql`>=`, sql`asc`] : [sql`<=`, sql`desc`]
  return sql`
    select amount_minor, origin, order_id, balance_after
      from (select * from stored_value_entries entry
             where (entry.merchant_id, entry.account_id) ${reaches} (account.merchant_id, account.id)
             order by entry.merchant_id ${direction}, entry.account_id ${direction}, entry.number ${direction}
             limit 1) nearest
     where nearest.merchant_id = account.merchant_id and nearest.account_id = account.id`
}

const columns = sql`
  account.merchant_id, account.id, account.kind, account.currency, account.user_id, account.last_four,
  account.sealed_code, account.email, account.note, account.expires_at, account.disabled_at, account.created_at,
  ledger.balance as balance_minor, coalesce(first.amount_minor, 0) as issued_minor,
  coalesce(first.origin, 'granted') as origin, first.order_id,
  account.order_id is not null and exists (
    select from order_items item
     where item.merchant_id = account.merchant_id and item.order_id = account.order_id and item.line = account.line
       and item.voucher = 'single') as is_taxed,
  case when account.disabled_at is not null then 'disabled'
       when account.expires_at <= now() then 'expired'
       when ledger.balance = 0 then 'spent' else 'active' end as status`

const withBalance = sql`
  cross join lateral (select coalesce((select balance_after from (${entryAt('last')}) last), 0) as balance) ledger`

const withLedger = sql`left join lateral (${entryAt('first')}) first on true ${withBalance}`

const accounts = sql`stored_value_accounts account ${withLedger}`

/** A gift card by its id or code, or the store credit of a user. */
export type Holder = { id: string } | { codeHash: Buffer } | { userId: string }

function isHeldBy(merchantId: string, holder: Holder): RawBuilder<unknown> {
  const by =
    'id' in holder
      ? sql`account.id = ${holder.id} and account.kind = 'gift_card'`
      : 'codeHash' in holder
        ? sql`account.code_hash = ${holder.codeHash}`
        : sql`account.user_id = ${holder.userId}`
  return sql`account.merchant_id = ${merchantId} and ${by}`
}

export async function selectAccount(db: Executor, merchantId: string, holder: Holder): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select ${columns} from ${accounts} where ${isHeldBy(merchantId, holder)}`.execute(db)
  return rows[0]
}

/** The account, locked until the transaction ends. A second statement reads it, as others may have changed it. */
export async function lockAccount(
  transaction: Transaction,
  merchantId: string,
  holder: Holder,
): Promise<AccountRow | undefined> {
  const { rows } = await sql`
    select from stored_value_accounts account where ${isHeldBy(merchantId, holder)} for no key update`.execute(
    transaction,
  )
  return rows.length > 0 ? selectAccount(transaction, merchantId, holder) : undefined
}

/** Locks an account of either kind until the transaction ends. */
export async function lockById(transaction: Transaction, merchantId: string, id: string): Promise<void> {
  await sql`
    select from stored_value_accounts where merchant_id = ${merchantId} and id = ${id} for no key update`.execute(
    transaction,
  )
}

export interface NewGiftCard {
  id: string
  currency: string
  code_hash: Buffer
  last_four: string
  sealed_code: Buffer | null
  email: string | null
  note: string | null
  expires_at: Date | null
}

export async function insertGiftCard(transaction: Transaction, merchantId: string, card: NewGiftCard): Promise<void> {
  await sql`
    insert into stored_value_accounts (merchant_id, id, kind, currency, code_hash, last_four, sealed_code, email, note,
                                       expires_at, created_at)
    values (${merchantId}, ${card.id}, 'gift_card', ${card.currency}, ${card.code_hash}, ${card.last_four},
            ${card.sealed_code}, ${card.email}, ${card.note}, ${card.expires_at}, now())`.execute(transaction)
}

/** The currency of store credit. */
export async function selectShopCurrency(db: Executor, merchantId: string): Promise<string> {
  const { rows } = await sql<{ currency: string }>`select currency_of_shop(${merchantId}) as currency`.execute(db)
  return rows[0]?.currency ?? ''
}

/** Opens the account of a user's store credit, unless there is one. None in another currency than the shop's. */
export async function insertStoreCredit(
  transaction: Transaction,
  account: { merchantId: string; id: string; userId: string; currency: string },
): Promise<void> {
  await sql`
    insert into stored_value_accounts (merchant_id, id, kind, currency, user_id, created_at)
    select ${account.merchantId}::uuid, ${account.id}::uuid, 'store_credit', ${account.currency}::text,
           ${account.userId}::uuid, now()
     where currency_of_shop(${account.merchantId}) = ${account.currency}
    on conflict do nothing`.execute(transaction)
}

/** False if the card is disabled already. */
export async function updateDisabled(transaction: Transaction, merchantId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    update stored_value_accounts set disabled_at = now()
     where merchant_id = ${merchantId} and id = ${id} and kind = 'gift_card' and disabled_at is null
    returning id`.execute(transaction)
  return rows.length > 0
}

/** Value that comes back is good for 60 days at least. */
export async function extendExpiry(transaction: Transaction, merchantId: string, id: string): Promise<void> {
  await sql`
    update stored_value_accounts set expires_at = greatest(expires_at, now() + interval '60 days')
     where merchant_id = ${merchantId} and id = ${id} and expires_at is not null`.execute(transaction)
}

/** The codes are in the mailbox of their owner: only their hashes stay, unless others have taken their place. */
export async function updateMailed(
  db: Executor,
  merchantId: string,
  codes: readonly { id: string; sealed_code: Buffer }[],
): Promise<void> {
  for (const { id, sealed_code } of codes)
    await sql`
      update stored_value_accounts set sealed_code = null, mail_at = null
       where merchant_id = ${merchantId} and id = ${id} and sealed_code = ${sealed_code}`.execute(db)
}

export interface GiftCardFilter {
  status: GiftCardStatus | null
  q: string | null
}

function isListed(merchantId: string, { status, q }: GiftCardFilter): RawBuilder<unknown> {
  const words = q === null ? null : `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`
    account.merchant_id = ${merchantId} and account.kind = 'gift_card'
    and (${words}::text is null or account.email ilike ${words} or account.note ilike ${words}
         or account.last_four ilike ${words})
    and (${status}::text is null
         or ${status} = case when account.disabled_at is not null then 'disabled'
                             when account.expires_at <= now() then 'expired'
                             when ledger.balance = 0 then 'spent' else 'active' end)`
}

/** Newest first. */
export async function selectGiftCards(
  db: Executor,
  merchantId: string,
  filter: GiftCardFilter,
  page: PageRequest,
): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select ${columns}
      from (select account.* from stored_value_accounts account ${withBalance}
             where ${isListed(merchantId, filter)} and ${behindCursor(page, 'desc', [sql`account.id`, 'uuid'])}
             order by account.id desc ${pageWindow(page)}) account ${withLedger}
     order by account.id desc`.execute(db)
  return rows
}

export function countGiftCards(db: Executor, merchantId: string, filter: GiftCardFilter): Promise<number> {
  return countUpToMaximum(
    db,
    sql`select 1 from stored_value_accounts account ${withBalance} where ${isListed(merchantId, filter)}`,
  )
}

/** What mails say of the shop. */
/** The time, and the country of the shop by its VAT number; null: not known. */
export async function selectShopCountry(
  db: Executor,
  merchantId: string,
): Promise<{ now: Date; country: string | null }> {
  const { rows } = await sql<{ now: Date; country: string | null }>`
    select now() as now, left(vat_number, 2) as country
      from (values (${merchantId}::uuid)) shop (id)
      left join merchant_settings setting on setting.merchant_id = shop.id`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database does not tell the time')
  return row
}

/**
 * Clears the address, the note and the words of cards that were mailed to a user who is erased, and the words on cards
 * that they have bought and that were mailed.
 */
export async function clearMailedTo(transaction: Transaction, userId: string, email: string | null): Promise<void> {
  await sql`
    update stored_value_accounts account set message = null
      from orders
     where orders.user_id = ${userId} and orders.gift is not null and account.merchant_id = orders.merchant_id
       and account.order_id = orders.id and account.mail_at is null`.execute(transaction)
  if (email === null) return
  await sql`
    update stored_value_accounts set email = null, note = null, message = null
     where email is not null and lower(email) = lower(${email})`.execute(transaction)
}

/** How many codes are not sealed with the key that `prefix` names. */
export async function countSealedOtherwise(db: Executor, prefix: Buffer): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from stored_value_accounts
     where sealed_code is not null and substring(sealed_code from 1 for length(${prefix}::bytea)) <> ${prefix}
    `.execute(db)
  return rows[0]?.count ?? 0
}
