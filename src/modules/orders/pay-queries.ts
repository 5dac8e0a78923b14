import { sql } from 'kysely'
import type { PaymentHere } from '#src/modules/payments/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { type Found, type FoundRow, isOrder, type OrderKey, readFound, selectFound } from './queries.ts'
import type { OrderStatus } from './rules.ts'

/**
 * Records the payment of an order that is in one of the statuses `from`, and makes it paid, in one statement. Answers the status
 * that was found, and the order if it is paid now; undefined if there is none.
 */
export async function payOrder(
  transaction: Transaction,
  key: OrderKey,
  from: readonly OrderStatus[],
  payment: PaymentHere,
): Promise<Found | undefined> {
  const payable = sql`select * from found where status = any(${from}::text[])`
  const { rows } = await sql<FoundRow>`
    with found as (
      select merchant_id, id, status, total_minor, currency from orders where ${isOrder(key)} for no key update
    ), ${payment.recordFor(payable)}, orders as (
      update orders
         set status = 'paid', payment_status = 'paid', paid_at = ${payment.at}, updated_at = ${payment.at}
        from payment
       where orders.merchant_id = payment.merchant_id and orders.id = payment.order_id
      returning orders.*
    )
    ${selectFound}`.execute(transaction)
  return readFound(rows)
}
