import { type RawBuilder, sql } from 'kysely'
import { customerHas, emailHas } from './condition-queries.ts'
import { daysOf } from './count-queries.ts'
import type { OrderFilter, Sought } from './filter.ts'

type Sql = RawBuilder<unknown>

/** Id and time of the merchant's orders that have the text (`hasText`), apart from those of `days`. */
export function foundByText(merchantId: string, { sought }: OrderFilter): Sql {
  if (sought === undefined) throw new Error('nothing is sought')
  const mine = sql`orders.merchant_id = ${merchantId}`
  const { text, part } = sought
  return sql.join(
    [
      ...(part === undefined
        ? []
        : [
            sql`select id, created_at from orders where ${mine} and substr(orders.order_number, 8) like ${`%${part}%`}`,
          ]),
      ...(sought.beginning === undefined
        ? []
        : [
            sql`select id, created_at from orders
                 where ${mine} and order_number >= ${sought.beginning} and order_number < ${`${sought.beginning}~`}`,
          ]),
      ...ofDates(merchantId, sought),
      sql`
        select placed.* from customers customer cross join lateral (
          select id, created_at from orders where ${mine} and orders.user_id = customer.user_id offset 0) placed
         where customer.merchant_id = ${merchantId} and ${customerHas(text)}`,
      sql`select id, created_at from orders where ${mine} and orders.email is not null and ${emailHas(text)}`,
    ],
    sql` union `,
  )
}

/** The numbers of a day are one range; no character of a number sorts after a tilde. */
function ofDates(merchantId: string, { ofDates: sought, days }: Sought): Sql[] {
  if (sought === undefined) return []
  const begin = sql`to_char(day, 'YYMMDD-') || ${sought.begin}::text`
  const besides = days ? sql`and (day < ${dateOf(days.from)}::date or day >= ${dateOf(days.to)}::date)` : sql``
  return [
    sql`
      select placed.* from (${daysOf(merchantId)}) dated cross join lateral (
        select id, created_at from orders
         where merchant_id = ${merchantId} and order_number >= ${begin} and order_number < ${begin} || '~'
        offset 0) placed
       where to_char(day, 'YYMMDD') like ${sought.dates} ${besides}`,
  ]
}

function dateOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
