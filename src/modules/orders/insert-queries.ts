import { sql } from 'kysely'
import type { ReservedStock } from '#src/modules/inventory/index.ts'
import type { UnplacedOrder } from '#src/modules/pricing/index.ts'
import { type OrderUses, type RefusedUse, takingPromotions } from '#src/modules/promotions/index.ts'
import { compileOnce } from '#src/platform/db/statements/compile-once.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { OrderRow } from './row-queries.ts'
import { stockedOf } from './stocked-items.ts'

/** An order to be placed. */
export interface NewOrder extends UnplacedOrder, Pick<OrderRow, 'source' | 'expires_at' | 'note'> {
  id: string
  actor_id: string
}

/** Limits of an order, held against the counts of its user and of its client address under their locks. */
export interface PlacingLimits {
  maxOpenOrders: number
  /** Null if units of its address are not counted. */
  clientHash: Buffer | null
  /** Maximum units that earlier unpaid orders may hold. */
  mostUnpaidUnits: number
}

/** Fields that the database adds to a new order: its clock decides the time of the order, and so its expiry. */
export interface PlacedOrder {
  order_number: string
  created_at: Date
  expires_at: Date | null
  stock: ReservedStock[]
}

type Addresses = 'shipping_address' | 'billing_address'
type Objects = 'discounts' | 'tax_lines' | 'shipping_method' | Addresses | 'buyer_vat' | 'gift'

interface Written extends Omit<NewOrder, 'items' | Objects>, Partial<OrderUses> {
  suffix: string
  offsetMs: number
  maxOpenOrders: number
  clientHash: Buffer | null
  mostUnpaidUnits: number
  discounts: string | null
  tax_lines: string | null
  shipping_method: string | null
  shipping_address: string | null
  billing_address: string | null
  buyer_vat: string | null
  gift: string | null
  /** Columns of the lines, one value each. */
  productIds: readonly string[]
  skus: readonly string[]
  names: readonly string[]
  quantities: readonly number[]
  prices: readonly number[]
  discountsOfLines: readonly number[]
  shipped: readonly boolean[]
  taxLines: readonly (number | null)[]
  withdrawals: readonly (string | null)[]
  custom: readonly boolean[]
  pricedByStaff: readonly boolean[]
  vouchers: readonly (string | null)[]
  /** JSON. */
  options: readonly string[]
  /** What is reserved. */
  stockedIds: readonly string[]
  stockedUnits: readonly number[]
}

const writeOrder = compileOnce(
  (of: 'order' | 'order with uses', order: Written) => sql<WrittenRow>`
    with ${of === 'order with uses' ? sql`taken as materialized (${takingPromotions(order, order)}),` : sql``}
    placed as (
      insert into orders (merchant_id, id, user_id, order_number, status, payment_status, currency, total_minor,
                          subtotal_minor, shipping_total_minor, tax_total_minor, tax_included, tax_lines,
                          shipping_tax_line, shipping_method, email, shipping_address, billing_address,
                          buyer_vat, client_hash, discounts, discount_total_minor, rounding_total_minor, source,
                          expires_at, note, gift, voucher_minor, created_at, updated_at)
      select ${order.merchant_id}::uuid, ${order.id}::uuid, ${order.user_id}::uuid,
             to_char(now() at time zone 'UTC' + make_interval(secs => ${order.offsetMs}::float8 / 1000), 'YYMMDD')
               || ${order.suffix}::text,
             'pending', 'unpaid', ${order.currency}::text, ${order.total_minor}::bigint,
             ${order.subtotal_minor}::bigint, ${order.shipping_total_minor}::bigint,
             ${order.tax_total_minor}::bigint, ${order.tax_included}::boolean, ${order.tax_lines}::jsonb,
             ${order.shipping_tax_line}::smallint, ${order.shipping_method}::jsonb, ${order.email}::text,
             ${order.shipping_address}::jsonb, ${order.billing_address}::jsonb, ${order.buyer_vat}::jsonb,
             ${order.clientHash}::bytea, ${order.discounts}::jsonb, ${order.discount_total_minor}::bigint,
             ${order.rounding_total_minor}::bigint, ${order.source}::text,
             case ${order.source}::text
               when 'staff' then coalesce(${order.expires_at}::timestamptz, now() + interval '7 days') end,
             ${order.note}::text, ${order.gift}::jsonb, ${order.voucher_minor}::bigint, now(), now()
       ${of === 'order with uses' ? sql`where (select count(*) from taken) = 0` : sql``}
      on conflict on constraint orders_number_key do nothing
      returning id, order_number, created_at, expires_at
    ), item as (
      insert into order_items (merchant_id, order_id, line, product_id, sku, name, quantity, price_minor,
                               discount_minor, requires_shipping, tax_line, withdrawal, custom, priced_by_staff,
                               voucher, options)
      select ${order.merchant_id}::uuid, placed.id, line, product_id, sku, name, quantity, price_minor,
             discount_minor, requires_shipping, tax_line, withdrawal, custom, priced_by_staff, voucher, options
        from placed, unnest(
          ${order.productIds}::uuid[], ${order.skus}::text[], ${order.names}::text[],
          ${order.quantities}::int[], ${order.prices}::bigint[], ${order.discountsOfLines}::bigint[],
          ${order.shipped}::bool[], ${order.taxLines}::smallint[], ${order.withdrawals}::text[],
          ${order.custom}::bool[], ${order.pricedByStaff}::bool[], ${order.vouchers}::text[], ${order.options}::jsonb[])
          with ordinality as item (product_id, sku, name, quantity, price_minor, discount_minor, requires_shipping,
                                   tax_line, withdrawal, custom, priced_by_staff, voucher, options, line)
      returning line
    ), written as materialized (
      select placed.*, (select count(*) from item) as lines from placed
    ), counted as materialized (
      select written.*, open_orders >= ${order.maxOpenOrders}::int as too_many,
             ${order.clientHash}::bytea is not null and unpaid_units > ${order.mostUnpaidUnits}::int as too_much
        from written
       cross join lateral lock_order_limits(${order.merchant_id}, ${order.user_id}, ${order.maxOpenOrders}::int,
                                            ${order.clientHash}::bytea)
    )
    select ${of === 'order with uses' ? sql`uses.refused,` : sql``} written_order.*
      from ${of === 'order with uses' ? refusedUses : sql`(values (1)) one`}
      left join (
        select counted.too_many, counted.too_much, counted.order_number, counted.created_at, counted.expires_at, stock.*
          from counted
          left join lateral reserve_units(${order.merchant_id}, counted.id, ${order.actor_id},
                                          ${order.stockedIds}::uuid[], ${order.stockedUnits}::int[]) stock
            on counted.lines > 0 and not too_many and not too_much) written_order on true`,
)

