import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { isOrder, type OrderKey } from '../queries.ts'
import { type OrderRow, orderColumns } from '../row-queries.ts'

/** Updates a locked order from its refunds, after `failedMinor` of one was refused. */
export async function updateRefunded(
  transaction: Transaction,
  key: OrderKey,
  failedMinor: number,
): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    with given as (
      select * from given_back(${key.merchantId}, ${key.orderId})
    ), orders as (
      update orders
         set refunded_total_minor = refunded_total_minor - ${failedMinor}::bigint, updated_at = given.settled_at,
             payment_status = case when given.refund_count = 0 and paid_minor < total_minor then 'partially_paid'
                                   when given.refund_count = 0 then 'paid'
                                   when given.minor < coalesce(paid_minor, total_minor) then 'partially_refunded'
                                   else 'refunded' end
        from given
       where ${isOrder(key)}
      returning orders.*
    )
    select ${orderColumns} from orders`.execute(transaction)
  return rows[0]
}

/** Counts money as refunded again, whose failed refund of a locked order is sent again. */
export async function addRefundedAgain(
  transaction: Transaction,
  { merchantId, orderId }: OrderKey,
  failedMinor: number,
): Promise<void> {
  await sql`
    update orders set refunded_total_minor = refunded_total_minor + ${failedMinor}, updated_at = now()
     where merchant_id = ${merchantId} and id = ${orderId}`.execute(transaction)
}
