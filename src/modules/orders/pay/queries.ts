import { sql } from 'kysely'
import type { ChargeOutcome, NewPayment, PaymentRow } from '#src/modules/payments/index.ts'
import { compileOnce } from '#src/platform/db/statements/compile-once.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { isOrder, type OrderKey } from '../queries.ts'
import { type OrderRow, orderColumns } from '../row-queries.ts'
import type { OrderStatus } from '../rules.ts'

interface Inserted extends Pick<OrderRow, 'status' | 'total_minor' | 'currency'> {
  account: string | null
  created_at: Date | null
}

const writePayment = compileOnce(
  (_: null, payment: OrderKey & NewPayment) => sql<Inserted>`
    with payable as (
      select merchant_id, id, status, total_minor, currency,
             case when ${payment.to_account} then (
               select stripe_account from merchant_settings setting
                where setting.merchant_id = orders.merchant_id) end as account
        from orders where ${isOrder(payment)} for no key update of orders
    )
    select status, total_minor, currency, account,
           case status when 'pending' then
             insert_payment(merchant_id, ${payment.id}, id, ${payment.provider}, ${payment.method}, ${payment.status},
                            total_minor, currency, ${payment.reference}, ${payment.actor_id},
                            ${payment.look_up_after_seconds}::float8, account) end as created_at
      from payable`,
)

/**
 * Inserts a payment of a pending order with `insert_payment` (payments.sql), under the order's lock. Returns the
 * order's status, without a payment if the order is not pending or has another one; undefined if there is no such
 * order. A payment keeps the shop's account at the provider: later ones may go to another.
 */
export async function insertPayment(
  db: Executor,
  key: OrderKey,
  payment: NewPayment,
): Promise<{ status: OrderStatus; payment: PaymentRow | undefined } | undefined> {
  const { rows } = await writePayment(null, { ...key, ...payment }).execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const { status, created_at } = row
  if (created_at === null) return { status, payment: undefined }
  const { id, provider, method, reference } = payment
  const inserted: PaymentRow = {
    ...{ merchant_id: key.merchantId, id, order_id: key.orderId, provider, method, status: payment.status },
    ...{ amount_minor: row.total_minor, currency: row.currency, reference, failure: null, created_at },
    ...{ settled_at: payment.status === 'succeeded' ? created_at : null, refunded_at: null },
    ...{ account: row.account, next_action: null },
  }
  return { status, payment: inserted }
}

interface Outcome extends OrderKey {
  paymentId: string
  succeeded: boolean
  reference: string | null
  failure: string | null
}

const writeOutcome = compileOnce(
  (_: null, { paymentId, succeeded, reference, failure, ...key }: Outcome) => sql<
    OrderRow & { recorded: PaymentRow['status'] | null; settled_at: Date }
  >`
    with found as (
      select status from orders where ${isOrder(key)} for no key update
    ), payment as materialized (
      select found.status = 'pending' as wanted,
             record_outcome(${key.merchantId}, ${paymentId}, ${succeeded}, ${reference}, ${failure},
                            found.status = 'pending') as status
        from found
    ), orders as (
      update orders
         set status = case payment.status when 'succeeded' then 'paid' else orders.status end,
             payment_status = case payment.status when 'succeeded' then 'paid' else 'failed' end,
             paid_at = case payment.status when 'succeeded' then now() end, updated_at = now(),
             client_hash = case payment.status when 'succeeded' then null else orders.client_hash end
        from payment
       where ${isOrder(key)} and payment.wanted and payment.status in ('succeeded', 'failed')
      returning orders.*
    )
    select payment.status as recorded, now() as settled_at, ${orderColumns}
      from payment left join orders on true`,
)

/**
 * Records the outcome of a charge with `record_outcome` (payments.sql), under the lock of the order; a pending order
 * becomes paid. Returns the payment unless its outcome was recorded before, and the order if it changed; undefined if
 * there is no such order.
 */
export async function settle(
  transaction: Transaction,
  payment: PaymentRow,
  result: ChargeOutcome,
): Promise<{ payment: PaymentRow | undefined; order: OrderRow | undefined } | undefined> {
  const { reference, failure } = { reference: null, failure: null, ...result }
  const { rows } = await writeOutcome(null, {
    ...{ merchantId: payment.merchant_id, orderId: payment.order_id, paymentId: payment.id },
    ...{ succeeded: result.status === 'succeeded', reference, failure },
  }).execute(transaction)
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