const refusedUses = sql`(select json_agg(taken) as refused from taken) uses`

/**
 * Uses the promotions of the order, writes the order with its lines, holds it against the counts of unpaid orders, then
 * reserves the stock of all lines, in one statement, to save round trips. Returns the result of `reserve_units` for
 * each product. Unless all lines were reserved, the caller must roll back; also if the user has `maxOpenOrders` open
 * orders, or unpaid orders of `clientHash` hold more than `mostUnpaidUnits`. It writes nothing if another order of the
 * merchant has the same number (day and `suffix`). The day is that of a clock `offsetMs` ahead of UTC.
 *
 * Counts and stock are locked after the lines are written (`count`), so that other orders of the address and other
 * buyers of the product wait as briefly as possible.
 */
export async function insertOrder(
  transaction: Transaction,
  order: NewOrder,
  { suffix, offsetMs }: { suffix: string; offsetMs: number },
  limits: PlacingLimits,
  uses: OrderUses | undefined,
): Promise<PlacedOrder | { refused: RefusedUse[] } | 'too many open' | 'too many units' | 'number taken'> {
  const { items, ...values } = order
  const stocked = stockedOf(items)
  const { rows } = await writeOrder(uses ? 'order with uses' : 'order', {
    ...uses,
    ...values,
    discounts: json(order.discounts),
    tax_lines: json(order.tax_lines),
    shipping_method: json(order.shipping_method),
    shipping_address: json(order.shipping_address),
    billing_address: json(order.billing_address),
    buyer_vat: json(order.buyer_vat),
    gift: json(order.gift),
    suffix,
    offsetMs,
    ...limits,
    productIds: items.map((item) => item.product_id),
    skus: items.map((item) => item.sku),
    names: items.map((item) => item.name),
    quantities: items.map((item) => item.quantity),
    prices: items.map((item) => item.price_minor),
    discountsOfLines: items.map((item) => item.discount_minor),
    shipped: items.map((item) => item.requires_shipping),
    taxLines: items.map((item) => item.tax_line),
    withdrawals: items.map((item) => item.withdrawal),
    custom: items.map((item) => item.custom ?? false),
    pricedByStaff: items.map((item) => item.priced_by_staff ?? false),
    vouchers: items.map((item) => item.voucher ?? null),
    options: items.map((item) => JSON.stringify(item.options)),
    stockedIds: stocked.map((item) => item.product_id),
    stockedUnits: stocked.map((item) => item.quantity),
  }).execute(transaction)
  const [first] = rows
  if (first?.refused) return { refused: first.refused }
  if (first === undefined || first.order_number === null) return 'number taken'
  if (first.too_many) return 'too many open'
  if (first.too_much) return 'too many units'
  const { order_number, created_at, expires_at } = first
  return { order_number, created_at, expires_at, stock: rows.filter((row) => row.product_id !== null) }
}

type WrittenRow = { refused?: RefusedUse[] | null } & (
  | (Omit<PlacedOrder, 'stock'> & { too_many: boolean; too_much: boolean } & (ReservedStock | { product_id: null }))
  | { order_number: null; product_id: null }
)

function json(value: object | null): string | null {
  return value && JSON.stringify(value)
}
