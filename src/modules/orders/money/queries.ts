import { sql } from 'kysely'
import type { ChargeOutcome, NewPayment, PaymentRow } from '#src/modules/payments/index.ts'
import { compileOnce } from '#src/platform/db/statements/compile-once.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { isOrder, type OrderKey } from '../queries.ts'
import { type OrderRow, orderColumns } from '../row-queries.ts'
import type { OrderStatus } from '../rules.ts'

interface Inserted extends Pick<OrderRow, 'status' | 'total_minor' | 'currency'> {
  due_minor: number
  account: string | null
  created_at: Date | null
  is_by_hand: boolean
  was_paid: boolean
}

/** How much is paid, and of which orders. */
interface PaymentLimits {
  /** The most that is paid; null: all that is due. */
  maxMinor?: number | null
  /** Not of an order that is to be paid to the shop itself, nor of one without a method of a shop that has some. */
  exceptByHand?: boolean
}

interface PaymentToInsert extends OrderKey, NewPayment, Required<PaymentLimits> {}

const paidMinor = sql`coalesce(paid_minor, case when paid_at is null then 0 else total_minor end)`

const writePayment = compileOnce(
  (_: null, payment: PaymentToInsert) => sql<Inserted>`
    with payable as (
      select merchant_id, id, status, total_minor, currency, total_minor - ${paidMinor} as due_minor,
             paid_at is not null as was_paid,
             ${payment.exceptByHand} and case
               when payment_terms is not null then payment_terms ->> 'kind' <> 'card'
               else exists (select from merchant_settings setting
                             where setting.merchant_id = orders.merchant_id and has_payment_methods)
             end as is_by_hand,
             case when ${payment.to_account} then (
               select stripe_account from merchant_settings setting
                where setting.merchant_id = orders.merchant_id) end as account
        from orders where ${isOrder(payment)} for no key update of orders
    )
    select status, total_minor, due_minor, currency, account, is_by_hand, was_paid,
           case when not is_by_hand and (status = 'pending' or status <> 'cancelled' and due_minor > 0) then
             insert_payment(merchant_id, ${payment.id}, id, ${payment.provider}, ${payment.method}, ${payment.status},
                            least(due_minor, ${payment.maxMinor}::bigint), currency, ${payment.reference},
                            ${payment.actor_id}, ${payment.look_up_after_seconds}::float8, account) end as created_at
      from payable`,
)

/** An order with something to pay, and its new payment. */
export interface PayableOrder {
  status: OrderStatus
  total_minor: number
  due_minor: number
  payment: PaymentRow | undefined
  /** `exceptByHand` has left it unpaid. */
  isByHand: boolean
  /** All of it was, perhaps before an edit. */
  wasPaid: boolean
}

/**
 * Inserts a payment for what is due of an order, at most `maxMinor`, with `insert_payment` (payments.sql), under the
 * order's lock. Returns the order's status, without a payment if nothing is due or another payment is open; undefined
 * if there is no such order. A payment keeps the shop's account at the provider: later ones may go to another.
 */
export async function insertPayment(
  db: Executor,
  key: OrderKey,
  payment: NewPayment,
  { maxMinor = null, exceptByHand = false }: PaymentLimits = {},
): Promise<PayableOrder | undefined> {
  const { rows } = await writePayment(null, { ...key, ...payment, maxMinor, exceptByHand }).execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const { status, total_minor, due_minor, created_at, is_by_hand: isByHand, was_paid: wasPaid } = row
  if (created_at === null) return { status, total_minor, due_minor, payment: undefined, isByHand, wasPaid }
  const { id, provider, method, reference } = payment
  const inserted: PaymentRow = {
    merchant_id: key.merchantId,
    id,
    order_id: key.orderId,
    provider,
    method,
    status: payment.status,
    amount_minor: Math.min(due_minor, maxMinor ?? due_minor),
    currency: row.currency,
    reference,
    failure: null,
    created_at,
    settled_at: payment.status === 'succeeded' ? created_at : null,
    refunded_at: null,
    account: row.account,
    next_action: null,
    refund_attempt: 1,
    refund_failure: null,
    refunded_by_hand: false,
  }
  return { status, total_minor, due_minor, payment: inserted, isByHand, wasPaid }
}

interface Outcome extends OrderKey {
  paymentId: string
  amountMinor: number
  succeeded: boolean
  reference: string | null
  failure: string | null
}

/**
 * The order after a payment of it has succeeded, or failed: then `payment.paid_minor` is null. The one that pays the
 * last unit makes it paid, once.
 */
