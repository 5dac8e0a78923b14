import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { PaymentStatus } from './rules.ts'

/** A payment that gave something for an order. */
export interface PaidPart {
  id: string
  provider: string
  method: string
  currency: string
  status: PaymentStatus
  settled_at: Date | null
  amount_minor: number
  /** Of an order that is paid by several payments: what of it was given back or is on its way; null: by one. */
  refunded_minor: number | null
}

/** The payments of a locked order that were charged, the newest first. */
export async function selectPaidParts(
  transaction: Transaction,
  merchantId: string,
  orderId: string,
): Promise<PaidPart[]> {
  const { rows } = await sql<PaidPart>`
    select payments.id, provider, method, currency, status, settled_at,
           coalesce(part.amount_minor, payments.amount_minor) as amount_minor, part.refunded_minor
      from payments
      left join payment_parts part
        on part.merchant_id = payments.merchant_id and part.order_id = payments.order_id
       and part.payment_id = payments.id
     where payments.merchant_id = ${merchantId} and payments.order_id = ${orderId}
       and status in ('succeeded', 'refunding', 'refunded')
     order by payments.id desc`.execute(transaction)
  return rows
}

/** Writes the parts of the payments of a locked order that is paid by several. */
export async function insertPaidParts(transaction: Transaction, merchantId: string, orderId: string): Promise<void> {
  await sql`select write_payment_parts(${merchantId}, ${orderId})`.execute(transaction)
}

/** Adds to what each payment gives back; `payment_parts_refunded` refuses more than it gave. */
export async function addRefunded(
  transaction: Transaction,
  { merchantId, orderId }: { merchantId: string; orderId: string },
  parts: readonly { payment_id: string; amount_minor: number }[],
): Promise<void> {
  await sql`
    update payment_parts part set refunded_minor = refunded_minor + given.minor
      from unnest(${parts.map(({ payment_id }) => payment_id)}::uuid[],
                  ${parts.map(({ amount_minor }) => amount_minor)}::bigint[]) given (payment_id, minor)
     where part.merchant_id = ${merchantId} and part.order_id = ${orderId} and part.payment_id = given.payment_id
    `.execute(transaction)
}

/** Marks the successful payments of an order that ends partly paid as `refunding`, and returns them. */
export async function startRefunds(
  transaction: Transaction,
  merchantId: string,
  orderId: string,
): Promise<{ id: string; provider: string; amount_minor: number }[]> {
  const { rows } = await sql<{ id: string; provider: string; amount_minor: number }>`
    with given as (
      update payment_parts set refunded_minor = amount_minor
       where merchant_id = ${merchantId} and order_id = ${orderId}
    )
    update payments set status = 'refunding', due_at = now()
     where merchant_id = ${merchantId} and order_id = ${orderId} and status = 'succeeded'
    returning id, provider, amount_minor`.execute(transaction)
  return rows
}

/** Whether a payment of the order is under way. */
export async function hasOpenPayment(transaction: Transaction, merchantId: string, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from payments
     where merchant_id = ${merchantId} and order_id = ${orderId}
       and status in ('pending', 'requires_action')`.execute(transaction)
  return rows.length > 0
}
