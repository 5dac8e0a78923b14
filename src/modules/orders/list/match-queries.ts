import { type RawBuilder, sql } from 'kysely'
import { countUpToMaximum } from '#src/platform/db/statements/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { addressesHave, customerHas, emailHas, ownNumberHas } from './condition-queries.ts'
import type { Sought } from './filter.ts'

type Sql = RawBuilder<unknown>

/** Number of index matches of the text in a merchant's orders; one order may match several times. */
export function countFound(db: Executor, merchantId: string, sought: Sought): Promise<number> {
  return countUpToMaximum(db, sql`select 1 from (${foundByText(merchantId, sought)}) found`)
}

/** Ids of the merchant's orders that contain the text (`hasText`), except `begun` ones. */
export function foundByText(merchantId: string, { text, id, part, beginning, ofDates }: Sought): Sql {
  const orders = sql`select id from orders where orders.merchant_id = ${merchantId}`
  return sql.join(
    [
      ...(part === undefined ? [] : [sql`${orders} and substr(orders.order_number, 8) like ${`%${part}%`}`]),
      ...(beginning === undefined
        ? []
        : [sql`${orders} and order_number >= ${beginning} and order_number < ${`${beginning}~`}`]),
      sql`${orders} and ${ownNumberHas(text)}`,
      ...(ofDates === undefined ? [] : [foundByDates(merchantId, ofDates)]),
      sql`
        select placed.id from customers customer cross join lateral (
          ${orders} and orders.user_id = customer.user_id offset 0) placed
         where customer.merchant_id = ${merchantId} and ${customerHas(text)}`,
      sql`${orders} and orders.email is not null and ${emailHas(text)}`,
      sql`${orders} and ${addressesHave(text)}`,
      ...(id === undefined ? [] : [sql`${orders} and id = ${id}::uuid`, sql`${orders} and user_id = ${id}::uuid`]),
    ],
    sql` union all `,
  )
}

/**
 * The numbers of a day are one range; no character of a number sorts after a tilde. Covers each day from the first
 * order to the last, and one day before and after, because a number has the date of the shop's time zone.
 */
function foundByDates(merchantId: string, { dates, begin }: NonNullable<Sought['ofDates']>): Sql {
  const first = sql`to_char(day, 'YYMMDD-') || ${begin}::text`
  return sql`
    select placed.id
      from (select min(created_at) - interval '1 day' as first, max(created_at) + interval '1 day' as last
              from orders where merchant_id = ${merchantId}) life
     cross join generate_series(date_trunc('day', life.first, 'UTC'), life.last, interval '1 day') day
     cross join lateral (
       select id from orders
        where merchant_id = ${merchantId} and order_number >= ${first} and order_number < ${first} || '~'
        offset 0) placed
     where to_char(day, 'YYMMDD') like ${dates}`
}
