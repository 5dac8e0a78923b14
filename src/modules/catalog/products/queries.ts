import { type RawBuilder, sql } from 'kysely'
import type { PictureRow } from '#src/modules/media/index.ts'
import { violates } from '#src/platform/db/failover/sql-errors.ts'
import { isOwnedBy } from '#src/platform/db/statements/owner-condition.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import type { Field, NewProduct, ShownProduct } from './field.ts'
import { allFields } from './fields.ts'
import { stockOf } from './line-queries.ts'
import { picturesOfProduct } from './picture-queries.ts'

/** With the sort values of lists. */
export interface ProductRow extends ShownProduct {
  name_key: string
  price_common: number
}

export type ListedProductRow = Omit<ProductRow, 'description_html'>

/** Columns of lists, except the available units. */
const listedColumns = [
  ...new Set(allFields.flatMap(([, { shown, detail, columns }]: [string, Field]) => (shown && !detail ? columns : []))),
]

/** Columns of ListedProductRow except the available units, from `products product`. */
export const listedColumnsWith = (pictures: RawBuilder<PictureRow[] | null>) =>
  sql.join([
    ...[...listedColumns, 'name_key'].map((column) => sql.ref(`product.${column}`)),
    sql`${pictures} as pictures`,
  ])

/** Columns of ProductRow except the available units, from `products product`; of a variant without its group's HTML. */
export const ownColumns = sql`${listedColumnsWith(picturesOfProduct)}, product.description_html`

export const availableUnits = sql`coalesce(stock.on_hand - stock.reserved, 0) as available`

/** Columns of ProductRow, from `products product` and `joinStock`. */
export const productColumns = sql`${ownColumns}, ${availableUnits}`

/** The HTML that a product shows: a variant has that of its group, which its row has no copy of. */
export const htmlOfProduct = sql`
  case when product.group_id is null then product.description_html
       else (select one.description_html from product_groups one
              where one.merchant_id is not distinct from product.merchant_id and one.id = product.group_id)
       end as description_html`

/** The same with the HTML of a variant's group. */
export const detailColumns = sql`${listedColumnsWith(picturesOfProduct)}, ${htmlOfProduct}, ${availableUnits}`

/** Of `products product`. */
export const joinStock = stockOf('product.merchant_id', 'product.id')

/** The group of `products product` under this name, if it has one, by its id alone. */
export const joinGroup = (name: string) => sql`
  left join lateral (
    select * from product_groups
     where product_groups.merchant_id is not distinct from product.merchant_id and product_groups.id = product.group_id
    offset 0) ${sql.ref(name)} on true`

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
    select ${detailColumns} from products product ${joinStock}
     where ${isOwnedBy('product.merchant_id', merchantId)} and product.id = ${productId}`.execute(db)
  return rows[0]
}

/** The merchant's products with these ids, in any order. */
export async function selectOwnProducts(
  db: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<ProductRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ProductRow>`
    select ${productColumns} from products product ${joinStock}
     where ${isOwnedBy('product.merchant_id', merchantId)} and product.id = any (${[...ids]}::uuid[])`.execute(db)
  return rows
}

export type ProductChange = Partial<Omit<NewProduct, 'merchant_id' | 'id' | 'currency' | 'in_stock'>>

/**
 * Locks products against other changes, also of the shop's currency, in id order, and returns them by id, without
 * available units. A separate statement: `returning old` needs PostgreSQL 18, and locks taken by the update itself can
 * deadlock.
 */
export async function lockProducts(
  transaction: Transaction,
  merchantId: string,
  productIds: readonly string[],
): Promise<Map<string, ShownProduct>> {
  const { rows } = await sql<ShownProduct>`
    select ${ownColumns}, 0 as available from products product
     where ${isOwnedBy('product.merchant_id', merchantId)} and id = any(${productIds}::uuid[])
     order by id for no key update`.execute(transaction)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Updates a locked product if at least one field differs; returns whether one did.
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
       where ${isOwnedBy('product.merchant_id', merchantId)} and id = ${productId}
         and (${sql.join(differs, sql` or `)})
    `.execute(db)
    return numAffectedRows === 1n
  } catch (error) {
    if (violates(error, 'products_sku_key')) throw duplicateSku()
    throw error
  }
}

/** Whether a cart has the product. Locks the product first, so that no cart takes it afterwards. */
export async function isInCart(transaction: Transaction, merchantId: string, productId: string): Promise<boolean> {
  // The foreign key's lock of a new cart line waits for this one.
  await sql`select from products where merchant_id = ${merchantId} and id = ${productId} for update`.execute(
    transaction,
  )
  const { rows } = await sql`
    select from cart_items where merchant_id = ${merchantId} and product_id = ${productId} limit 1`.execute(transaction)
  return rows.length > 0
}

/** Deletes a product whose stock is deleted. Returns its last state, with the version of the deletion. */
export async function deleteProduct(
  transaction: Transaction,
  merchantId: string,
  productId: string,
): Promise<ShownProduct | undefined> {
  const { rows } = await sql<ShownProduct>`
    with gone as (
      delete from slugs where merchant_id = ${merchantId} and product_id = ${productId}
    )
    delete from products product where ${isOwnedBy('product.merchant_id', merchantId)} and id = ${productId}
    returning ${ownColumns}, 0 as available`.execute(transaction)
  const [row] = rows
  return row && { ...row, version: row.version + 1 }
}

/** With the SKU where there are several products. */
export function duplicateSku(sku?: string): AppError {
  const which = sku === undefined ? 'this SKU' : `the SKU ${sku}`
  return new AppError('SKU_TAKEN', `another product of this merchant has ${which}`, {
    ...(sku !== undefined && { details: { sku } }),
  })
}
