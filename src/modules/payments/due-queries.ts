import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'
import { type PaymentRow, paymentColumns } from './queries.ts'

/** A payment leased by a sweep. */
export interface DuePayment extends PaymentRow {
  age_seconds: number
}

export interface Lease {
  limit: number
  /** The lease grows with the age of the row, from `seconds` to `longestSeconds`. */
  seconds: number
  longestSeconds: number
}

const age = sql`extract(epoch from now() - payments.created_at)::float8 as age_seconds`

/** The order's payment that waits for the shopper. */
export async function selectAwaited(
  db: Executor,
  merchantId: string,
  orderId: string,
): Promise<DuePayment | undefined> {
  const { rows } = await sql<DuePayment>`
    select ${paymentColumns}, ${age} from payments
     where merchant_id = ${merchantId} and order_id = ${orderId} and status = 'requires_action'`.execute(db)
  return rows[0]
}

/**
 * Leases due payments: without an outcome, or to be refunded. When the lease ends another process may take them, so the
 * lease is also the pause after a failure.
 */
export async function leaseUnsettled(db: Executor, lease: Lease): Promise<DuePayment[]> {
  const { rows } = await sql<DuePayment>`
    update payments set due_at = ${endOf(lease, sql`payments.created_at`)}
      from (
        select merchant_id, id from payments
         where status in ('pending', 'requires_action', 'refunding') and due_at <= now()
         order by due_at limit ${lease.limit}
           for no key update skip locked
      ) due
     where payments.merchant_id = due.merchant_id and payments.id = due.id
    returning ${paymentColumns}, ${age}`.execute(db)
  return rows
}

/** Leases failed payments of these providers with a due look-up. */
export async function leaseLookUps(db: Executor, providers: readonly string[], lease: Lease): Promise<DuePayment[]> {
  const { rows } = await sql<DuePayment>`
    with due as (
      select look_up.merchant_id, look_up.payment_id
        from payment_look_ups look_up
        join payments on payments.merchant_id = look_up.merchant_id and payments.id = look_up.payment_id
       where look_up.due_at <= now() and payments.provider = any(${[...providers]}::text[])
       order by look_up.due_at limit ${lease.limit}
         for no key update of look_up skip locked
    ), leased as (
      update payment_look_ups look_up set due_at = ${endOf(lease, sql`look_up.created_at`)}
        from due
       where look_up.merchant_id = due.merchant_id and look_up.payment_id = due.payment_id
      returning look_up.merchant_id, look_up.payment_id
    )
    select ${paymentColumns}, ${age}
      from leased
      join payments on payments.merchant_id = leased.merchant_id and payments.id = leased.payment_id`.execute(db)
  return rows
}

function endOf({ seconds, longestSeconds }: Lease, since: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    now() + least(greatest(now() - ${since}, make_interval(secs => ${seconds}::float8)),
                  make_interval(secs => ${longestSeconds}::float8))`
}

/** Makes a waiting payment due at once; with `late` also the look-up of a payment that was given up. */
export async function wakePayment(
  db: Executor,
  { merchantId, paymentId, provider }: { merchantId: string; paymentId: string; provider: string },
  late: boolean,
): Promise<void> {
  const isPayment = sql`merchant_id = ${merchantId} and id = ${paymentId} and provider = ${provider}`
  await sql`
    with woken as (
      update payments set due_at = now()
       where ${isPayment} and status in ('pending', 'requires_action', 'refunding') and due_at < 'infinity'
    )
    insert into payment_look_ups (merchant_id, payment_id, due_at)
    select merchant_id, id, now() from payments where ${isPayment} and status = 'failed' and ${late}
        on conflict (merchant_id, payment_id) do update set due_at = excluded.due_at`.execute(db)
}

/** Records that the provider does not know the charge. The look-up is repeated until no pause is left. */
export async function countLookUp(
  db: Executor,
  { merchant_id, id }: PaymentRow,
  pausesSeconds: readonly number[],
): Promise<void> {
  await sql`
    with ended as (
      delete from payment_look_ups
       where merchant_id = ${merchant_id} and payment_id = ${id} and look_ups >= ${pausesSeconds.length}::int
    )
    update payment_look_ups
       set look_ups = look_ups + 1,
           due_at = now() + make_interval(secs => (${[...pausesSeconds]}::float8[])[look_ups + 1])
     where merchant_id = ${merchant_id} and payment_id = ${id} and look_ups < ${pausesSeconds.length}::int`.execute(db)
}

/** Records why the charge failed, which ends its look-ups. */
export async function endLookUps(db: Executor, { merchant_id, id }: PaymentRow, failure: string): Promise<void> {
  await sql`
    with ended as (
      delete from payment_look_ups where merchant_id = ${merchant_id} and payment_id = ${id}
    )
    update payments set failure = ${failure}
     where merchant_id = ${merchant_id} and id = ${id} and status = 'failed'`.execute(db)
}
