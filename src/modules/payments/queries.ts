import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { PaymentStatus } from './rules.ts'

export interface PaymentRow {
  merchant_id: string
  id: string
  order_id: string
  provider: string
  method: string
  status: PaymentStatus
  amount_minor: number
  currency: string
  reference: string | null
  failure: string | null
  created_at: Date
  settled_at: Date | null
  refunded_at: Date | null
}

const columns = sql`
  payments.merchant_id, payments.id, payments.order_id, payments.provider, payments.method, payments.status,
  payments.amount_minor, payments.currency, payments.reference, payments.failure, payments.created_at,
  payments.settled_at, payments.refunded_at`

export interface NewPayment extends Omit<PaymentRow, 'failure' | 'refunded_at'> {
  actor_id: string
  due_at: Date
}

/** Undefined if the order has a pending payment or one that succeeded: there can be one at a time. */
export async function insertPayment(transaction: Transaction, payment: NewPayment): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    insert into payments (merchant_id, id, order_id, provider, method, status, amount_minor, currency, reference,
                          actor_id, created_at, settled_at, due_at)
    values (${payment.merchant_id}, ${payment.id}, ${payment.order_id}, ${payment.provider}, ${payment.method},
            ${payment.status}, ${payment.amount_minor}, ${payment.currency}, ${payment.reference},
            ${payment.actor_id}, ${payment.created_at}, ${payment.settled_at}, ${payment.due_at})
    on conflict (merchant_id, order_id) where status in ('pending', 'succeeded') do nothing
    returning ${columns}`.execute(transaction)
  return rows[0]
}

export async function selectPayment(
  db: Executor,
  merchantId: string,
  paymentId: string,
): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    select ${columns} from payments where merchant_id = ${merchantId} and id = ${paymentId}`.execute(db)
  return rows[0]
}

export interface PaymentChange {
  from: PaymentStatus
  to: PaymentStatus
  reference?: string | null
  failure?: string | null
  at: Date
}

/** Changes a payment that is in the status `from`; undefined if it is not. A refund is due at once. */
export async function updatePayment(
  transaction: Transaction,
  merchantId: string,
  paymentId: string,
  { from, to, reference = null, failure = null, at }: PaymentChange,
): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    update payments
       set status = ${to}, failure = ${failure}::text, reference = coalesce(${reference}::text, reference),
           settled_at = case when ${to}::text = 'refunded' then settled_at else ${at} end,
           refunded_at = case when ${to}::text = 'refunded' then ${at} else refunded_at end,
           due_at = ${at}
     where merchant_id = ${merchantId} and id = ${paymentId} and status = ${from}
    returning ${columns}`.execute(transaction)
  return rows[0]
}

/** Marks the order's successful payment to be refunded. */
export async function startRefund(transaction: Transaction, merchantId: string, orderId: string): Promise<void> {
  await sql`
    update payments set status = 'refunding', due_at = now()
     where merchant_id = ${merchantId} and order_id = ${orderId} and status = 'succeeded'`.execute(transaction)
}

/** Leases payments that are due, pending or to be refunded: if this process dies, another takes them afterwards. */
export async function leaseDuePayments(db: Executor, leaseSeconds: number, limit: number): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    update payments set due_at = now() + make_interval(secs => ${leaseSeconds}::float8)
      from (
        select merchant_id, id from payments
         where status in ('pending', 'refunding') and due_at <= now()
         order by due_at limit ${limit}
           for no key update skip locked
      ) due
     where payments.merchant_id = due.merchant_id and payments.id = due.id
    returning ${columns}`.execute(db)
  return rows
}
