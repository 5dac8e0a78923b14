import { sql } from 'kysely'
import type { ReservedStock } from '#src/modules/inventory/index.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { OrderItemRow, OrderRow } from './queries.ts'

export interface OfferedProduct {
  product_id: string
  sku: string
  name: string
  price_minor: number
  available: number
  /** The user is a customer of the merchant already; that never ends, so only the first order makes one. */
  is_customer: boolean
}

/** Those of the products that the merchant sells now, with price and stock. */
export async function selectOffers(
  db: Executor,
  merchantId: string,
  userId: string,
  productIds: readonly string[],
): Promise<OfferedProduct[]> {
  const { rows } = await sql<OfferedProduct>`
    select product.id as product_id, product.sku, product.name, product.price_minor,
           stock.on_hand - stock.reserved as available,
           exists (select from customers where merchant_id = ${merchantId} and user_id = ${userId}) as is_customer
      from products product
      join stock on stock.merchant_id = product.merchant_id and stock.product_id = product.id
     where product.merchant_id = ${merchantId} and product.id = any(${productIds}::uuid[])
       and product.status = 'active'`.execute(db)
  return rows
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
 * Writes the order with its lines, then reserves the stock of all lines, in one statement: a round trip fewer. Answers
 * what `reserve_units` did for each product; unless all lines were reserved, the caller must roll back. Undefined, and
 * nothing written, if another order of the merchant has the number, the day (UTC) and `suffix`.
 *
 * Stock is locked after the lines are written (`count`): other buyers of the product wait as briefly as possible.
 */
export async function insertOrder(
  transaction: Transaction,
  order: NewOrder,
  suffix: string,
): Promise<PlacedOrder | undefined> {
  const { merchant_id, user_id, items } = order
  const productIds = items.map((item) => item.product_id)
  const quantities = items.map((item) => item.quantity)
  const { rows } = await sql<Omit<PlacedOrder, 'stock'> & (ReservedStock | { product_id: null })>`
    with placed as (
      insert into orders (merchant_id, id, user_id, order_number, status, payment_status, currency, total_minor,
                          created_at, updated_at)
      values (${merchant_id}, ${order.id}, ${user_id}, to_char(now() at time zone 'UTC', 'YYMMDD') || ${suffix}::text,
              'pending', 'unpaid', ${order.currency}, ${order.total_minor}, now(), now())
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
    select written.order_number, written.created_at, stock.* from written
      left join lateral reserve_units(${merchant_id}, written.id, ${user_id},
                                      ${productIds}::uuid[], ${quantities}::int[]) stock
        on written.lines > 0`.execute(transaction)
  const [first] = rows
  if (first === undefined) return undefined
  const { order_number, created_at } = first
  return { order_number, created_at, stock: rows.filter((row) => row.product_id !== null) }
}
