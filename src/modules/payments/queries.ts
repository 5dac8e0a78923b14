import { type RawBuilder, sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { LocalCharge } from './provider.ts'
import type { PaymentStatus } from './schemas.ts'

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

const columns = [
  'merchant_id',
  'id',
  'order_id',
  'provider',
  'method',
  'status',
  'amount_minor',
  'currency',
  'reference',
  'failure',
  'created_at',
  'settled_at',
  'refunded_at',
] as const

export interface NewPayment {
  merchant_id: string
  id: string
  order_id: string
  provider: string
  method: string
  amount_minor: number
  currency: string
  reference: string | null
  actor_id: string
  created_at: Date
  due_at: Date
}

/** Undefined if the order has a payment under way, or one that succeeded: there can be one at a time. */
export async function insertPayment(transaction: Transaction, payment: NewPayment): Promise<PaymentRow | undefined> {
  const row = await transaction
    .insertInto('payments')
    .values({ ...payment, status: 'pending' })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'order_id'])
        .where('status', 'in', [sql.lit('pending'), sql.lit('succeeded')])
        .doNothing(),
    )
    .returning(columns)
    .executeTakeFirst()
  return row as PaymentRow | undefined
}

/**
 * Common table expressions that record a payment which succeeds as it is written, and book its charge, to stand in the
 * statement that pays the order: `payment` is the row, if `order` has one (merchant_id, id, total_minor, currency) and the
 * order has no other payment under way or succeeded.
 */
export function recordPayment(
  order: RawBuilder<unknown>,
  payment: Pick<NewPayment, 'id' | 'provider' | 'method' | 'reference' | 'actor_id' | 'created_at'>,
  charge: LocalCharge,
): RawBuilder<unknown> {
  return sql`
    payment as (
      insert into payments (merchant_id, id, order_id, provider, method, status, amount_minor, currency, reference, actor_id,
                            created_at, settled_at, due_at)
      select payable.merchant_id, ${payment.id}::uuid, payable.id, ${payment.provider}, ${payment.method}, 'succeeded',
             payable.total_minor, payable.currency,
             case payable.total_minor when 0 then ${payment.reference}::text else ${charge.reference}::text end,
             ${payment.actor_id}::uuid, now_at.at, now_at.at, now_at.at
        from (${order}) payable, (select ${payment.created_at}::timestamptz as at) now_at
      on conflict (merchant_id, order_id) where status in ('pending', 'succeeded') do nothing
      returning *
    )${charge.book === undefined ? sql`` : sql`, booked as (${charge.book})`}`
}

export async function selectPayment(
  db: Executor,
  merchantId: string,
  paymentId: string,
): Promise<PaymentRow | undefined> {
  const row = await db
    .selectFrom('payments')
    .select(columns)
    .where('merchant_id', '=', merchantId)
    .where('id', '=', paymentId)
    .executeTakeFirst()
  return row as PaymentRow | undefined
}

export interface PaymentChange {
  from: readonly PaymentStatus[]
  to: PaymentStatus
  reference?: string | null
  failure?: string
  at: Date
}

/** Changes a payment that is in one of the statuses `from`; undefined if it is in none of them. */
export async function updatePayment(
  transaction: Transaction,
  merchantId: string,
  paymentId: string,
  { from, to, reference, failure, at }: PaymentChange,
): Promise<PaymentRow | undefined> {
  const isRefunded = to === 'refunded'
  const row = await transaction
    .updateTable('payments')
    .set({
      status: to,
      failure: failure ?? null,
      // A refund that is wanted is due at once.
      due_at: at,
      ...(isRefunded ? { refunded_at: at } : { settled_at: at }),
      ...(reference == null ? {} : { reference }),
    })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', paymentId)
    .where('status', 'in', [...from])
    .returning(columns)
    .executeTakeFirst()
  return row as PaymentRow | undefined
}

/** Wants an order's successful payment given back. */
export async function startRefund(transaction: Transaction, merchantId: string, orderId: string): Promise<void> {
  await transaction
    .updateTable('payments')
    .set({ status: 'refunding', due_at: new Date() })
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .where('status', '=', 'succeeded')
    .execute()
}

/**
 * Takes payments that are due (charges whose outcome was never recorded, refunds) for `leaseSeconds`: no other process
 * takes them meanwhile, and if this one dies, another does afterwards.
 */
export async function claimDuePayments(db: Executor, leaseSeconds: number, limit: number): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    update payments set due_at = now() + make_interval(secs => ${leaseSeconds}::float8)
      from (
        select merchant_id, id from payments
         where status in ('pending', 'refunding') and due_at <= now()
         order by due_at limit ${limit}
           for no key update skip locked
      ) due
     where payments.merchant_id = due.merchant_id and payments.id = due.id
    returning payments.*`.execute(db)
  return rows
}
