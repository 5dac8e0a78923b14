import { type RawBuilder, sql } from 'kysely'
import type { OrderKey, RefundedTo, RefundRow } from '#src/modules/orders/index.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'

/** A refund with the data needed to settle it. */
export interface StoredRefund extends Omit<RefundRow, 'created_at'> {
  created_at: Date
  merchant_id: string
  attempt: number
}

/** Seconds until the sweep takes over: by then the process that wrote the refund has its answer or is dead. */
export const refundDueAfterSeconds = 30

export interface NewRefund extends Pick<StoredRefund, 'id' | 'amount_minor' | 'currency'> {
  items: RefundRow['items']
  shipping_minor: number
  /** Default: 0. */
  payment_fee_minor?: number
  voucher_minor?: number | null
  tax_lines: RefundRow['tax_lines']
  reason: string | null
  actor_id: string | null
  return_id?: string | null
  edit_id?: string | null
  refunded_to?: RefundedTo
  /** Seconds until the sweep asks the provider, unless the outcome is known by then. */
  due_after_seconds: number
}

const columns = sql`
  refunds.merchant_id, refunds.id, refunds.order_id, refunds.status, refunds.amount_minor,
  refunds.currency, refunds.items, refunds.shipping_minor, refunds.payment_fee_minor, refunds.voucher_minor,
  refunds.reason,
  refunds.tax_lines, refunds.attempt, refunds.return_id, refunds.edit_id, refunds.refunded_to,
  refunds.created_at,
  parts_of_refund(refunds) as parts`

/**
 * Writes a refund of a locked order, `pending`. One of several payments names itself instead of its payment, so that an
 * earlier release, which knows no parts, cannot send it; one of no payment names none.
 */
export async function insertRefund(
  transaction: Transaction,
  { merchantId, orderId }: OrderKey,
  paymentId: string | null,
  { id, amount_minor, currency, items, shipping_minor, reason, tax_lines, ...refund }: NewRefund,
): Promise<StoredRefund> {
  const refundedTo = refund.refunded_to ?? 'as_paid'
  const { rows } = await sql<StoredRefund>`
    insert into refunds (merchant_id, id, order_id, payment_id, status, amount_minor, currency, items, shipping_minor,
                         payment_fee_minor, voucher_minor, reason, tax_lines, actor_id, return_id, edit_id,
                         refunded_to, store_credit, created_at, due_at)
    values (${merchantId}, ${id}, ${orderId}, ${paymentId}, 'pending', ${amount_minor}, ${currency},
            ${items === null ? null : JSON.stringify(items)}::jsonb, ${shipping_minor},
            ${refund.payment_fee_minor ?? 0}, ${refund.voucher_minor ?? null}, ${reason},
            ${tax_lines === null ? null : JSON.stringify(tax_lines)}::jsonb, ${refund.actor_id},
            ${refund.return_id ?? null}, ${refund.edit_id ?? null}, ${refundedTo}, ${refundedTo === 'store_credit'},
            now(), now() + make_interval(secs => ${refund.due_after_seconds}::float8))
    returning ${columns}`.execute(transaction)
  const [row] = rows
  if (row === undefined) throw new Error('a refund was not inserted')
  return row
}

export async function selectRefund(
  db: Executor,
  merchantId: string,
  refundId: string,
): Promise<StoredRefund | undefined> {
  const { rows } = await sql<StoredRefund>`
    select ${columns} from refunds where merchant_id = ${merchantId} and id = ${refundId}`.execute(db)
  return rows[0]
}

/** The payments of a locked order of which a refund, or its part, is still on its way. */
export async function selectPendingPayments(
  transaction: Transaction,
  { merchantId, orderId }: OrderKey,
): Promise<Set<string>> {
  const { rows } = await sql<{ payment_id: string }>`
    select coalesce(part.payment_id, refunds.payment_id) as payment_id
      from refunds
      left join refund_parts part on part.merchant_id = refunds.merchant_id and part.refund_id = refunds.id
     where refunds.merchant_id = ${merchantId} and refunds.order_id = ${orderId}
       and coalesce(part.status, refunds.status) = 'pending'`.execute(transaction)
  return new Set(rows.map(({ payment_id }) => payment_id))
}

