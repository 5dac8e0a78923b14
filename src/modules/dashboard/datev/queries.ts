import { sql } from 'kysely'
import { withCustomPlans } from '#src/platform/db/statements/custom-plans.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { Selling } from '../currency-rules.ts'
import { paymentsSource } from '../reports/payment-queries.ts'
import type { ReportRange } from '../reports/rules.ts'
import { givenRefunds, paidOrders, refunded, total } from '../reports/sold-queries.ts'
import { seatOf, taxesSource } from '../reports/tax-queries.ts'
import type { DatevSettings, Part } from './rules.ts'

/** A booking before its accounts are found. */
export interface BookingRow extends Part {
  /** Number of its day in the range. */
  day: number
  order_id: string
  order_number: string
  /** Of the order; null: it has none. */
  invoice_number: string | null
  vat_number: string | null
  /** Signed: below 0 the sides are the other way round. */
  minor: number
  tax_minor: number
}

interface BookingSums {
  bookings: number
  sales_minor: number
  sales_tax_minor: number
  refunds_minor: number
  refunds_tax_minor: number
  gift_cards_minor: number
  payments_minor: number
  repayments_minor: number
}

/** Whose bookings, in which currency. */
export interface Booked {
  merchantId: string
  selling: Selling | undefined
}

/**
 * Orders on the day of their payment, as the reports of sales and taxes count them, refunds and payments on theirs.
 * What of a document no tax line names, such as rounding, is a part of its own, so that its parts are its sum.
 */
const bookings = ({ merchantId, selling }: Booked, range: ReportRange) => {
  const scope = { merchantId, range, by: undefined, selling }
  const taxed = (kind: string, net: string, tax: string) => sql`
    select ${sql.lit(kind)} as kind, at, order_id, taxed_in as country, supply, rate::numeric as rate, reason,
           sum(${sql.ref(net)} + ${sql.ref(tax)}) as minor, sum(${sql.ref(tax)}) as tax_minor
      from taxes where ${sql.ref(net)} <> 0 or ${sql.ref(tax)} <> 0
     group by at, order_id, taxed_in, supply, rate, reason`
  const untaxed = sql`null::text as country, null::text as supply, null::numeric as rate, null::text as reason`
  const none = sql`${untaxed}, null::text as provider, null::text as method`
  return sql`
    taxes as materialized (${taxesSource.entries(scope)}),
    taxed as materialized (
      ${taxed('sale', 'taxable_minor', 'tax_minor')}
      union all
      ${taxed('refund', 'refunded_taxable_minor', 'refunded_tax_minor')}
    ), documents as materialized (
      select 'sale' as kind, orders.paid_at as at, orders.id as order_id, ${total} as minor,
             coalesce(orders.voucher_minor, 0) as gift_cards
        from ${paidOrders(scope)}
      union all
      select 'refund', refunds.settled_at, orders.id, ${refunded}, coalesce(refunds.voucher_minor, 0)
        from ${givenRefunds(scope, {})}
    ), booking as (
      select kind, 'taxed' as part, at, order_id, country, supply, rate, reason,
             null::text as provider, null::text as method, minor, tax_minor
        from taxed
      union all
      select kind, 'rest', at, order_id, ${none}, sum(minor), 0
        from (select kind, at, order_id, minor from documents
              union all select kind, at, order_id, -minor from taxed) parts
       group by kind, at, order_id having sum(minor) <> 0
      union all
      select kind, 'gift_cards', at, order_id, ${none}, gift_cards, 0 from documents where gift_cards <> 0
      union all
      select case when amount_minor > 0 then 'payment' else 'repayment' end, 'money', at, order_id, ${untaxed},
             provider, method, amount_minor + refunded_minor, 0
        from (${paymentsSource.entries(scope)}) money where amount_minor + refunded_minor > 0
    )`
}

/**
 * Bookings by their time. The kind of a paper is hidden from the planner, which would otherwise take the index of its
 * numbers for as good as that of its order.
 */
