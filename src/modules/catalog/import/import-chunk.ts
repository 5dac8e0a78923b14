import { countStock, openStock, type QuantityChange } from '#src/modules/inventory/index.ts'
import { useFound } from '#src/modules/media/index.ts'
import { hasOtherCurrency } from '#src/modules/merchants/index.ts'
import { type AuditEntry, type Cause, recordAudit } from '#src/platform/audit/index.ts'
import { violates } from '#src/platform/db/failover/sql-errors.ts'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { AppError, cannotBeRead } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { emit } from '#src/platform/outbox/index.ts'
import type { GroupRows } from '../groups/group-rows.ts'
import { type UpsertOutcome, upsertGroups } from '../groups/upsert-groups.ts'
import { initialColumns, productChanges } from '../products/field-values.ts'
import { productEvent } from '../products/manage-products.ts'
import { mergedPrices } from '../products/other-prices.ts'
import { reserveFreeSlugs } from '../products/slug-queries.ts'
import { makeSlugs } from '../products/slugs.ts'
import { outcomesOf } from './chunk-outcomes.ts'
import type { SalePrices } from './formats/foreign-product.ts'
import type { ImportFormat } from './formats/recognize.ts'
import type { Renames } from './header.ts'
import type { ParsedRow } from './import-rows.ts'
import { findNamed } from './named-rows.ts'
import {
  beginChunk,
  type ChunkResult,
  importProgress,
  insertProducts,
  type RowError,
  recordChunk,
  selectBySlug,
  updateProducts,
} from './queries.ts'
import { readPictures } from './row-pictures.ts'
import { type AddedRow, type ExistingRow, sortRows } from './sort-rows.ts'
import { subjectsOf, translateRows, withTextsPictured } from './translate-rows.ts'
import type { FileLanguages } from './translated-columns.ts'

export interface ImportTarget {
  merchantId: string
  userId: string
  cause: Cause
  currency: string
  /** Payments charge multiples of this many minor units. Default: 1. */
  unit?: number
  /** Those of other currencies. Default: 1. */
  unitOf?: ((currency: string) => number) | undefined
  importId: string
  /** Skipped columns. */
  ignored?: ReadonlySet<string>
  /** Columns that are read as others. */
  renames?: Renames
  /** A dry run writes nothing. */
  dryRun?: boolean
  /** Whose files it is read as; left out: our own. */
  system?: ImportFormat
  /** Which prices are taken of products that are on sale. Default: those of today. */
  sales?: SalePrices
  /** Units of new products whose stock the file does not say. Default: 0. */
  uncounted?: number | undefined
  /** Languages of the shop; undefined: it has no markets. */
  languages?: FileLanguages | undefined
  /** Pictures are fetched from public hosts only. */
  production?: boolean
}

export interface Chunk {
  rows: ParsedRow[]
  errors: RowError[]
  lastRow: number
  digest: Buffer
}

const attempts = 3
const races = ['products_reduced', 'products_sku_key']

/**
 * Applies a chunk of rows and records the progress in one transaction: a new SKU creates a product, a known one updates
 * it. The number of statements does not depend on the number of rows.
 * @throws AppError CONFLICT if another request sends the same import, or the currency has changed since it began
 */
export async function applyChunk(
  db: Database,
  target: ImportTarget,
  behindRow: number,
  chunk: Chunk,
): Promise<ChunkResult> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(db, async (transaction) => {
        await beginChunk(transaction, target.merchantId)
        if (await hasOtherCurrency(transaction, target.merchantId, target.currency)) {
          throw new AppError('CONFLICT', 'the currency of the shop has changed; send the file again')
        }
        const result = {
          ...(await applyRows(transaction, target, chunk)),
          lastRow: chunk.lastRow,
          digest: chunk.digest,
        }
        if (target.dryRun) throw new Rehearsed(result)
        if (!(await recordChunk(transaction, target.merchantId, target.importId, behindRow, result))) {
          if ((await importProgress(transaction, target.merchantId, target.importId)) === undefined)
            throw cannotBeRead('import')
          throw new AppError('CONFLICT', 'another request is sending this import; wait until it ends')
        }
        return result
      })
    } catch (error) {
      if (error instanceof Rehearsed) return error.result
      const isRace = error instanceof RaceError || races.some((constraint) => violates(error, constraint))
      if (!isRace || attempt === attempts) throw error instanceof RaceError ? (error.cause ?? error) : error
    }
  }
}