const settledOrder = sql`
  status = case when payment.paid_minor = orders.total_minor and orders.status = 'pending' then 'paid'
                else orders.status end,
  payment_status = case when payment.paid_minor < orders.total_minor then 'partially_paid'
                        when payment.paid_minor is not null
                          then case when orders.refunded_total_minor > 0 then 'partially_refunded' else 'paid' end
                        when orders.status = 'pending' then 'failed' else orders.payment_status end,
  paid_minor = coalesce(payment.paid_minor, orders.paid_minor), updated_at = now(),
  paid_at = case when payment.paid_minor = orders.total_minor then coalesce(orders.paid_at, now())
                 else orders.paid_at end`

const writeOutcome = compileOnce(
  (_: null, { paymentId, amountMinor, succeeded, reference, failure, ...key }: Outcome) => sql<
    OrderRow & { recorded: PaymentRow['status'] | null; settled_at: Date; previous: OrderStatus; was_paid: boolean }
  >`
    with found as (
      select status, ${paidMinor} as paid_minor, total_minor, paid_at is not null as was_paid
        from orders where ${isOrder(key)} for no key update
    ), wanting as (
      select status as previous, was_paid, paid_minor + ${amountMinor}::bigint as paid_minor,
             status = 'pending' and paid_minor + ${amountMinor}::bigint <= total_minor
               or status <> 'cancelled' and ${amountMinor}::bigint between 1 and total_minor - paid_minor as wanted
        from found
    ), payment as materialized (
      select wanting.*,
             record_outcome(${key.merchantId}, ${paymentId}, ${succeeded}, ${reference}, ${failure}, wanted) as status
        from wanting
    ), orders as (
      update orders set ${settledOrder}, client_hash = case when payment.paid_minor is null then orders.client_hash end
        from (select case status when 'succeeded' then paid_minor end as paid_minor from payment
               where wanted and status in ('succeeded', 'failed')) payment
       where ${isOrder(key)}
      returning orders.*
    )
    select payment.status as recorded, now() as settled_at, previous, was_paid, ${orderColumns}
      from payment left join orders on true`,
)

/** What the outcome of a charge changed. */
export interface Settled {
  payment: PaymentRow | undefined
  order: OrderRow | undefined
  previous: OrderStatus
  /** Whether all of it was paid before. */
  wasPaid: boolean
}

/**
 * Records the outcome of a charge with `record_outcome` (payments.sql), under the lock of the order; the payment of the
 * last unit makes a pending order paid. Returns the payment unless its outcome was recorded before, and the order if it
 * changed; undefined if there is no such order.
 */
export async function settle(
  transaction: Transaction,
  payment: PaymentRow,
  result: ChargeOutcome,
): Promise<Settled | undefined> {
  const { reference, failure } = { reference: null, failure: null, ...result }
  const { rows } = await writeOutcome(null, {
    merchantId: payment.merchant_id,
    orderId: payment.order_id,
    paymentId: payment.id,
    amountMinor: payment.amount_minor,
    succeeded: result.status === 'succeeded',
    reference,
    failure,
  }).execute(transaction)
  const [row] = rows
  if (row === undefined) return undefined
  const { recorded, settled_at, previous, was_paid: wasPaid, ...changed } = row
  return {
    payment:
      recorded === null
        ? undefined
        : {
            ...payment,
            status: recorded,
            reference: reference ?? payment.reference,
            failure,
            settled_at,
            next_action: null,
          },
    order: changed.id === null ? undefined : changed,
    previous,
    wasPaid,
  }
}

type LoweredTax = Pick<OrderRow, 'tax_lines' | 'tax_total_minor' | 'total_minor' | 'untaxed_minor'>

/** Records the tax of a locked order of which a part is paid with value that lowers it. */
export async function updateTax(
  transaction: Transaction,
  key: OrderKey,
  { tax_lines, tax_total_minor, total_minor, untaxed_minor }: LoweredTax,
): Promise<void> {
  await sql`
    update orders set tax_lines = ${JSON.stringify(tax_lines)}::jsonb, tax_total_minor = ${tax_total_minor},
                      total_minor = ${total_minor}, untaxed_minor = ${untaxed_minor}
     where ${isOrder(key)}`.execute(transaction)
}

/** Adds a successful payment to what was paid of a locked order, without making it paid unless it is the last unit. */
export async function addPaid(transaction: Transaction, key: OrderKey, amountMinor: number): Promise<OrderRow> {
  const { rows } = await sql<OrderRow>`
    with payment as (
      select ${paidMinor} + ${amountMinor}::bigint as paid_minor from orders where ${isOrder(key)}
    ), orders as (
      update orders set ${settledOrder} from payment where ${isOrder(key)} returning orders.*
    )
    select ${orderColumns} from orders`.execute(transaction)
  const [order] = rows
  if (order === undefined) throw new Error(`order ${key.orderId} was deleted while locked`)
  return order
}
