import { sql } from 'kysely'
import type { ReservedStock } from '#src/modules/inventory/index.ts'
import type { UnplacedOrder } from '#src/modules/pricing/index.ts'
import { type OrderUses, type RefusedUse, recordingUses } from '#src/modules/promotions/index.ts'
import { compileOnce } from '#src/platform/db/statements/compile-once.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { newOrderSuffix } from '#src/platform/lib/ids.ts'
import { type LineValues, lineColumns, unnestedLines, valuesOfLines } from './line-queries.ts'
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
  maxUnpaidUnits: number
}

/** Fields that the database adds to a new order: its clock decides the time of the order, and so its expiry. */
export interface PlacedOrder {
  order_number: string
  created_at: Date
  expires_at: Date | null
  stock: ReservedStock[]
}

/** Columns of an order that are written as they are given, with their types. */
const fields = {
  merchant_id: 'uuid',
  id: 'uuid',
  user_id: 'uuid',
  source: 'text',
  market_id: 'uuid',
  locale: 'text',
  currency: 'text',
  subtotal_minor: 'bigint',
  discounts: 'jsonb',
  discount_total_minor: 'bigint',
  shipping_total_minor: 'bigint',
  payment_fee_total_minor: 'bigint',
  rounding_total_minor: 'bigint',
  tax_total_minor: 'bigint',
  tax_included: 'boolean',
  tax_lines: 'jsonb',
  shipping_tax_line: 'smallint',
  total_minor: 'bigint',
  email: 'text',
  shipping_address: 'jsonb',
  billing_address: 'jsonb',
  shipping_method: 'jsonb',
  buyer_vat: 'jsonb',
  note: 'text',
  payment_terms: 'jsonb',
  gift: 'jsonb',
  voucher_minor: 'bigint',
} as const satisfies Record<Exclude<keyof NewOrder, 'items' | 'actor_id' | 'expires_at'>, string>

type Field = keyof typeof fields
const fieldNames = Object.keys(fields) as Field[]
const fieldColumns = sql.join(fieldNames.map((name) => sql.ref(name)))

/** Objects are written as JSON. */
type FieldValues = { [Name in Field]: NewOrder[Name] extends object | null ? NewOrder[Name] | string : NewOrder[Name] }

interface Written extends FieldValues, LineValues, Partial<OrderUses>, PlacingLimits {
  actor_id: string
  expires_at: Date | null
  /** How long its payment method keeps it; null: as long as without one. */
  keptHours: number | null
  suffix: string
  offsetMs: number
  /** What is reserved. */
  stockedIds: readonly string[]
  stockedUnits: readonly number[]
}

const writeOrder = compileOnce(
  (of: 'order' | 'order with uses', order: Written) => sql<WrittenRow>`
    with ${of === 'order with uses' ? sql`taken as materialized (${recordingUses(order, order)}),` : sql``}
    placed as (
      insert into orders (${fieldColumns}, order_number, status, payment_status, client_hash, expires_at,
                          created_at, updated_at)
      select ${sql.join(fieldNames.map((name) => sql`${order[name]}::${sql.raw(fields[name])}`))},
             coalesce(take_order_number(${order.merchant_id}::uuid),
                      to_char(now() at time zone 'UTC' + make_interval(secs => ${order.offsetMs}::float8 / 1000),
                              'YYMMDD') || ${order.suffix}::text),
             'pending', 'unpaid', ${order.clientHash}::bytea,
             coalesce(${order.expires_at}::timestamptz, now() + make_interval(hours => ${order.keptHours}::int),
                      case ${order.source}::text when 'staff' then now() + interval '7 days' end),
             now(), now()
       ${of === 'order with uses' ? sql`where (select count(*) from taken) = 0` : sql``}
      on conflict on constraint orders_number_key do nothing
      returning id, order_number, created_at, expires_at
    ), item as (
      insert into order_items (merchant_id, order_id, ${lineColumns})
      select ${order.merchant_id}::uuid, placed.id, ${lineColumns}
        from placed, ${unnestedLines(order)} as item (${lineColumns})
      returning line
    ), written as materialized (
      select placed.*, (select count(*) from item) as lines from placed
    ), counted as materialized (
      select written.*, open_orders >= ${order.maxOpenOrders}::int as too_many,
             ${order.clientHash}::bytea is not null and unpaid_units > ${order.maxUnpaidUnits}::int as too_much
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

/** At 10,000 orders a day about one number is taken already; three in a row practically never happen. */
const numberAttempts = 3

const refusedUses = sql`(select json_agg(taken) as refused from taken) uses`

/**
 * Uses the promotions of the order, writes the order with its lines, holds it against the counts of unpaid orders, then
 * reserves the stock of all lines, in one statement, to save round trips. Returns the result of `reserve_units` for
 * each product. Unless all lines were reserved, the caller must roll back; also if the user has `maxOpenOrders` open
 * orders, or unpaid orders of `clientHash` hold more than `maxUnpaidUnits`. Its number is the shop's next one, or
 * begins with the day of a clock `offsetMs` ahead of UTC.
 *
 * Counts and stock are locked after the lines are written (`count`), so that other orders of the address and other
 * buyers of the product wait as briefly as possible.
 * @throws AppError CONFLICT if no number was free
 */
export async function insertOrder(
  transaction: Transaction,
  order: NewOrder,
  offsetMs: number,
  limits: PlacingLimits,
  uses: OrderUses | undefined,
): Promise<PlacedOrder | { refused: RefusedUse[] } | 'too many open' | 'too many units'> {
  const { items, actor_id, expires_at } = order
  const stocked = stockedOf(items)
  const written = {
    ...valuesOf(order),
    ...limits,
    ...valuesOfLines(items),
    actor_id,
    expires_at,
    keptHours: order.payment_terms?.keeps_stock_hours ?? null,
    offsetMs,
    stockedIds: stocked.map((item) => item.product_id),
    stockedUnits: stocked.map((item) => item.quantity),
  }
  for (let attempt = 1; attempt <= numberAttempts; attempt++) {
    // An attempt whose number was taken has used the promotions for the order.
    const newUses = attempt === 1 ? uses : undefined
    const values = { ...newUses, ...written, suffix: newOrderSuffix() }
    const { rows } = await writeOrder(newUses ? 'order with uses' : 'order', values).execute(transaction)
    const [first] = rows
    if (first?.refused) return { refused: first.refused }
    if (first === undefined || first.order_number === null) continue
    if (first.too_many) return 'too many open'
    if (first.too_much) return 'too many units'
    const { order_number, created_at, expires_at } = first
    return { order_number, created_at, expires_at, stock: rows.filter((row) => row.product_id !== null) }
  }
  throw new AppError('CONFLICT', 'no order number was free; try again')
}

type WrittenRow = { refused?: RefusedUse[] | null } & (
  | (Omit<PlacedOrder, 'stock'> & { too_many: boolean; too_much: boolean } & (ReservedStock | { product_id: null }))
  | { order_number: null; product_id: null }
)

function valuesOf(order: NewOrder): FieldValues {
  const values = fieldNames.map((name) => {
    const value = order[name]
    return [name, fields[name] === 'jsonb' && value !== null ? JSON.stringify(value) : value]
  })
  return Object.fromEntries(values) as unknown as FieldValues
}
