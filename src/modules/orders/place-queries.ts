import { sql } from 'kysely'
import type { ReservedStock } from '#src/modules/inventory/index.ts'
import type { OrderLimits } from '#src/modules/merchants/index.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { OrderItemRow, OrderRow } from './row-queries.ts'

export interface OfferedProduct {
  product_id: string
  sku: string
  name: string
  price_minor: number
  available: number
}

/** What an order of a user at a merchant is subject to. */
export interface OrderTerms extends OrderLimits {
  /** The user is a customer of the merchant already; that never ends, so only the first order makes one. */
  is_customer: boolean
  /** The user's open orders there, up to `max_open_orders_per_user`. */
  open_orders: number
}

/**
 * Those of the products that the merchant sells now, with price and stock, and the terms, in one statement; no terms
 * without a product.
 */
export async function selectOffers(
  db: Executor,
  merchantId: string,
  userId: string,
  productIds: readonly string[],
  unlessSet: OrderLimits,
): Promise<{ offers: OfferedProduct[]; terms: OrderTerms | undefined }> {
  const settings = (column: keyof OrderLimits) => sql`
    coalesce((select ${sql.ref(column)} from merchant_settings where merchant_id = ${merchantId}),
             ${unlessSet[column]}::int)`
  const maxOpenOrders = settings('max_open_orders_per_user')
  const { rows } = await sql<OfferedProduct & OrderTerms>`
    select product.id as product_id, product.sku, product.name, product.price_minor,
           stock.on_hand - stock.reserved as available,
           exists (select from customers where merchant_id = ${merchantId} and user_id = ${userId}) as is_customer,
           (select count(*)
              from (select from orders
                     where merchant_id = ${merchantId} and user_id = ${userId} and status = 'pending'
                     limit ${maxOpenOrders}) open_orders) as open_orders,
           ${maxOpenOrders} as max_open_orders_per_user,
           ${settings('max_quantity_per_line')} as max_quantity_per_line
      from products product
      join stock on stock.merchant_id = product.merchant_id and stock.product_id = product.id
     where product.merchant_id = ${merchantId} and product.id = any(${productIds}::uuid[])
       and product.status = 'active'`.execute(db)
  return { offers: rows, terms: rows[0] }
}

export interface NewOrder extends Pick<OrderRow, 'merchant_id' | 'id' | 'user_id' | 'currency' | 'total_minor'> {
  items: OrderItemRow[]
}

/** What the database adds to a new order: its clock decides when the order was placed, and so when it expires. */
export interface PlacedOrder {
  order_number: string
  created_at: Date
  stock: ReservedStock[]
}

/**
 * Counts the user's open orders, writes the order with its lines, then reserves the stock of all lines, in one
 * statement: round trips fewer. Answers what `reserve_units` did for each product; unless all lines were reserved, the
 * caller must roll back. Nothing is written if the user has `maxOpenOrders` open, or if another order of the merchant
 * has the number, the day (UTC) and `suffix`.
 *
 * Stock is locked after the lines are written (`count`): other buyers of the product wait as briefly as possible.
 */
export async function insertOrder(
  transaction: Transaction,
  order: NewOrder,
  suffix: string,
  maxOpenOrders: number,
): Promise<PlacedOrder | 'too many open' | 'number taken'> {
  const { merchant_id, user_id, items } = order
  const productIds = items.map((item) => item.product_id)
  const quantities = items.map((item) => item.quantity)
  const { rows } = await sql<WrittenRow>`
    with counted as materialized (
      select lock_open_orders(${merchant_id}, ${user_id}, ${maxOpenOrders}::int) >= ${maxOpenOrders}::int as too_many
    ), placed as (
      insert into orders (merchant_id, id, user_id, order_number, status, payment_status, currency, total_minor,
                          created_at, updated_at)
      select ${merchant_id}::uuid, ${order.id}::uuid, ${user_id}::uuid,
             to_char(now() at time zone 'UTC', 'YYMMDD') || ${suffix}::text,
             'pending', 'unpaid', ${order.currency}::text, ${order.total_minor}::bigint, now(), now()
        from counted where not too_many
      on conflict on constraint orders_number_key do nothing
      returning id, order_number, created_at
    ), item as (
      insert into order_items (merchant_id, order_id, line, product_id, sku, name, quantity, price_minor)
      select ${merchant_id}::uuid, placed.id, line, product_id, sku, name, quantity, price_minor
        from placed, unnest(
          ${productIds}::uuid[], ${items.map((item) => item.sku)}::text[], ${items.map((item) => item.name)}::text[],
          ${quantities}::int[], ${items.map((item) => item.price_minor)}::bigint[])
          with ordinality as item (product_id, sku, name, quantity, price_minor, line)
      returning line
    ), written as materialized (
      select placed.*, (select count(*) from item) as lines from placed
    )
    select counted.too_many, written_order.*
      from counted
      left join (
        select written.order_number, written.created_at, stock.*
          from written
          left join lateral reserve_units(${merchant_id}, written.id, ${user_id},
                                          ${productIds}::uuid[], ${quantities}::int[]) stock
            on written.lines > 0) written_order on true`.execute(transaction)
  const [first] = rows
  if (first === undefined || first.too_many) return 'too many open'
  const { order_number, created_at } = first
  if (order_number === null) return 'number taken'
  return { order_number, created_at, stock: rows.filter((row) => row.product_id !== null) }
}

type WrittenRow = { too_many: boolean } & (
  | (Omit<PlacedOrder, 'stock'> & (ReservedStock | { product_id: null }))
  | { order_number: null; created_at: null; product_id: null }
)
