import { sql } from 'kysely'
import { isOwnedBy } from '#src/platform/db/statements/owner-condition.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { NewProduct, ProductColumns, ShownProduct } from '../products/field.ts'
import { lockProducts, type ProductChange, type ProductRow, selectOwnProducts } from '../products/queries.ts'
import type { ColumnNote } from './formats/column-notes.ts'
import type { FileSystem } from './formats/recognize.ts'

export interface RowError {
  row: number
  sku: string | null
  field: string
  message: string
}

export interface ImportProgress {
  id: string
  status: 'running' | 'completed'
  last_row: number
  digest: Buffer | null
  created: number
  updated: number
  unchanged: number
  failed: number
  /** New products whose stock the file does not say. */
  uncounted: number
  errors: RowError[]
  /** What was left out of rows that were taken. */
  warnings: RowError[]
  /** How many texts in other languages were written, by language. */
  translated: Record<string, number>
  /** Format of the file, once it is read. */
  file: FileForm | null
  created_at: Date
  updated_at: Date
}

export interface FileForm {
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
  separator: string | null
  ignored: string[]
  /** Those of files that were read before other formats were known have neither. */
  format?: FileSystem
  columns?: ColumnNote[]
}

const progressColumns = sql`
  id, status, last_row, digest, created, updated, unchanged, failed, uncounted, errors, warnings, translated,
  file, created_at, updated_at`

/** The import of this id, inserted if there is none. */
export async function openImport(
  db: Executor,
  merchantId: string,
  importId: string,
): Promise<ImportProgress | undefined> {
  await sql`
    insert into product_imports (merchant_id, id, status, created_at, updated_at)
    values (${merchantId}, ${importId}, 'running', now(), now())
    on conflict do nothing`.execute(db)
  return importProgress(db, merchantId, importId)
}

export async function importProgress(
  db: Executor,
  merchantId: string,
  importId: string,
): Promise<ImportProgress | undefined> {
  const { rows } = await sql<ImportProgress>`
    select ${progressColumns} from product_imports where merchant_id = ${merchantId} and id = ${importId}`.execute(db)
  return rows[0]
}

/** Maximum errors that an import stores; further ones are only counted. */
export const maxErrors = 1_000

export interface ChunkResult {
  lastRow: number
  digest: Buffer
  created: number
  updated: number
  unchanged: number
  failed: number
  uncounted: number
  errors: RowError[]
  warnings: RowError[]
  translated: Record<string, number>
  /** How many are to be fetched. */
  pictures: { asked: number; inTexts: number }
  /** By row; the others have failed. */
  outcomes: Outcomes
}

export type Outcomes = Map<number, 'created' | 'updated' | 'unchanged'>

/** Records a chunk; false if the import is not at `behindRow`, because another request sends it, too. */
export async function recordChunk(
  transaction: Transaction,
  merchantId: string,
  importId: string,
  behindRow: number,
  chunk: ChunkResult,
): Promise<boolean> {
  const { rows } = await sql`
    update product_imports
       set last_row = ${chunk.lastRow}, digest = ${chunk.digest}, created = created + ${chunk.created},
           updated = updated + ${chunk.updated}, unchanged = unchanged + ${chunk.unchanged},
           failed = failed + ${chunk.failed}, uncounted = uncounted + ${chunk.uncounted}, updated_at = now(),
           errors = case when jsonb_array_length(errors) >= ${maxErrors} then errors
                         else errors || ${storable(chunk.errors.slice(0, maxErrors))}::jsonb end,
           translated = (
             select coalesce(jsonb_object_agg(locale, texts), '{}')
               from (select key as locale, sum(value::int) as texts
                       from (select * from jsonb_each_text(translated)
                              union all
                             select * from jsonb_each_text(${JSON.stringify(chunk.translated)}::jsonb)) counted
                      group by key) summed),
           warnings = case when jsonb_array_length(warnings) >= ${maxErrors} then warnings
                           else warnings || ${storable(chunk.warnings.slice(0, maxErrors))}::jsonb end
     where merchant_id = ${merchantId} and id = ${importId} and last_row = ${behindRow} and status = 'running'
    returning id`.execute(transaction)
  return rows.length > 0
}

/** JSON with U+FFFD for characters that jsonb refuses: NUL and lone surrogates. */
function storable(said: readonly RowError[] | FileForm): string {
  return JSON.stringify(said, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value,
  )
}

export async function completeImport(
  db: Executor,
  merchantId: string,
  importId: string,
  file: FileForm,
): Promise<void> {
  await sql`
    update product_imports set status = 'completed', file = ${storable(file)}::jsonb, updated_at = now()
     where merchant_id = ${merchantId} and id = ${importId}`.execute(db)
}

/**
 * Locks the merchant's imports, because two files with the same new SKUs could deadlock; a change of the currency waits
 * too. Custom plans, because the generic one expects few rows, and may date from when the tables were small: it took
 * half a minute for a chunk.
 */
export async function beginChunk(transaction: Transaction, merchantId: string): Promise<void> {
  await sql`
    select set_config('plan_cache_mode', 'force_custom_plan', true),
           pg_advisory_xact_lock(hashtextextended(${`import:${merchantId}`}, 0))`.execute(transaction)
}