/** Ends a dry run, which does all that an import does, by a rollback. */
class Rehearsed extends Error {
  readonly result: ChunkResult
  constructor(result: ChunkResult) {
    super('rolled back')
    this.result = result
  }
}

/**
 * A SKU that was free when the chunk began is taken now, or a product has another price: the chunk is retried with what
 * is there by then.
 */
class RaceError extends Error {}

async function applyRows(transaction: Transaction, target: ImportTarget, chunk: Chunk) {
  const { merchantId } = target
  const { rows, found, warnings } = await withTextsPictured(chunk.rows, (all) => readPictures(transaction, target, all))
  const {
    existing,
    added,
    groups,
    errors: refused,
  } = await sortRows(transaction, merchantId, rows, {
    money: moneyOf(target),
    uncounted: target.uncounted,
  })
  const errors = [...chunk.errors, ...refused]
  // Before products by themselves, whose slugs are made in what way is left.
  const variants = await applyVariants(transaction, target, groups)
  errors.push(...variants.faults)
  await reserveGivenSlugs(transaction, merchantId, existing)
  const { updated, entries } = await updateExisting(transaction, target, existing, errors)
  const made = await applyNew(transaction, target, added)
  const refusedRows = new Set(errors.map(({ row }) => row))
  const subjects = subjectsOf(
    existing.filter(({ row }) => !refusedRows.has(row)),
    made.ids,
    variants.variants,
  )
  const named = await findNamed(transaction, merchantId, rows)
  errors.push(...named.faults)
  const texts = named.rows.length === 0 ? rows : named.rows
  const translated = await translateRows(transaction, merchantId, texts, new Map([...subjects, ...named.subjects]))
  entries.push(...made.entries, ...translated.entries)
  if (!(await useFound(transaction, merchantId, found))) throw new RaceError('a picture was removed')
  await recordAudit(transaction, target, entries)
  const failed = new Set(errors.map((error) => error.row))
  const right = existing.filter(({ row }) => !failed.has(row))
  const { outcomes, ...counts } = outcomesOf(
    { existing: right, named: [...named.subjects.keys()], variants, added },
    updated,
    translated.changed,
  )
  errors.sort((a, b) => a.row - b.row)
  return {
    ...counts,
    failed: failed.size,
    uncounted: added.filter(({ uncounted }) => uncounted).length + variants.uncounted,
    errors,
    warnings: [...warnings, ...translated.warnings],
    translated: translated.counts,
    pictures: { asked: found.asked, inTexts: found.askedByTexts },
    outcomes,
  }
}

async function applyVariants(
  transaction: Transaction,
  target: ImportTarget,
  groups: readonly GroupRows[],
): Promise<UpsertOutcome> {
  if (groups.length === 0) return { created: [], updated: [], unchanged: [], uncounted: 0, faults: [], variants: [] }
  try {
    return await upsertGroups(transaction, target, groups, moneyOf(target))
  } catch (error) {
    const isRace = error instanceof AppError && ['CONFLICT', 'SKU_TAKEN'].includes(error.code)
    throw isRace ? new RaceError('changed meanwhile', { cause: error }) : error
  }
}

/** A file may give a product that is there another slug; the old one leads to it still. */
async function reserveGivenSlugs(transaction: Transaction, merchantId: string, existing: readonly ExistingRow[]) {
  const requested = existing.flatMap(({ id, columns: { slug } }) => (slug == null ? [] : [{ id, slug }]))
  if (requested.length === 0) return
  const reserved = await reserveFreeSlugs(transaction, merchantId, 'product_id', requested)
  const others = requested.filter(({ id }) => !reserved.has(id))
  const found = await selectBySlug(
    transaction,
    merchantId,
    others.map(({ slug }) => slug),
  )
  if (others.some(({ id, slug }) => found.get(slug)?.id !== id)) throw new RaceError()
}