/** The refund that a provider knows by this id: its own, or that of one of its parts. */
export async function selectRefundOfProvider(
  db: Executor,
  merchantId: string,
  id: string,
): Promise<StoredRefund | undefined> {
  const { rows } = await sql<StoredRefund>`
    select ${columns} from refunds
     where merchant_id = ${merchantId}
       and id = coalesce((select refund_id from refund_parts where merchant_id = ${merchantId} and id = ${id}),
                     ${id}::uuid)
    `.execute(db)
  return rows[0]
}

/** Makes a failed refund of a locked order pending again, as its next attempt. */
export async function updateResent(
  transaction: Transaction,
  { merchant_id: merchantId, id }: StoredRefund,
  dueAfterSeconds: number,
): Promise<StoredRefund | undefined> {
  const { rows } = await sql<StoredRefund>`
    update refunds
       set status = 'pending', attempt = attempt + 1, failure = null, settled_at = null, asked_at = null,
           due_at = now() + make_interval(secs => ${dueAfterSeconds}::float8)
     where merchant_id = ${merchantId} and id = ${id} and status = 'failed'
    returning ${columns}`.execute(transaction)
  return rows[0]
}

export interface RefundOutcome {
  status: 'succeeded' | 'failed'
  reference: string | null
  failure: string | null
  isByHand?: boolean
}

/**
 * Records the outcome of an attempt of a refund, once, from one of these statuses. The order is locked. No other refund
 * of the order has the same time to the millisecond: by it a mail finds the refund (`Subject`).
 */
export async function updateSettled(
  transaction: Transaction,
  { merchant_id, order_id, id, attempt }: StoredRefund,
  { status, reference, failure, isByHand = false }: RefundOutcome,
  from: readonly StoredRefund['status'][],
): Promise<StoredRefund | undefined> {
  const { rows } = await sql<StoredRefund>`
    update refunds
       set status = ${status}, reference = ${reference}, failure = ${failure}, by_hand = ${isByHand},
           settled_at = greatest(now(), interval '1 millisecond' + (
             select max(settled_at) from refunds where merchant_id = ${merchant_id} and order_id = ${order_id}))
     where merchant_id = ${merchant_id} and id = ${id} and attempt = ${attempt}
       and status = any (${[...from]}::text[])
    returning ${columns}`.execute(transaction)
  return rows[0]
}

/**
 * Leaves a pending refund of a locked order to staff: no provider is asked again. False if it was left to them before.
 * By the time a mail finds the refund.
 */
export async function markLeftToStaff(
  transaction: Transaction,
  { merchant_id, id, attempt }: StoredRefund,
): Promise<boolean> {
  const { rows } = await sql`
    update refunds set asked_at = now(), due_at = 'infinity'
     where merchant_id = ${merchant_id} and id = ${id} and attempt = ${attempt} and status = 'pending'
       and asked_at is null
    returning id`.execute(transaction)
  return rows.length > 0
}

export interface RefundLease {
  limit: number
  /** The lease grows with the age of the row, from `seconds` to `longestSeconds`. */
  seconds: number
  longestSeconds: number
}

/** A refund leased by a sweep. */
export interface DueRefund extends StoredRefund {
  /** Of its payment. */
  provider: string
}

/** Leases pending refunds that are due. When the lease ends another process takes them. */
export async function leaseRefunds(db: Executor, lease: RefundLease): Promise<DueRefund[]> {
  const provider = sql`
    (select provider from payments
      where payments.merchant_id = refunds.merchant_id and payments.id = refunds.payment_id) as provider`
  const { rows } = await sql<DueRefund>`
    update refunds set due_at = ${endOf(lease)}
      from (
        select merchant_id, id from refunds
         where status = 'pending' and due_at <= now()
         order by due_at limit ${lease.limit}
           for no key update skip locked
      ) due
     where refunds.merchant_id = due.merchant_id and refunds.id = due.id
    returning ${columns}, ${provider}`.execute(db)
  return rows
}

function endOf({ seconds, longestSeconds }: RefundLease): RawBuilder<unknown> {
  return sql`
    now() + least(greatest(now() - refunds.created_at, make_interval(secs => ${seconds}::float8)),
                  make_interval(secs => ${longestSeconds}::float8))`
}
