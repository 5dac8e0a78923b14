import { closeStock, lockStock, openStock } from '#src/modules/inventory/index.ts'
import { currencyOf, type MerchantDirectory } from '#src/modules/merchants/index.ts'
import { standardClass } from '#src/modules/taxes/index.ts'
import { type AuditChanges, changesOf, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { readPrice, toCommonScale, toMajor } from '#src/platform/lib/money.ts'
import { type EventName, emit } from '#src/platform/outbox/index.ts'
import {
  deleteProduct,
  insertProduct,
  isInCart,
  type LockedProduct,
  lockProducts,
  type ProductChange,
  type ProductFields,
  type ProductRow,
  type ShownProduct,
  selectOwnProduct,
  skuTaken,
  updateProduct,
} from './queries.ts'
import { presentProduct } from './schemas.ts'
import type { ProductStatus } from './statuses.ts'

export interface ProductInput {
  sku: string
  name: string
  description?: string | null
  category?: string | null
  price: number
  status?: string
  image_url?: string | null
  requires_shipping?: boolean
  weight_grams?: number | null
  tax_class?: string
  on_hand?: number
}

/** Minor units of a currency that payments charge multiples of. */
export type UnitOf = (currency: string) => number

/** Adds a product with its stock. @throws AppError VALIDATION_ERROR (price), SKU_TAKEN */
export async function createProduct(
  db: Executor,
  merchants: MerchantDirectory,
  staff: Staff,
  input: ProductInput,
  unitOf: UnitOf = () => 1,
): Promise<ProductRow> {
  const currency = await currencyOf(merchants, staff.merchantId)
  const { on_hand: onHand = 0, category = null, status = 'active', image_url = null } = input
  const description = input.description || null
  const product = {
    merchant_id: staff.merchantId,
    id: newId(),
    sku: input.sku,
    name: input.name,
    description,
    category,
    ...pricesOf(input.price, currency, unitOf),
    currency,
    status: status as ProductStatus,
    image_url,
    requires_shipping: input.requires_shipping ?? true,
    weight_grams: input.weight_grams ?? null,
    tax_class: input.tax_class ?? standardClass,
    in_stock: onHand > 0,
  }
  return inTransaction(db, async (transaction) => {
    if (!(await insertProduct(transaction, product))) throw skuTaken()
    const made = await findOwnProduct(transaction, staff.merchantId, product.id)
    const row = { ...made, available: onHand }
    await emit(transaction, [productEvent('product.created', row)])
    await openStock(transaction, staff, staff.merchantId, [{ productId: row.id, sku: row.sku, name: row.name, onHand }])
    const changes = { ...productChanges(null, row, currency), ...changesOf(null, { on_hand: onHand }) }
    await recordAudit(transaction, staff, [{ action: 'product.created', targetId: row.id, changes }])
    return row
  })
}

interface ProductChangeInput extends Partial<Omit<ProductInput, 'on_hand'>> {
  expected_version?: number
}

/**
 * Updates the given fields; emits an event only if at least one differs.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR (price), SKU_TAKEN, CONFLICT (not of the expected version)
 */
export async function changeProduct(
  db: Executor,
  staff: Staff,
  productId: string,
  input: ProductChangeInput,
  unitOf: UnitOf,
): Promise<ProductRow> {
  const { price, status, expected_version: expected, ...rest } = input
  const change: ProductChange = {
    ...rest,
    ...(rest.description === '' && { description: null }),
    ...(status !== undefined && { status: status as ProductStatus }),
  }
  return inTransaction(db, async (transaction) => {
    // Lock order: stock, then product. A change of status also writes the low stock list, hence the lock.
    if (status !== undefined) await lockStock(transaction, staff.merchantId, productId)
    const before = await lockProduct(transaction, staff.merchantId, productId)
    const prices = price !== undefined && pricesOf(price, before.currency, unitOf)
    const isChanged = await updateProduct(transaction, staff.merchantId, productId, { ...change, ...prices })
    const row = await findOwnProduct(transaction, staff.merchantId, productId)
    // Before the version is compared: a change sent twice, because its answer was lost, is answered as the first time.
    if (!isChanged) return row
    if (expected !== undefined && expected !== before.version) throw otherVersion(before.version)
    await emit(transaction, [productEvent('product.updated', row)])
    const changes = productChanges(before, row, row.currency)
    await recordAudit(transaction, staff, [{ action: 'product.updated', targetId: row.id, changes }])
    return row
  })
}

/**
 * Deletes a product, or archives it if an order or a cart has it: a shopper is told that it is no longer sold, and does
 * not get the rest of the cart unasked.
 * @throws AppError NOT_FOUND
 */
export async function removeProduct(db: Executor, staff: Staff, productId: string): Promise<'deleted' | 'archived'> {
  const { merchantId } = staff
  return inTransaction(db, async (transaction) => {
    // Lock order: stock, then product.
    await lockStock(transaction, merchantId, productId)
    const isKept = await isInCart(transaction, merchantId, productId)
    if (!isKept && (await closeStock(transaction, merchantId, productId)) === 'closed') {
      const row = await deleteProduct(transaction, merchantId, productId)
      if (row === undefined) throw notFound('product')
      await emit(transaction, [productEvent('product.deleted', row)])
      const changes = productChanges(row, null, row.currency)
      await recordAudit(transaction, staff, [{ action: 'product.deleted', targetId: productId, changes }])
      return 'deleted'
    }
    const before = await lockProduct(transaction, merchantId, productId)
    const isChanged = await updateProduct(transaction, merchantId, productId, { status: 'archived' })
    const row = await findOwnProduct(transaction, merchantId, productId)
    if (!isChanged) return 'archived'
    await emit(transaction, [productEvent('product.deleted', row)])
    const changes = productChanges(before, row, row.currency)
    await recordAudit(transaction, staff, [{ action: 'product.archived', targetId: productId, changes }])
    return 'archived'
  })
}

/** @throws AppError NOT_FOUND */
async function lockProduct(transaction: Transaction, merchantId: string, productId: string): Promise<LockedProduct> {
  const product = (await lockProducts(transaction, merchantId, [productId])).get(productId)
  if (product === undefined) throw notFound('product')
  return product
}

/** @throws AppError NOT_FOUND */
export async function findOwnProduct(db: Executor, merchantId: string, productId: string): Promise<ProductRow> {
  const row = await selectOwnProduct(db, merchantId, productId)
  if (row === undefined) throw notFound('product')
  return row
}

export function productEvent(name: EventName, row: ShownProduct) {
  return { merchantId: row.merchant_id, name, data: { product: presentProduct(row) } }
}

/** The fields that staff sets and that differ, for the audit log. */
export function productChanges(
  before: ProductFields | null,
  after: ProductFields | null,
  currency: string,
): AuditChanges {
  const fieldsOf = (row: ProductFields | null) => {
    if (row === null) return null
    const { sku, name, description, category, price_minor, status, image_url } = row
    const { requires_shipping, weight_grams, tax_class } = row
    const price = toMajor(price_minor, currency)
    return { sku, name, description, category, price, status, image_url, requires_shipping, weight_grams, tax_class }
  }
  return changesOf(fieldsOf(before), fieldsOf(after))
}

function otherVersion(version: number): AppError {
  return new AppError('CONFLICT', 'the product has changed since; read it again', { details: { version } })
}

function pricesOf(price: number, currency: string, unitOf: UnitOf): { price_minor: number; price_common: number } {
  const read = readPrice(price, currency, unitOf(currency))
  if ('fault' in read) throw invalid({ field: 'price', message: read.fault })
  return { price_minor: read.minor, price_common: toCommonScale(read.minor, currency) }
}
