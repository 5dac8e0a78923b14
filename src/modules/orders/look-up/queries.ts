import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

interface FoundOrder {
  merchant_id: string
  id: string
  /** Where its mails go. */
  email: string
}

/** Order numbers begin with their date and a hyphen. */
const randomPart = 8

/**
 * Orders of a number, at one shop or at all: numbers are unique in a shop. Over all shops the index of searches finds
 * the random part of the number, so that orders need no further index.
 */
export async function selectOrdersOfNumber(
  db: Executor,
  number: string,
  merchantId: string | null,
): Promise<FoundOrder[]> {
  const matches =
    merchantId === null
      ? sql`substr(orders.order_number, 8) like ${number.slice(randomPart - 1)}`
      : sql`orders.merchant_id = ${merchantId}`
  const { rows } = await sql<FoundOrder>`
    select orders.merchant_id, orders.id, coalesce(orders.email, users.email) as email
      from orders left join users on users.id = orders.user_id
     where ${matches} and orders.order_number = ${number} and coalesce(orders.email, users.email) is not null`.execute(
    db,
  )
  return rows
}

/** Orders of a shop whose number counts up, in small letters. */
export async function selectOrdersOfOwnNumber(db: Executor, number: string, merchantId: string): Promise<FoundOrder[]> {
  const { rows } = await sql<FoundOrder>`
    select orders.merchant_id, orders.id, coalesce(orders.email, users.email) as email
      from orders left join users on users.id = orders.user_id
     where orders.merchant_id = ${merchantId} and orders.order_number !~ '^\\d{6}-'
       and lower(orders.order_number) = ${number} and coalesce(orders.email, users.email) is not null`.execute(db)
  return rows
}
