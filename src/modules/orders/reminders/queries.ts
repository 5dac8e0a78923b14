import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'

/** One reminder of an order. */
export interface Reminder {
  merchantId: string
  orderId: string
  /** From 1. */
  number: number
}

/** Orders that were due longer ago are not reminded for the first time: of the time before a shop wanted reminders. */
const latestDays = 30

const days = (of: ReturnType<typeof sql>) => sql`make_interval(secs => 86400.0 * ${of})`
const dayOf = (number: ReturnType<typeof sql>) => sql`(setting.mail_reminder_days ->> (${number} - 1)::int)::int`

/**
 * Keeps that at most `limit` orders are to be reminded, and returns these reminders: of orders that are to be paid to
 * the shop itself, so many days after the payment was due, and no sooner after the reminder before than the shop says.
 * A reminder is kept once, however many sweeps run.
 */
export async function keepReminders(transaction: Transaction, limit: number): Promise<Reminder[]> {
  const { rows } = await sql<Reminder>`
    insert into payment_reminders (merchant_id, order_id, number)
    select setting.merchant_id, late.id, late.number
      from merchant_settings setting
     cross join lateral (
       select orders.id, next.number
         from orders
        cross join lateral (
          select coalesce(max(number), 0) + 1 as number, max(queued_at) as last_at from payment_reminders reminder
           where reminder.merchant_id = orders.merchant_id and reminder.order_id = orders.id) next
        cross join lateral (
          select coalesce(orders.created_at + ${days(sql`(orders.payment_terms ->> 'net_days')::int`)},
                          orders.expires_at) as at) due
        where orders.merchant_id = setting.merchant_id
          and orders.payment_terms is not null and orders.status <> 'cancelled'
          and (orders.paid_at is null or orders.paid_minor < orders.total_minor)
          and orders.payment_terms ->> 'kind' <> 'card'
          and due.at + ${days(dayOf(sql`next.number`))} <= now()
          and case next.number
                when 1 then due.at + ${days(dayOf(sql`1`))} > now() - ${days(sql`${latestDays}::int`)}
                else next.last_at + ${days(dayOf(sql`next.number`))} - ${days(dayOf(sql`next.number - 1`))}
                     <= now() end
        limit ${limit}) late
     where setting.mail_reminder_days is not null
     limit ${limit}
    on conflict do nothing
    returning merchant_id as "merchantId", order_id as "orderId", number`.execute(transaction)
  return rows
}

/**
 * Counts a reminder as sent, if the shop still wants it and its order is neither paid nor cancelled. The order is
 * locked meanwhile, so a payment that is being recorded is waited for.
 */
export async function claimReminder(db: Executor, { merchantId, orderId, number }: Reminder): Promise<boolean> {
  const { rows } = await sql`
    with unpaid as (
      select merchant_id, id from orders
       where merchant_id = ${merchantId} and id = ${orderId} and status <> 'cancelled'
         and (paid_at is null or paid_minor < total_minor)
         for no key update
    )
    update payment_reminders reminder set sent_at = coalesce(reminder.sent_at, now())
      from unpaid join merchant_settings setting on setting.merchant_id = unpaid.merchant_id
     where reminder.merchant_id = unpaid.merchant_id and reminder.order_id = unpaid.id and reminder.number = ${number}
       and jsonb_array_length(setting.mail_reminder_days) >= ${number}
    returning 1`.execute(db)
  return rows.length > 0
}
