import { closeStock, lockStock, openStock } from '#src/modules/inventory/index.ts'
import { readPictureFields, useAllPictures } from '#src/modules/media/index.ts'
import { currencyOf, type MerchantDirectory } from '#src/modules/merchants/index.ts'
import { changesOf, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { namedPictures } from './descriptions.ts'
import type { Money, ProductColumns, ShownProduct } from './field.ts'
import {
  columnsOf,
  faultsOf,
  groupFaults,
  initialColumns,
  presentEventProduct,
  productChanges,
} from './field-values.ts'
import { pairFault } from './gift-card-rules.ts'
import {
  deleteProduct,
  duplicateSku,
  insertProduct,
  isInCart,
  lockProducts,
  type ProductChange,
  type ProductRow,
  selectOwnProduct,
  updateProduct,
} from './queries.ts'
import type { ProductInput, ProductValues } from './schemas.ts'
import { findSlug } from './slugs.ts'

/** Payments charge multiples of this many minor units of a currency. */
export type UnitOf = (currency: string) => number

/** Adds a product with its stock. @throws AppError VALIDATION_ERROR, SKU_TAKEN, CONFLICT (the slug is taken) */
export async function createProduct(
  db: Executor,
  merchants: MerchantDirectory,
  staff: Staff,
  input: ProductInput,
  unitOf: UnitOf = () => 1,
): Promise<ProductRow> {
  const currency = await currencyOf(merchants, staff.merchantId)
  const { on_hand: onHand = 0, ...values } = input
  const id = newId()
  const columns = readColumns(values, { currency, unit: unitOf(currency), unitOf })
  return inTransaction(db, async (transaction) => {
    await useAllPictures(transaction, staff.merchantId, namedPictures(columns))
    const slug = await findSlug(transaction, staff.merchantId, { id, name: input.name, slug: columns.slug })
    const owned = { merchant_id: staff.merchantId, id, currency, in_stock: onHand > 0, slug }
    if (!(await insertProduct(transaction, { ...initialColumns, ...columns, ...owned }))) throw duplicateSku()
    const made = await findOwnProduct(transaction, staff.merchantId, id)
    const row = { ...made, available: onHand }
    await emit(transaction, [productEvent('product.created', row)])
    await openStock(transaction, staff, staff.merchantId, [{ productId: row.id, sku: row.sku, name: row.name, onHand }])
    const changes = { ...productChanges(null, row), ...changesOf(null, { on_hand: onHand }) }
    await recordAudit(transaction, staff, [{ action: 'product.created', targetId: row.id, changes }])
    return row
  })
}

/**
 * Updates the given fields; emits an event only if at least one differs.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR, SKU_TAKEN, CONFLICT (another version, or the slug is taken)
 */
export async function changeProduct(
  db: Executor,
  staff: Staff,
  productId: string,
  { expected_version: expected, ...values }: ProductValues & { expected_version?: number },
  unitOf: UnitOf,
): Promise<ProductRow> {
  const { merchantId } = staff
  return inTransaction(db, async (transaction) => {
    // Lock order: stock, then product. A change of status also writes the low stock list, hence the lock.
    if (values.status !== undefined) await lockStock(transaction, merchantId, productId)
    const before = await lockProduct(transaction, merchantId, productId)
    const { currency } = before
    const ofGroup = before.group_id === null ? [] : groupFaults(values)
    if (ofGroup.length > 0) throw invalid(...ofGroup)
    const change: ProductChange = readColumns(values, { currency, unit: unitOf(currency), unitOf }, before)
    await useAllPictures(transaction, merchantId, namedPictures(change, before))
    if (change.slug !== undefined && change.slug !== before.slug)
      change.slug = await findSlug(transaction, merchantId, { ...before, ...change, slug: change.slug })
    const isChanged = await updateProduct(transaction, merchantId, productId, change)
    const row = await findOwnProduct(transaction, merchantId, productId)
    // Before the version check: a change repeated after a lost answer gets the same answer.
    if (!isChanged) return row
    if (expected !== undefined && expected !== before.version) throw otherVersion(before.version)
    await emit(transaction, [productEvent('product.updated', row)])
    const changes = productChanges(before, row)
    await recordAudit(transaction, staff, [{ action: 'product.updated', targetId: row.id, changes }])
    return row
  })
}

/**
 * Deletes a product, or archives it if an order or a cart has it: the shopper then learns that it is no longer sold,
 * instead of ordering the rest of the cart unasked.
 * @throws AppError NOT_FOUND
 */
export async function removeProduct(db: Executor, staff: Staff, productId: string): Promise<'deleted' | 'archived'> {
  const { merchantId } = staff
  return inTransaction(db, async (transaction) => {
    // Lock order: stock, then product.
    await lockStock(transaction, merchantId, productId)
    const isInUse = await isInCart(transaction, merchantId, productId)
    if (!isInUse && (await closeStock(transaction, merchantId, [productId])).has(productId)) {
      const row = await deleteProduct(transaction, merchantId, productId)
      if (row === undefined) throw notFound('product')
      await emit(transaction, [productEvent('product.deleted', row)])
      const changes = productChanges(row, null)
      await recordAudit(transaction, staff, [{ action: 'product.deleted', targetId: productId, changes }])
      return 'deleted'
    }
    const before = await lockProduct(transaction, merchantId, productId)
    const isChanged = await updateProduct(transaction, merchantId, productId, { status: 'archived' })
    const row = await findOwnProduct(transaction, merchantId, productId)
    if (!isChanged) return 'archived'
    await emit(transaction, [productEvent('product.deleted', row)])
    const changes = productChanges(before, row)
    await recordAudit(transaction, staff, [{ action: 'product.archived', targetId: productId, changes }])
    return 'archived'
  })
}

/** @throws AppError NOT_FOUND */
async function lockProduct(transaction: Transaction, merchantId: string, productId: string): Promise<ShownProduct> {
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

type ProductEventName = 'product.created' | 'product.updated' | 'product.deleted'

export function productEvent(name: ProductEventName, row: ShownProduct) {
  return { merchantId: row.merchant_id, name, data: { product: presentEventProduct(row) } }
}

export function otherVersion(version: number): AppError {
  return new AppError('CONFLICT', 'the product has changed since; read it again', { details: { version } })
}

/** @throws AppError VALIDATION_ERROR with every invalid field */
function readColumns(given: ProductValues, money: Money, before?: ShownProduct): Partial<ProductColumns> {
  const { media, image_url, ...others } = given
  const values = { ...others, ...readPictureFields({ media, image_url }, before?.media, before?.pictures) }
  const faults = faultsOf(values, money)
  if (faults.length > 0) throw invalid(...faults)
  const columns = columnsOf(values, money)
  const fault = pairFault(columns, money, before)
  if (fault !== undefined) throw invalid(fault)
  return columns
}
