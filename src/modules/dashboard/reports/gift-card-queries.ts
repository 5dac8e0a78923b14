import { type RawBuilder, sql } from 'kysely'
import { movedIn } from '../currency-queries.ts'
import type { ReportScope, Source } from './queries.ts'

const within = {
  issued: sql`case when entry.kind = 'issued' then 1 else 0 end`,
  sold_minor: sql`case when entry.kind = 'issued' and entry.origin = 'sold' then entry.amount_minor else 0 end`,
  granted_minor: sql`case when entry.kind = 'issued' and entry.origin <> 'sold' then entry.amount_minor else 0 end`,
  adjusted_minor: sql`case when entry.kind = 'adjusted' then entry.amount_minor else 0 end`,
  spent_minor: sql`case when entry.kind = 'paid' then -entry.amount_minor else 0 end`,
  returned_minor: sql`case when entry.kind in ('returned', 'refunded') then entry.amount_minor else 0 end`,
  change_minor: sql`entry.amount_minor`,
}

const measures = [...Object.keys(within), 'balance_minor']

/** Each change of a balance. Whole ranges also have what there is at their end, by all entries before it. */
const entries = ({ merchantId, range, by, selling }: ReportScope): RawBuilder<unknown> => {
  const isIn = sql`entry.created_at >= ${range.from}`
  const sums = Object.entries(within).map(
    ([name, value]) => sql`case when ${isIn} then ${value} else 0 end::bigint as ${sql.ref(name)}, `,
  )
  return sql`
    select entry.created_at as at, entry.order_id, account.user_id, null::text as country, null::uuid as product_id,
           null::text as sku, null::text as name, account.kind, ${sql.join(sums, sql``)}
           entry.amount_minor as balance_minor
      from stored_value_entries entry
     cross join lateral (
       select kind, user_id from stored_value_accounts
        where merchant_id = ${merchantId} and id = entry.account_id ${movedIn('stored_value_accounts', selling)}
       offset 0) account
     where entry.merchant_id = ${merchantId} and entry.created_at < ${range.to}
       ${by === undefined ? sql`` : sql`and ${isIn}`}`
}

export const giftCardsSource: Source = { entries, keys: ['kind'], measures, first: 'change_minor' }
