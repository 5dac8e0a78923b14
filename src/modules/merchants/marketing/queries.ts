import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'

/** Where shoppers are asked, when they agree by themselves. */
export const ownSources = ['registration', 'checkout', 'profile'] as const

/** A customer with an account who has agreed to marketing of the shop, as the shop knows them. */
export interface MarketingRecipient {
  email: string
  name: string | null
  /** As the shop knows it, of BCP 47. */
  locale: string | null
  /** Whether the account has confirmed this address. */
  is_verified: boolean
  /** Nobody but whoever typed the address has agreed. */
  agreed_alone: boolean
}

const isTold = sql`(customer.told or customer.by_staff)`

/**
 * The customer, if they agreed and have not withdrawn it. The row stays locked until the transaction ends: a withdrawal
 * is before it or after it.
 */
export async function lockMarketingRecipient(
  transaction: Transaction,
  merchantId: string,
  userId: string,
): Promise<MarketingRecipient | undefined> {
  const { rows } = await sql<Omit<MarketingRecipient, 'email'> & { email: string | null }>`
    select case when ${isTold} then customer.email else users.email end as email,
           case when ${isTold} then customer.name else users.name end as name, customer.locale,
           users.is_verified and users.email_key = customer.email_key as is_verified,
           customer.consent_source = any (${[...ownSources]}) as agreed_alone
      from customers customer join users on users.id = customer.user_id and users.deleted_at is null
     where customer.merchant_id = ${merchantId} and customer.user_id = ${userId}
       and customer.consent_at is not null and customer.consent_withdrawn_at is null
       for share of customer`.execute(transaction)
  const [row] = rows
  return row?.email ? { ...row, email: row.email } : undefined
}

/** Whether a customer has agreed to marketing; undefined: the shop has no such customer. */
export async function selectConsent(db: Executor, merchantId: string, id: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ agreed: boolean }>`
    select consent_at is not null and consent_withdrawn_at is null as agreed from customers
     where merchant_id = ${merchantId} and user_id = customer_id(${merchantId}, ${id})`.execute(db)
  return rows[0]?.agreed
}

/** Withdraws the consent of a customer, if there is one. */
export async function withdrawConsent(db: Executor, merchantId: string, id: string): Promise<void> {
  await sql`
    update customers set consent_withdrawn_at = greatest(now(), consent_at), version = version + 1
     where merchant_id = ${merchantId} and user_id = customer_id(${merchantId}, ${id})
       and consent_at is not null and consent_withdrawn_at is null`.execute(db)
}

/** What a customer has agreed to, and withdrawn. */
export interface ConsentRow {
  consent_at: Date | null
  consent_source: string | null
  consent_withdrawn_at: Date | null
}

/** Nothing of somebody whom the shop does not know. */
export async function selectOwnConsent(db: Executor, merchantId: string, userId: string): Promise<ConsentRow> {
  const { rows } = await sql<ConsentRow>`
    select consent_at, consent_source, consent_withdrawn_at from customers
     where merchant_id = ${merchantId} and user_id = customer_id(${merchantId}, ${userId})`.execute(db)
  return rows[0] ?? { consent_at: null, consent_source: null, consent_withdrawn_at: null }
}

/**
 * Writes a consent, unless there is one; false if the shop does not know the customer or no e-mail address of them.
 * Guests who were joined give none anew that one of them withdrew: anybody can type an address.
 */
export async function giveConsent(
  transaction: Transaction,
  merchantId: string,
  userId: string,
  source: string,
): Promise<boolean> {
  const hasConsent = sql`consent_at is not null and (consent_withdrawn_at is null or user_id <> ${userId})`
  const { rows } = await sql`
    update customers
       set consent_at = case when ${hasConsent} then consent_at else now() end,
           consent_source = case when ${hasConsent} then consent_source else ${source} end,
           consent_withdrawn_at = case when ${hasConsent} then consent_withdrawn_at end,
           version = version + case when ${hasConsent} then 0 else 1 end
     where merchant_id = ${merchantId} and user_id = customer_id(${merchantId}, ${userId}) and email_key <> ''
    returning user_id`.execute(transaction)
  return rows.length > 0
}
