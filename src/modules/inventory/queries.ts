import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { MovementType } from './rules.ts'

/** Maximum units on hand of a product; the table has the same limit. */
export const maxStockUnits = 1_000_000_000

/** Common fields of all movements of one change. */
export interface MovementContext {
  type: MovementType
  reason: string | null
  orderId: string | null
  actorId: string | null
  /** For a count: its time. Default: now. */
  countedAt?: Date
}

/** A product's stock after a change, with the previous units on hand. */
export interface StockChange {
  product_id: string
  sku: string
  name: string
  previous_on_hand: number
  on_hand: number
  reserved: number
  movement: number
}

/** Opens stock for products without one, with an opening movement for each with units on hand. */
export async function insertStock(
  transaction: Transaction,
  merchantId: string,
  rows: readonly { productId: string; onHand: number }[],
  context: MovementContext,
): Promise<void> {
  await sql`
    with opened as (
      insert into stock (merchant_id, product_id, on_hand, movement_count, updated_at)
      select ${merchantId}::uuid, product_id, on_hand, least(on_hand, 1), now()
        from unnest(${rows.map((row) => row.productId)}::uuid[], ${rows.map((row) => row.onHand)}::int[])
          as opening (product_id, on_hand)
      returning product_id, on_hand
    )
    insert into stock_movements (merchant_id, product_id, number, type, reason, on_hand_change, reserved_change,
                                 on_hand_after, reserved_after, order_id, actor_id, created_at)
    select ${merchantId}::uuid, product_id, 1, ${context.type}, ${context.reason}, on_hand, 0, on_hand, 0,
           ${context.orderId}::uuid, ${context.actorId}::uuid, now()
      from opened where on_hand > 0`.execute(transaction)
}

/**
 * Deletes the stock of those of the products that no order has named, with its ledger. Waits for an order that is
 * reserving it, which sets `ordered`; then the row stays. The ledger takes a statement of its own: in the first one's
 * snapshot the movements of a change it has waited for do not exist yet.
 */
export async function deleteUnorderedStock(
  transaction: Transaction,
  merchantId: string,
  productIds: readonly string[],
): Promise<Set<string>> {
  if (productIds.length === 0) return new Set()
  const { rows } = await sql<{ product_id: string }>`
    delete from stock
     where merchant_id = ${merchantId} and product_id = any(${[...productIds]}::uuid[]) and not ordered
    returning product_id`.execute(transaction)
  const deleted = rows.map((row) => row.product_id)
  if (deleted.length === 0) return new Set()
  await sql`
    delete from stock_movements
     where merchant_id = ${merchantId} and product_id = any(${deleted}::uuid[])`.execute(transaction)
  return new Set(deleted)
}

/** Locks a product's stock until the transaction ends. Stock is locked before its product. */
export async function lockStock(transaction: Transaction, merchantId: string, productId: string): Promise<void> {
  await sql`
    select from stock where merchant_id = ${merchantId} and product_id = ${productId} for no key update`.execute(
    transaction,
  )
}

/** The same for many products, in the order of their ids. */
export async function lockStocks(
  transaction: Transaction,
  merchantId: string,
  productIds: readonly string[],
): Promise<void> {
  await sql`
    select from stock where merchant_id = ${merchantId} and product_id = any (${[...productIds]}::uuid[])
     order by product_id for no key update`.execute(transaction)
}

/** A new count of the units on hand, or a number of units to add to it (may be negative). */
export type QuantityChange = { productId: string } & ({ onHand: number } | { adjust: number })

export interface CountedStock extends StockChange {
  /** `refused`: fewer on hand than reserved. `too_many`: more than the largest quantity. */
  outcome: 'changed' | 'unchanged' | 'refused' | 'too_many'
}

/**
 * Changes the units on hand of many products in one statement. Locks rows in product id order, as everywhere, so that
 * two changes of the same products cannot deadlock. Skips products without stock at this merchant.
 *
 * Writes only values read under the lock, in every column of a constraint, and finds rows by the whole key of the
 * materialized lines (reason: `reserve_units` in reservations.sql).
 */
