import { sql } from 'kysely'
import { violates } from '#src/platform/db/sql-errors.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { joinStock, type ProductRow, productColumns } from '../listing/queries.ts'
import type { ProductStatus } from './schemas.ts'

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
  in_stock: boolean
  created_at: Date
  updated_at: Date
}

/** False if the merchant has the SKU already. */
export async function insertProduct(transaction: Transaction, product: NewProduct): Promise<boolean> {
  const row = await transaction
    .insertInto('products')
    .values(product)
    .onConflict((conflict) => conflict.constraint('products_sku_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** A merchant's product, whatever its status. */
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

export type ProductChange = Partial<
  Pick<
    NewProduct,
    'sku' | 'name' | 'description' | 'category' | 'price_minor' | 'price_common' | 'status' | 'image_url'
  >
>

/**
 * Changes a product where that makes a difference; answers whether it did.
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
  try {
    const row = await db
      .updateTable('products')
      .set({ ...change, updated_at: new Date() })
      .where('merchant_id', '=', merchantId)
      .where('id', '=', productId)
      .where((eb) => eb.or(fields.map(([field, value]) => eb(field as keyof ProductChange, 'is distinct from', value))))
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  } catch (error) {
    if (violates(error, 'products_sku_key')) throw skuTaken()
    throw error
  }
}

export async function deleteProduct(transaction: Transaction, merchantId: string, productId: string): Promise<void> {
  await transaction.deleteFrom('products').where('merchant_id', '=', merchantId).where('id', '=', productId).execute()
}

export function skuTaken(): AppError {
  return new AppError('SKU_TAKEN', 'another product of this merchant has this SKU')
}

/** True while no merchant has a product. */
export async function isCatalogEmpty(db: Executor): Promise<boolean> {
  const product = await db.selectFrom('products').select('id').limit(1).executeTakeFirst()
  return product === undefined
}