/** What is known of a product before its row is read. */
export interface StoredProduct
  extends Pick<ProductColumns, 'id' | 'name' | 'slug' | 'group_id' | 'options' | 'price_minor' | 'compare_at_minor'>,
    Pick<ProductColumns, 'gift_card' | 'voucher' | 'voucher_country'> {
  sku: string
}

const storedColumns = sql`
  product.sku, product.id, product.price_minor, product.compare_at_minor, product.name, product.slug,
  product.group_id, product.options, product.gift_card, product.voucher, product.voucher_country`

export async function selectBySku(
  transaction: Transaction,
  merchantId: string,
  skus: readonly string[],
): Promise<Map<string, StoredProduct>> {
  const { rows } = await sql<StoredProduct>`
    select ${storedColumns} from unnest(${[...skus]}::text[]) wanted (sku)
     cross join lateral (
       select * from products
        where merchant_id = ${merchantId} and products.sku = wanted.sku offset 0) product`.execute(transaction)
  return new Map(rows.map((row) => [row.sku, row]))
}

/** What slugs lead to: a product, or a group (null). A slug that is free is not in the answer. */
export async function selectBySlug(
  transaction: Transaction,
  merchantId: string,
  slugs: readonly string[],
): Promise<Map<string, StoredProduct | null>> {
  if (slugs.length === 0) return new Map()
  const { rows } = await sql<StoredProduct & { found: string; isProduct: boolean }>`
    select slugs.slug as found, product.id is not null as "isProduct", ${storedColumns}
      from slugs left join products product on product.merchant_id = slugs.merchant_id and product.id = slugs.product_id
     where slugs.merchant_id = ${merchantId} and slugs.slug = any (${[...slugs]})`.execute(transaction)
  return new Map(rows.map(({ found, isProduct, ...row }) => [found, isProduct ? row : null]))
}

/** Inserts products and returns their creation time; undefined if the SKU of one is taken. */
export async function insertProducts(
  transaction: Transaction,
  products: readonly NewProduct[],
): Promise<Date | undefined> {
  const columns = columnList(Object.keys(products[0] ?? {}))
  const { rows } = await sql<{ created_at: Date }>`
    insert into products (${columns}, created_at, updated_at)
    select ${columns}, now(), now() from json_populate_recordset(null::products, ${JSON.stringify(products)})
    on conflict on constraint products_sku_key do nothing
    returning created_at`.execute(transaction)
  return rows.length === products.length ? rows[0]?.created_at : undefined
}

/** Columns that are absent stay as they are. */
export type ProductUpdate = { id: string } & ProductChange

/** A product that was updated, and as it was before. */
export interface UpdatedProduct extends ProductRow {
  before: ShownProduct
}

/** Updates products of which at least one column differs; returns those, as they are now and as they were. */
export async function updateProducts(
  transaction: Transaction,
  merchantId: string,
  updates: readonly ProductUpdate[],
): Promise<UpdatedProduct[]> {
  const ids = updates.map(({ id }) => id)
  const before = await lockProducts(transaction, merchantId, ids)
  const set = [...new Set(updates.flatMap((update) => Object.keys(update)))].filter((column) => column !== 'id')
  if (set.length === 0) return []
  // Of the row as it is, and what the update says of it. They are locked: what is read is what is written.
  const { rows } = await sql<{ id: string }>`
    update products product
       set (${columnList(set)}, updated_at) = row (${freshList(set)}, now())
      from unnest(${ids}::uuid[], ${updates.map((update) => JSON.stringify(update))}::json[]) given (id, change)
     cross join lateral (
       select products as row from products
        where ${isOwnedBy('products.merchant_id', merchantId)} and products.id = given.id offset 0) known,
           json_populate_record(known.row, given.change) fresh
     where ${isOwnedBy('product.merchant_id', merchantId)} and product.id = given.id
       and (${columnList(set, 'product')}) is distinct from (${freshList(set)})
    returning product.id`.execute(transaction)
  const changed = rows.map(({ id }) => id)
  const now = await selectOwnProducts(transaction, merchantId, changed)
  return now.flatMap((row) => {
    const was = before.get(row.id)
    return was === undefined ? [] : [{ ...row, before: was }]
  })
}

/** Prices in currencies that the file does not name stay. */
const freshList = (columns: readonly string[]) =>
  sql.join(
    columns.map((column) =>
      column === 'other_prices'
        ? sql`merged_prices((known.row).other_prices, fresh.other_prices)`
        : sql.ref(`fresh.${column}`),
    ),
  )

const columnList = (columns: readonly string[], table?: string) =>
  sql.join(columns.map((column) => sql.ref(table === undefined ? column : `${table}.${column}`)))

/** The currencies besides its own that the products of a shop have prices in, and those of its markets. */
export async function selectPriceCurrencies(db: Executor, merchantId: string, own: string): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select currency from market_prices(${merchantId}) where currency <> ${own}
     union
    select jsonb_object_keys(other_prices) from products where merchant_id = ${merchantId} and other_prices <> '{}'
     order by currency`.execute(db)
  return rows.map(({ currency }) => currency)
}