export async function selectBookings(
  db: Executor,
  booked: Booked,
  range: ReportRange,
  limit: number,
): Promise<BookingRow[]> {
  const { merchantId } = booked
  const starts = sql`${range.starts.map((start) => start.toISOString())}::timestamptz[]`
  const order = sql`at, booking.order_id, booking.kind, part, country, supply, rate, provider, method`
  const found = sql<BookingRow>`
    with ${bookings(booked, range)}
    select booking.kind, part, country, supply, rate::float8 as rate, reason, provider, method,
           minor::float8 as minor, tax_minor::float8 as tax_minor, width_bucket(at, ${starts}) - 1 as day,
           booking.order_id, orders.order_number, orders.buyer_vat ->> 'number' as vat_number,
           invoice.full_number as invoice_number
      from (select * from booking order by ${order} limit ${limit}) booking
     cross join lateral (
       select order_number, buyer_vat from orders
        where orders.merchant_id = ${merchantId} and orders.id = booking.order_id offset 0) orders
      left join lateral (
       select full_number from invoices
        where invoices.merchant_id = ${merchantId} and invoices.order_id = booking.order_id
          and (invoices.kind = 'invoice') is true
        order by issued_at limit 1) invoice on true
     order by ${order}`
  const { rows } = await withCustomPlans(db, (planned) => found.execute(planned))
  return rows
}

export async function sumBookings(db: Executor, booked: Booked, range: ReportRange): Promise<BookingSums> {
  const sumOf = (column: string, condition: string) =>
    sql`coalesce(sum(${sql.ref(column)}) filter (where ${sql.raw(condition)}), 0)::float8`
  const { rows } = await sql<BookingSums>`
    with ${bookings(booked, range)}
    select count(*)::int as bookings,
           ${sumOf('minor', "kind = 'sale' and part <> 'gift_cards'")} as sales_minor,
           ${sumOf('tax_minor', "kind = 'sale'")} as sales_tax_minor,
           ${sumOf('minor', "kind = 'refund' and part <> 'gift_cards'")} as refunds_minor,
           ${sumOf('tax_minor', "kind = 'refund'")} as refunds_tax_minor,
           ${sumOf('minor', "kind = 'sale' and part = 'gift_cards'")}
           - ${sumOf('minor', "kind = 'refund' and part = 'gift_cards'")} as gift_cards_minor,
           ${sumOf('minor', "kind = 'payment'")} as payments_minor,
           ${sumOf('minor', "kind = 'repayment'")} as repayments_minor
      from booking`.execute(db)
  const [sums] = rows
  if (sums === undefined) throw new Error('an aggregate has one row')
  return sums
}

/** The settings, the country of the shop, and the moment, as `20260131235959123` in UTC. */
export async function selectSettings(db: Executor, merchantId: string) {
  const { rows } = await sql<{ settings: DatevSettings | null; seat: string | null; made_at: string }>`
    select (select settings from datev_settings where merchant_id = ${merchantId}) as settings,
           seat.country as seat, to_char(now() at time zone 'UTC', 'YYYYMMDDHH24MISSMS') as made_at
      from (values (1)) one ${seatOf(merchantId)}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('a select from one row had none')
  return row
}

/** What was there before; undefined: nothing. */
export async function replaceSettings(
  transaction: Transaction,
  merchantId: string,
  settings: DatevSettings,
): Promise<DatevSettings | undefined> {
  const { rows } = await sql<{ settings: DatevSettings }>`
    select settings from datev_settings where merchant_id = ${merchantId} for update`.execute(transaction)
  await sql`
    insert into datev_settings (merchant_id, settings, updated_at)
    values (${merchantId}, ${JSON.stringify(settings)}::jsonb, now())
    on conflict (merchant_id) do update set settings = excluded.settings, updated_at = now()`.execute(transaction)
  return rows[0]?.settings
}
