import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import {
  lockProducts,
  type NewProduct,
  type ProductFields,
  type ProductRow,
  selectOwnProducts,
} from '../products/queries.ts'
import type { ProductStatus } from '../products/statuses.ts'

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
  errors: RowError[]
  /** How the file was written, once it is read. */
  file: FileForm | null
  created_at: Date
  updated_at: Date
}

interface FileForm {
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
  separator: string | null
  ignored: string[]
}

const progressColumns = sql`
  id, status, last_row, digest, created, updated, unchanged, failed, errors, file, created_at, updated_at`

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

/** Errors that an import stores; further ones are only counted. */
export const keptErrors = 1_000

export interface ChunkResult {
  lastRow: number
  digest: Buffer
  created: number
  updated: number
  unchanged: number
  failed: number
  errors: RowError[]
}

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
           failed = failed + ${chunk.failed}, updated_at = now(),
           errors = case when jsonb_array_length(errors) >= ${keptErrors} then errors
                         else errors || ${storable(chunk.errors.slice(0, keptErrors))}::jsonb end
     where merchant_id = ${merchantId} and id = ${importId} and last_row = ${behindRow} and status = 'running'
    returning id`.execute(transaction)
  return rows.length > 0
}

/** JSON with U+FFFD for what a file may hold and jsonb does not take: NUL, and half of a character. */
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
 * too. Custom plans, because the generic one expects few rows, and may come from a time when the tables were small: it
 * has taken half a minute for a chunk.
 */
export async function beginChunk(transaction: Transaction, merchantId: string): Promise<void> {
  await sql`
    select set_config('plan_cache_mode', 'force_custom_plan', true),
           pg_advisory_xact_lock(hashtextextended(${`import:${merchantId}`}, 0))`.execute(transaction)
}

export async function selectIdsBySku(
  transaction: Transaction,
  merchantId: string,
  skus: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ sku: string; id: string }>`
    select sku, id from products where merchant_id = ${merchantId} and sku = any (${[...skus]})`.execute(transaction)
  return new Map(rows.map((row) => [row.sku, row.id]))
}

/** Inserts products; answers the time they were created at, undefined if the SKU of one is taken. */
export async function insertProducts(
  transaction: Transaction,
  merchantId: string,
  products: readonly NewProduct[],
): Promise<Date | undefined> {
  const column = <K extends keyof NewProduct>(name: K) => products.map((product) => product[name])
  const { rows } = await sql<{ created_at: Date }>`
    insert into products (merchant_id, id, sku, name, description, category, price_minor, price_common, currency,
                          status, image_url, requires_shipping, weight_grams, tax_class, in_stock,
                          created_at, updated_at)
    select ${merchantId}::uuid, given.*, now(), now() from unnest(
      ${column('id')}::uuid[], ${column('sku')}::text[], ${column('name')}::text[], ${column('description')}::text[],
      ${column('category')}::text[], ${column('price_minor')}::bigint[], ${column('price_common')}::bigint[],
      ${column('currency')}::text[], ${column('status')}::text[], ${column('image_url')}::text[],
      ${column('requires_shipping')}::boolean[], ${column('weight_grams')}::integer[],
      ${column('tax_class')}::text[], ${column('in_stock')}::boolean[]) given
    on conflict on constraint products_sku_key do nothing
    returning created_at`.execute(transaction)
  return rows.length === products.length ? rows[0]?.created_at : undefined
}

/** Undefined leaves the column as it is. */
export interface ProductUpdate {
  id: string
  name: string | undefined
  description: string | null | undefined
  category: string | null | undefined
  image_url: string | null | undefined
  requires_shipping: boolean | undefined
  weight_grams: number | null | undefined
  tax_class: string | undefined
  price_minor: number | undefined
  price_common: number | undefined
  status: ProductStatus | undefined
}

/** A product that was updated, and its fields before. */
export interface UpdatedProduct extends ProductRow {
  before: ProductFields
}

/** Updates products of which at least one field differs; returns those, as they are now and as they were. */
export async function updateProducts(
  transaction: Transaction,
  merchantId: string,
  updates: readonly ProductUpdate[],
): Promise<UpdatedProduct[]> {
  const column = <K extends keyof ProductUpdate>(name: K) => updates.map((update) => update[name] ?? null)
  const given = (name: keyof ProductUpdate) => updates.map((update) => update[name] !== undefined)
  const ids = updates.map(({ id }) => id)
  const before = await lockProducts(transaction, merchantId, ids)
  const { rows } = await sql<{ id: string }>`
    update products product
       set name = coalesce(given.name, product.name),
           description = case when sets_description then given.description else product.description end,
           category = case when sets_category then given.category else product.category end,
           image_url = case when sets_image_url then given.image_url else product.image_url end,
           requires_shipping = coalesce(given.requires_shipping, product.requires_shipping),
           weight_grams = case when sets_weight_grams then given.weight_grams else product.weight_grams end,
           tax_class = coalesce(given.tax_class, product.tax_class),
           price_minor = coalesce(given.price_minor, product.price_minor),
           price_common = coalesce(given.price_common, product.price_common),
           status = coalesce(given.status, product.status), updated_at = now()
      from unnest(${ids}::uuid[], ${column('name')}::text[],
                  ${column('description')}::text[], ${given('description')}::boolean[],
                  ${column('category')}::text[], ${given('category')}::boolean[],
                  ${column('image_url')}::text[], ${given('image_url')}::boolean[],
                  ${column('requires_shipping')}::boolean[],
                  ${column('weight_grams')}::integer[], ${given('weight_grams')}::boolean[],
                  ${column('tax_class')}::text[],
                  ${column('price_minor')}::bigint[], ${column('price_common')}::bigint[],
                  ${column('status')}::text[])
           as given (id, name, description, sets_description, category, sets_category, image_url, sets_image_url,
                     requires_shipping, weight_grams, sets_weight_grams, tax_class,
                     price_minor, price_common, status)
     where product.merchant_id = ${merchantId} and product.id = given.id
       and (given.name <> product.name or given.price_minor <> product.price_minor or given.status <> product.status
            or given.requires_shipping <> product.requires_shipping or given.tax_class <> product.tax_class
            or sets_description and given.description is distinct from product.description
            or sets_category and given.category is distinct from product.category
            or sets_image_url and given.image_url is distinct from product.image_url
            or sets_weight_grams and given.weight_grams is distinct from product.weight_grams)
    returning product.id`.execute(transaction)
  const changed = rows.map(({ id }) => id)
  const now = await selectOwnProducts(transaction, merchantId, changed)
  return now.flatMap((row) => {
    const was = before.get(row.id)
    return was === undefined ? [] : [{ ...row, before: was }]
  })
}