export async function updateOnHand(
  transaction: Transaction,
  merchantId: string,
  changes: readonly QuantityChange[],
  context: MovementContext,
): Promise<CountedStock[]> {
  const { rows } = await sql<CountedStock>`
    with wanted as materialized (
      select ${merchantId}::uuid as merchant_id, product_id, on_hand, adjust
        from unnest(${changes.map((change) => change.productId)}::uuid[],
                    ${changes.map((change) => ('onHand' in change ? change.onHand : null))}::int[],
                    ${changes.map((change) => ('adjust' in change ? change.adjust : null))}::int[])
             as wanted (product_id, on_hand, adjust)
    ), locked as (
      select stock.merchant_id, stock.product_id, stock.on_hand, stock.reserved, stock.movement_count,
             coalesce(wanted.on_hand, stock.on_hand + wanted.adjust) as target, wanted.on_hand is not null as is_count,
             coalesce(wanted.on_hand, stock.on_hand + wanted.adjust) <> stock.on_hand
             and coalesce(wanted.on_hand, stock.on_hand + wanted.adjust)
                 between stock.reserved and ${maxStockUnits}::int as is_changed
        from wanted
        join stock on stock.merchant_id = wanted.merchant_id and stock.product_id = wanted.product_id
       order by stock.product_id
         for no key update of stock
    ), changed as (
      update stock
         set on_hand = locked.target, reserved = locked.reserved, movement_count = locked.movement_count + 1,
             updated_at = now()
        from locked
       where stock.merchant_id = locked.merchant_id and stock.product_id = locked.product_id
         and locked.is_changed
      returning stock.product_id, stock.on_hand, stock.reserved, stock.movement_count,
                locked.target - locked.on_hand as on_hand_change, locked.is_count
    ), movement as (
      insert into stock_movements (merchant_id, product_id, number, type, reason, on_hand_change, reserved_change,
                                   on_hand_after, reserved_after, order_id, actor_id, created_at, counted_at)
      select ${merchantId}::uuid, product_id, movement_count, ${context.type}, ${context.reason}, on_hand_change, 0,
             on_hand, reserved, ${context.orderId}::uuid, ${context.actorId}::uuid, now(),
             case when is_count then least(${context.countedAt ?? null}::timestamptz, now()) end
        from changed
    )
    select locked.product_id, product.sku, product.name, locked.on_hand as previous_on_hand,
           case when locked.is_changed then locked.target else locked.on_hand end as on_hand, locked.reserved,
           locked.movement_count + locked.is_changed::int as movement,
           case when locked.is_changed then 'changed'
                when locked.target < locked.reserved then 'refused'
                when locked.target > ${maxStockUnits}::int then 'too_many'
                else 'unchanged' end as outcome
      from locked
      join products product on product.id = locked.product_id`.execute(transaction)
  return rows
}

export interface SinceCount {
  /** Change of the units on hand since then, without corrections by other counts. */
  moved: number
  /** Time of the last count, if it was later. */
  counted_later: Date | null
}

/**
 * Changes of a product's stock since a moment. Call it in a statement after `lockStock`. Reads movements from the
 * newest back to a minute before the moment: numbers follow the order of locks, times only roughly.
 */
export async function selectSinceCount(
  transaction: Transaction,
  merchantId: string,
  productId: string,
  countedAt: Date,
): Promise<SinceCount> {
  const { rows } = await sql<SinceCount>`
    select coalesce(sum(on_hand_change) filter (where count_time is null), 0)::int as moved,
           max(count_time) filter (where count_time > ${countedAt}::timestamptz) as counted_later
      from (
        select on_hand_change, case type when 'opening' then created_at else counted_at end as count_time
          from stock_movements
         where merchant_id = ${merchantId} and product_id = ${productId}
           and number > coalesce((
             select number from stock_movements
              where merchant_id = ${merchantId} and product_id = ${productId}
                and created_at < ${countedAt}::timestamptz - interval '1 minute'
              order by number desc limit 1), 0)
           and created_at > ${countedAt}::timestamptz) since`.execute(transaction)
  return rows[0] ?? { moved: 0, counted_later: null }
}

/** Age by the clock of the database, in milliseconds; negative for a future time. */
export async function ageOf(transaction: Transaction, moment: Date): Promise<number> {
  const { rows } = await sql<{ age: number }>`
    select (extract(epoch from now() - ${moment}::timestamptz) * 1000)::float8 as age`.execute(transaction)
  return rows[0]?.age ?? 0
}