const moneyOf = ({ currency, unit = 1, unitOf }: ImportTarget) => ({ currency, unit, unitOf })

/** Updates products; a row whose stock cannot be set changes nothing. Returns the ids of the changed products. */
async function updateExisting(
  transaction: Transaction,
  target: ImportTarget,
  existing: readonly ExistingRow[],
  errors: RowError[],
): Promise<{ updated: Set<string>; entries: AuditEntry[] }> {
  if (existing.length === 0) return { updated: new Set(), entries: [] }
  // Lock order: stock, then product; so the stock of every product is locked, even if the row does not set it.
  const changes = existing.map(
    ({ id, product }): QuantityChange =>
      product.on_hand === undefined ? { productId: id, adjust: 0 } : { productId: id, onHand: product.on_hand },
  )
  const counted = await countStock(transaction, target, target.merchantId, changes, { type: 'import' })
  const outcomes = new Map(counted.map((stock) => [stock.product_id, stock]))
  const possible = existing.filter(({ row, product, id }) => {
    const stock = outcomes.get(id)
    if (stock?.outcome !== 'refused') return true
    errors.push({
      row,
      sku: product.sku,
      field: 'on_hand',
      message: `is below the ${stock.reserved} reserved by orders`,
    })
    return false
  })
  const updates = possible.map(({ id, columns }) => ({ ...columns, id }))
  const changed = await updateProducts(transaction, target.merchantId, updates)
  await emit(
    transaction,
    changed.map((row) => productEvent('product.updated', row)),
  )
  const restocked = counted.filter((stock) => stock.outcome === 'changed').map((stock) => stock.product_id)
  const entries = changed.map(
    (row): AuditEntry => ({
      action: 'product.updated',
      targetId: row.id,
      changes: productChanges(row.before, row),
    }),
  )
  return { updated: new Set([...restocked, ...changed.map((row) => row.id)]), entries }
}

async function applyNew(
  transaction: Transaction,
  target: ImportTarget,
  added: readonly AddedRow[],
): Promise<{ entries: AuditEntry[]; ids: Map<number, string> }> {
  if (added.length === 0) return { entries: [], ids: new Map() }
  const { merchantId, currency } = target
  const made = added.map(({ product, columns }) => ({
    ...initialColumns,
    ...columns,
    other_prices: mergedPrices({}, columns.other_prices ?? {}),
    merchant_id: merchantId,
    id: newId(),
    currency,
    in_stock: (product.on_hand ?? 0) > 0,
  }))
  const given = made.flatMap(({ id, slug }) => (slug === null ? [] : [{ id, slug }]))
  const reserved = given.length === 0 ? undefined : await reserveFreeSlugs(transaction, merchantId, 'product_id', given)
  if (reserved !== undefined && reserved.size < given.length) throw new RaceError()
  const slugs = await makeSlugs(
    transaction,
    merchantId,
    made.filter(({ slug }) => slug === null),
  )
  const products = made.map((product) => ({ ...product, slug: product.slug ?? slugs.get(product.id) ?? product.id }))
  const at = await insertProducts(transaction, products)
  if (at === undefined) throw new RaceError()
  const onHand = (index: number) => added[index]?.product.on_hand ?? 0
  await emit(
    transaction,
    products.map((product, index) =>
      productEvent('product.created', {
        ...product,
        available: onHand(index),
        pictures: null,
        version: 1,
        created_at: at,
        updated_at: at,
      }),
    ),
  )
  const opening = products.map(({ id, sku, name }, index) => ({ productId: id, sku, name, onHand: onHand(index) }))
  await openStock(transaction, target, merchantId, opening)
  // For a new product only its price: a file may create a million.
  const entries = products.map(
    ({ id, sku, price_minor }): AuditEntry => ({
      action: 'product.created',
      targetId: id,
      changes: { sku: [null, sku], price: [null, toMajor(price_minor, currency)] },
    }),
  )
  return { entries, ids: new Map(products.map(({ id }, index) => [added[index]?.row ?? 0, id])) }
}
