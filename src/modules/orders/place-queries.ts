import { sql } from 'kysely'
import { movementContext, type ReservedStock, reserveStock } from '#src/modules/inventory/index.ts'
import { makeCustomerFrom } from '#src/modules/merchants/index.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { OrderRow } from './queries.ts'

export interface OfferedProduct {
  product_id: string
  sku: string
  name: string
  price_minor: number
  available: number
}

/** Those of the products that the merchant sells now, with price and stock. */
export async function selectOffers(
  db: Executor,
  merchantId: string,
  productIds: readonly string[],
): Promise<OfferedProduct[]> {
  const { rows } = await sql<OfferedProduct>`
    select product.id as product_id, product.sku, product.name, product.price_minor,
           stock.on_hand - stock.reserved as available
      from products product
      join stock on stock.merchant_id = product.merchant_id and stock.product_id = product.id
     where product.merchant_id = ${merchantId} and product.id = any(${productIds}::uuid[])
       and product.status = 'active'`.execute(db)
  return rows
}

/**
 * Writes the order with its lines, makes the user a customer and reserves the stock of all lines, in one statement.
 * Answers what became of the stock of each product; unless all lines were reserved, the caller must roll back.
 * Undefined, and nothing written, if another order of the merchant has the number. Stock is locked after the order is
 * written: what others wait for is held as short as can be.
 */
export async function insertOrder(transaction: Transaction, order: OrderRow): Promise<ReservedStock[] | undefined> {
  const { merchant_id, items } = order
  const lines = items.map((item) => ({ productId: item.product_id, quantity: item.quantity }))
  const context = movementContext('order_placed', { userId: order.user_id }, { orderId: order.id })
  const { rows } = await sql<ReservedStock | { product_id: null }>`
    with placed as (
      insert into orders (merchant_id, id, user_id, order_number, status, payment_status, currency, total_minor,
                          created_at, updated_at)
      values (${merchant_id}, ${order.id}, ${order.user_id}, ${order.order_number}, ${order.status},
              ${order.payment_status}, ${order.currency}, ${order.total_minor}, ${order.created_at}, ${order.updated_at})
      on conflict on constraint orders_number_key do nothing
      returning id
    ), item as (
      insert into order_items (merchant_id, order_id, line, product_id, sku, name, quantity, price_minor)
      select ${merchant_id}::uuid, placed.id, line, product_id, sku, name, quantity, price_minor
        from placed, unnest(
          ${items.map((item) => item.product_id)}::uuid[], ${items.map((item) => item.sku)}::text[],
          ${items.map((item) => item.name)}::text[], ${items.map((item) => item.quantity)}::int[],
          ${items.map((item) => item.price_minor)}::bigint[])
          with ordinality as item (product_id, sku, name, quantity, price_minor, line)
    ), customer as (
      ${makeCustomerFrom(sql`placed`, merchant_id, order.user_id)}
    ), ${reserveStock(merchant_id, lines, context, sql`exists (select from placed)`)}
    select stock_outcome.* from placed left join stock_outcome on true`.execute(transaction)
  return rows.length === 0 ? undefined : rows.filter((row) => row.product_id !== null)
}
