import { sql } from 'kysely'
import { violates } from '#src/platform/db/failover/sql-errors.ts'
import { compileOnce } from '#src/platform/db/statements/compile-once.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import type { ProductStatus } from './statuses.ts'

/** A product as answers and events show it, before formatting. */
export interface ShownProduct {
  id: string
  merchant_id: string
  sku: string
  name: string
  description: string | null
  category: string | null
  price_minor: number
  currency: string
  status: ProductStatus
  image_url: string | null
  requires_shipping: boolean
  weight_grams: number | null
  tax_class: string
  available: number
  version: number
  created_at: Date
  updated_at: Date
}

/** With the values that lists sort by. */
export interface ProductRow extends ShownProduct {
  name_key: string
  price_common: number
}

/** Columns of ProductRow but what is available, from `products product`. */
const ownColumns = sql`
  product.id, product.merchant_id, product.sku, product.name, product.description, product.category,
  product.price_minor, product.currency, product.status, product.image_url,
  product.requires_shipping, product.weight_grams, product.tax_class, product.version, product.created_at,
  product.updated_at, product.name_key, product.price_common`

/** Columns of ProductRow, from `products product` and `joinStock`. */
export const productColumns = sql`${ownColumns}, coalesce(stock.on_hand - stock.reserved, 0) as available`

export const joinStock = sql`
  left join stock on stock.merchant_id = product.merchant_id and stock.product_id = product.id`

/** What a list's statement answers of each product; the rest is known by it, or read. */
export interface ProductKey {
  id: string
  available: number
  /** Another with each change of the product: its version and the moment of the change (a restore repeats versions). */
  stamp: string
}

/** The keys of a page as one text, as `string_agg(key, ',')` of the view `product_keys` makes it: one row, not 21. */
export function readKeys(text: string | null): ProductKey[] {
  if (text === null) return []
  return text.split(',').map((key) => {
    const end = key.indexOf(' ', idLength + 1)
    return { id: key.slice(0, idLength), available: Number(key.slice(idLength + 1, end)), stamp: key.slice(end + 1) }
  })
}

const idLength = 36

/** A product apart from its stock, with the stamp it was read at. */
export type StampedProduct = Omit<ProductRow, 'available'> & { stamp: string }

const activeProducts = compileOnce(
  (_: null, { ids }: { ids: string }) => sql<StampedProduct>`
    select ${ownColumns}, product_stamp(product.version, product.updated_at) as stamp from products product
     where product.id = any(${ids}::uuid[]) and product.status = 'active'`,
)

/** Those of the products that are for sale. */
export async function selectActiveProducts(
  db: Executor,
  keys: readonly Pick<ProductKey, 'id'>[],
): Promise<StampedProduct[]> {
  const { rows } = await activeProducts(null, { ids: `{${keys.map(({ id }) => id).join()}}` }).execute(db)
  return rows
}

export interface NewProduct {
  merchant_id: string
  id: string
  sku: string
  name: string
  description: string | null
  category: string | null
  price_minor: number
  price_common: number
  currency: string
  status: ProductStatus
  image_url: string | null
  requires_shipping: boolean
  weight_grams: number | null
  tax_class: string
  in_stock: boolean
}

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

/** The fields that staff sets. */
export type ProductFields = Required<Omit<ProductChange, 'price_common'>>

/** A product that is locked: the shop cannot change the currency of its price meanwhile. */
export type LockedProduct = ProductFields & Pick<ProductRow, 'currency' | 'version'>

/**
 * Locks products against other changes, in the order of their ids, and answers by id what they are. A statement of its
 * own: `returning old` needs PostgreSQL 18, and locked by the update itself they can end in a deadlock.
 */
export async function lockProducts(
  transaction: Transaction,
  merchantId: string,
  productIds: readonly string[],
): Promise<Map<string, LockedProduct>> {
  const { rows } = await sql<LockedProduct & { id: string }>`
    select id, sku, name, description, category, price_minor, currency, status, image_url, requires_shipping,
           weight_grams, tax_class, version
      from products
     where merchant_id = ${merchantId} and id = any(${productIds}::uuid[])
     order by id for no key update`.execute(transaction)
  return new Map(rows.map(({ id, ...fields }) => [id, fields]))
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
    with product as (
      delete from products where merchant_id = ${merchantId} and id = ${productId} returning *
    )
    select id, merchant_id, sku, name, description, category, price_minor, currency, status, image_url,
           requires_shipping, weight_grams, tax_class, 0 as available, version + 1 as version, created_at, updated_at
      from product`.execute(transaction)
  return rows[0]
}

export function skuTaken(): AppError {
  return new AppError('SKU_TAKEN', 'another product of this merchant has this SKU')
}
