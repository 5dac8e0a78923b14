import { sql } from 'kysely'
import type { ChargeOutcome, NewPayment, PaymentRow } from '#src/modules/payments/index.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { isOrder, type OrderKey } from './queries.ts'
import { type OrderRow, orderColumns } from './row-queries.ts'
import type { OrderStatus } from './rules.ts'

interface Inserted extends Pick<OrderRow, 'status' | 'total_minor' | 'currency'> {
  account: string | null
  created_at: Date | null
}

/**
 * Inserts a payment of an order that is pending, by `insert_payment` (migrations/repeatable), under the order's lock.
 * Answers the order's status, and no payment if it is not pending or has another one; undefined if there is no such
 * order. A payment keeps the shop's account at the provider: later ones may go to another.
 */
export async function insertPayment(
  db: Executor,
  key: OrderKey,
  payment: NewPayment,
): Promise<{ status: OrderStatus; payment: PaymentRow | undefined } | undefined> {
  const { id, provider, method, reference, actor_id, look_up_after_seconds, to_account, ...draft } = payment
  const { rows } = await sql<Inserted>`
    with payable as (
      select merchant_id, id, status, total_minor, currency,
             case when ${to_account} then (
               select stripe_account from merchant_settings setting
                where setting.merchant_id = orders.merchant_id) end as account
        from orders where ${isOrder(key)} for no key update of orders
    )
    select status, total_minor, currency, account,
           case status when 'pending' then
             insert_payment(merchant_id, ${id}, id, ${provider}, ${method}, ${draft.status}, total_minor, currency,
                            ${reference}, ${actor_id}, ${look_up_after_seconds}::float8, account) end as created_at
      from payable`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const { status, created_at } = row
  if (created_at === null) return { status, payment: undefined }
  const inserted: PaymentRow = {
    ...{ merchant_id: key.merchantId, id, order_id: key.orderId, provider, method, status: draft.status },
    ...{ amount_minor: row.total_minor, currency: row.currency, reference, failure: null, created_at },
    ...{ settled_at: draft.status === 'succeeded' ? created_at : null, refunded_at: null },
    ...{ account: row.account, next_action: null },
  }
  return { status, payment: inserted }
}

/**
 * Records the outcome of a charge by `record_outcome` (migrations/repeatable), under the lock of the order, which is
 * paid by it if it is pending. Answers the payment unless its outcome was recorded before, and the order if it was
 * changed; undefined if there is no such order.
 */
export async function settle(
  transaction: Transaction,
  payment: PaymentRow,
  result: ChargeOutcome,
): Promise<{ payment: PaymentRow | undefined; order: OrderRow | undefined } | undefined> {
  const order = isOrder({ merchantId: payment.merchant_id, orderId: payment.order_id })
  const { reference, failure } = { reference: null, failure: null, ...result }
  const { rows } = await sql<OrderRow & { recorded: PaymentRow['status'] | null; settled_at: Date }>`
    with found as (
      select status from orders where ${order} for no key update
    ), payment as materialized (
      select found.status = 'pending' as wanted,
             record_outcome(${payment.merchant_id}, ${payment.id}, ${result.status === 'succeeded'}, ${reference},
                            ${failure}, found.status = 'pending') as status
        from found
    ), orders as (
      update orders
         set status = case payment.status when 'succeeded' then 'paid' else orders.status end,
             payment_status = case payment.status when 'succeeded' then 'paid' else 'failed' end,
             paid_at = case payment.status when 'succeeded' then now() end, updated_at = now()
        from payment
       where ${order} and payment.wanted and payment.status in ('succeeded', 'failed')
      returning orders.*
    )
    select payment.status as recorded, now() as settled_at, ${orderColumns}
      from payment left join orders on true`.execute(transaction)
  const [row] = rows
  if (row === undefined) return undefined
  const { recorded, settled_at, ...changed } = row
  return {
    payment:
      recorded === null
        ? undefined
        : {
            ...{ ...payment, status: recorded, reference: reference ?? payment.reference, failure, settled_at },
            next_action: null,
          },
    order: changed.id === null ? undefined : changed,
  }
}
