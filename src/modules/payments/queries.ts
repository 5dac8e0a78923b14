import { sql } from 'kysely'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
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
  /** The paid account at the provider; null: the platform's own. */
  account: string | null
  /** The next action, encrypted. */
  next_action: Buffer | null
  /** Of a charge that no order waits for: from 1, one more each time that staff has its refund sent again. */
  refund_attempt: number
  /** Why its refund was refused, until it is sent again or settled by hand. */
  refund_failure: string | null
  refunded_by_hand: boolean
}

export const paymentColumns = sql`
  payments.merchant_id, payments.id, payments.order_id, payments.provider, payments.method, payments.status,
  payments.amount_minor, payments.currency, payments.reference, payments.failure, payments.created_at,
  payments.settled_at, payments.refunded_at, payments.account, payments.next_action, payments.refund_attempt,
  payments.refund_failure, payments.refunded_by_hand`

/** Fields of a payment before it is inserted; the others come from its order (`insert_payment`). */
export interface NewPayment extends Pick<PaymentRow, 'id' | 'provider' | 'method' | 'reference'> {
  status: 'pending' | 'succeeded'
  actor_id: string
  look_up_after_seconds: number
  /** Whether the payment goes to the shop's own account at the provider, if it has one. */
  to_account: boolean
}

export async function selectPayment(
  db: Executor,
  merchantId: string,
  paymentId: string,
): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    select ${paymentColumns} from payments where merchant_id = ${merchantId} and id = ${paymentId}`.execute(db)
  return rows[0]
}

/** Every payment of an order, newest first (ids are in order of time). */
export async function selectPayments(
  db: Executor,
  merchantId: string,
  orderId: string,
  page: PageRequest,
): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select ${paymentColumns} from payments
     where merchant_id = ${merchantId} and order_id = ${orderId} and ${behindCursor(page, 'desc', [sql`id`, 'uuid'])}
     order by id desc ${pageWindow(page)}`.execute(db)
  return rows
}

export function countPayments(db: Executor, merchantId: string, orderId: string): Promise<number> {
  return countUpToMaximum(db, sql`select 1 from payments where merchant_id = ${merchantId} and order_id = ${orderId}`)
}

export async function selectPaymentsOfOrders(
  db: Executor,
  merchantId: string,
  orderIds: readonly string[],
): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select ${paymentColumns} from payments
     where merchant_id = ${merchantId} and order_id = any (${[...orderIds]}::uuid[])
     order by order_id, id`.execute(db)
  return rows
}

/** Records the refund of a payment; undefined if it is not waiting for one. */
export async function updateRefunded(
  transaction: Transaction,
  merchantId: string,
  paymentId: string,
  isByHand = false,
): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    update payments
       set status = 'refunded', refunded_at = now(), due_at = now(), refund_failure = null,
           refunded_by_hand = ${isByHand}
     where merchant_id = ${merchantId} and id = ${paymentId} and status = 'refunding'
    returning ${paymentColumns}`.execute(transaction)
  return rows[0]
}

/** Records that an attempt to refund a payment was refused, once: then it waits for staff. */
export async function updateRefundRefused(
  transaction: Transaction,
  { merchant_id, id, refund_attempt }: PaymentRow,
  failure: string,
): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    update payments set refund_failure = ${failure}, due_at = 'infinity'
     where merchant_id = ${merchant_id} and id = ${id} and status = 'refunding' and refund_failure is null
       and refund_attempt = ${refund_attempt}
    returning ${paymentColumns}`.execute(transaction)
  return rows[0]
}

/** Leaves the refund of a payment to staff: no provider is asked. */
export async function updateLeftToStaff(db: Executor, { merchant_id, id }: PaymentRow): Promise<void> {
  await sql`
    update payments set due_at = 'infinity'
     where merchant_id = ${merchant_id} and id = ${id} and status = 'refunding'`.execute(db)
}

/** Makes a refused refund of a payment due again, as its next attempt; undefined if it was not refused. */
export async function updateRefundResent(
  transaction: Transaction,
  merchantId: string,
  paymentId: string,
  dueAfterSeconds: number,
): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    update payments
       set refund_failure = null, refund_attempt = refund_attempt + 1,
           due_at = now() + make_interval(secs => ${dueAfterSeconds}::float8)
     where merchant_id = ${merchantId} and id = ${paymentId} and refund_failure is not null
    returning ${paymentColumns}`.execute(transaction)
  return rows[0]
}

/**
 * Marks the successful payments of a cancelled order as `refunding`, and returns them. A refund of the order carries
 * it out (`refunds` in orders), so no payment is due by itself.
 */
export async function startRefund(
  transaction: Transaction,
  merchantId: string,
  orderId: string,
): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    update payments set status = 'refunding', due_at = 'infinity'
     where merchant_id = ${merchantId} and order_id = ${orderId} and status = 'succeeded'
    returning ${paymentColumns}`.execute(transaction)
  return rows
}

/** Records that a payment was refunded completely, or, after a failed refund, that it was not. */
export async function updateRefundEnded(
  transaction: Transaction,
  merchantId: string,
  paymentId: string,
  status: 'refunded' | 'succeeded',
): Promise<{ payment: PaymentRow; previous: PaymentStatus } | undefined> {
  const { rows } = await sql<PaymentRow & { previous: PaymentStatus }>`
    update payments
       set status = ${status}, refunded_at = case when ${status}::text = 'refunded' then now() end, due_at = now()
      from (select status as previous from payments where merchant_id = ${merchantId} and id = ${paymentId}
               for no key update) found
     where merchant_id = ${merchantId} and id = ${paymentId} and status <> ${status}
       and status in ('succeeded', 'refunding', 'refunded')
    returning ${paymentColumns}, found.previous`.execute(transaction)
  const [row] = rows
  if (row === undefined) return undefined
  const { previous, ...payment } = row
  return { payment, previous }
}

/**
 * Records the next action, unless the outcome is recorded. The payment is looked up again after `secondsLeft` at the
 * latest.
 */
export async function updateAction(
  db: Executor,
  { merchant_id, id }: PaymentRow,
  { reference, sealed, secondsLeft }: { reference: string; sealed: Buffer; secondsLeft: number | null },
): Promise<void> {
  await sql`
    update payments
       set status = 'requires_action', reference = ${reference}, next_action = ${sealed},
           due_at = least(due_at, now() + make_interval(secs => ${secondsLeft}::float8))
     where merchant_id = ${merchant_id} and id = ${id} and status in ('pending', 'requires_action')`.execute(db)
}

/** How many next actions are not sealed with the key that `prefix` names. */
export async function countSealedOtherwise(db: Executor, prefix: Buffer): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from payments
     where status = 'requires_action' and substring(next_action from 1 for length(${prefix}::bytea)) <> ${prefix}
    `.execute(db)
  return rows[0]?.count ?? 0
}
