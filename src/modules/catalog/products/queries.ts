import { sql } from 'kysely'
import { violates } from '#src/platform/db/failover/sql-errors.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import type { NewProduct, ShownProduct } from './field.ts'
import { allFields } from './fields.ts'

/** With the values that lists sort by. */
export interface ProductRow extends ShownProduct {
  name_key: string
  price_common: number
}

/** Columns of answers, but what is available. */
const shownColumns = [...new Set(allFields.flatMap(([, { shown, columns }]) => (shown ? columns : [])))]

/** Columns of ProductRow but what is available, from `products product`. */
export const ownColumns = sql.join([...shownColumns, 'name_key'].map((column) => sql.ref(`product.${column}`)))

/** Columns of ProductRow, from `products product` and `joinStock`. */
export const productColumns = sql`${ownColumns}, coalesce(stock.on_hand - stock.reserved, 0) as available`

export const joinStock = sql`
  left join stock on stock.merchant_id = product.merchant_id and stock.product_id = product.id`

/** False if the merchant has the SKU already. */
export async function insertProduct(transaction: Transaction, product: NewProduct): Promise<boolean> {
  const row = await transaction
    .insertInto('products')
    .values({ ...product, created_at: sql`now()`, updated_at: sql`now()` })
    .onConflict((conflict) => conflict.constraint('products_sku_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** A merchant's product of any status. */
export async function selectOwnProduct(
  db: Executor,
  merchantId: string,
  productId: string,
): Promise<ProductRow | undefined> {
  const { rows } = await sql<ProductRow>`
    select ${productColumns} from products product ${joinStock}
     where product.merchant_id = ${merchantId} and product.id = ${productId}`.execute(db)
  return rows[0]
}

/** Those of a merchant's products, in any order. */
export async function selectOwnProducts(
  db: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<ProductRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ProductRow>`
    select ${productColumns} from products product ${joinStock}
     where product.merchant_id = ${merchantId} and product.id = any (${[...ids]}::uuid[])`.execute(db)
  return rows
}

export type ProductChange = Partial<Omit<NewProduct, 'merchant_id' | 'id' | 'currency' | 'in_stock'>>

/**
 * Locks products against other changes, of the shop's currency too, in the order of their ids, and answers by id what
 * they are, without what is available. A statement of its
 * own: `returning old` needs PostgreSQL 18, and locked by the update itself they can end in a deadlock.
 */
export async function lockProducts(
  transaction: Transaction,
  merchantId: string,
  productIds: readonly string[],
): Promise<Map<string, ShownProduct>> {
  const { rows } = await sql<ShownProduct>`
    select ${ownColumns}, 0 as available from products product
     where merchant_id = ${merchantId} and id = any(${productIds}::uuid[])
     order by id for no key update`.execute(transaction)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Updates a product that is locked, if at least one field differs; answers whether one did.
 * @throws AppError SKU_TAKEN
 */
export async function updateProduct(
  db: Executor,
  merchantId: string,
  productId: string,
  change: ProductChange,
): Promise<boolean> {
  const fields = Object.entries(change)
  if (fields.length === 0) return false
  const columns = fields.map(([field, value]) => sql`${sql.ref(field)} = ${value}`)
  const differs = fields.map(([field, value]) => sql`product.${sql.ref(field)} is distinct from ${value}`)
  try {
    const { numAffectedRows } = await sql`
      update products product set ${sql.join(columns)}, updated_at = now()
       where merchant_id = ${merchantId} and id = ${productId} and (${sql.join(differs, sql` or `)})
    `.execute(db)
    return numAffectedRows === 1n
  } catch (error) {
    if (violates(error, 'products_sku_key')) throw skuTaken()
    throw error
  }
}

/** Whether a cart has the product, which is locked first: none takes it after the answer. */
export async function isInCart(transaction: Transaction, merchantId: string, productId: string): Promise<boolean> {
  // The lock of a foreign key waits for this one.
  await sql`select from products where merchant_id = ${merchantId} and id = ${productId} for update`.execute(
    transaction,
  )
  const { rows } = await sql`
    select from cart_items where merchant_id = ${merchantId} and product_id = ${productId} limit 1`.execute(transaction)
  return rows.length > 0
}

/** Deletes a product whose stock is closed. Answers it as it was, with the version that its deletion has. */
export async function deleteProduct(
  transaction: Transaction,
  merchantId: string,
  productId: string,
): Promise<ShownProduct | undefined> {
  const { rows } = await sql<ShownProduct>`
    with gone as (
      delete from slugs where merchant_id = ${merchantId} and product_id = ${productId}
    )
    delete from products product where merchant_id = ${merchantId} and id = ${productId}
    returning ${ownColumns}, 0 as available`.execute(transaction)
  const [row] = rows
  return row && { ...row, version: row.version + 1 }
}

export function skuTaken(): AppError {
  return new AppError('SKU_TAKEN', 'another product of this merchant has this SKU')
}
