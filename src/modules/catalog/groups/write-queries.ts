import { type RawBuilder, sql } from 'kysely'
import type { PictureRow } from '#src/modules/media/index.ts'
import { picturesOfRow } from '#src/modules/media/shared-queries.ts'
import { violates } from '#src/platform/db/failover/sql-errors.ts'
import { isOwnedBy } from '#src/platform/db/statements/owner-condition.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { idsOfPictures } from '../products/picture-queries.ts'
import { duplicateSku, ownColumns, type ProductRow } from '../products/queries.ts'
import { type OwnColumns, sharedColumns, variantColumns } from './columns.ts'
import { type GroupRow, groupColumns } from './queries.ts'

/**
 * Makes changes of what a group consists of follow one another: its names, its variants and their options. Taken before
 * stock and products. Changes of a single variant's price, stock or status do not take it.
 */
export async function lockGroups(transaction: Transaction, groupIds: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(key)
      from (select distinct hashtextextended('product_group:' || id, 0) as key
              from unnest(${[...groupIds]}::uuid[]) id order by key) locks`.execute(transaction)
}

/** Call it under `lockGroups`. */
export async function selectGroups(
  transaction: Transaction,
  merchantId: string,
  groupIds: readonly string[],
): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    select ${groupColumns} from product_groups product_group
     where product_group.merchant_id = ${merchantId}
       and product_group.id = any(${[...groupIds]}::uuid[])`.execute(transaction)
  return rows
}

export interface Member {
  id: string
  sku: string
  group_id: string | null
}

/** The variants of groups, and these products. Their SKUs may change until they are locked. */
export async function selectMembers(
  transaction: Transaction,
  merchantId: string,
  {
    groupIds,
    skus,
    productIds,
  }: { groupIds: readonly string[]; skus: readonly string[]; productIds: readonly string[] },
): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select id, sku, group_id from products
     where merchant_id = ${merchantId} and group_id = any(${[...groupIds]}::uuid[])
     union
    select id, sku, group_id from products
     where merchant_id = ${merchantId} and sku = any(${[...skus]}::text[])
     union
    select id, sku, group_id from products
     where ${isOwnedBy('merchant_id', merchantId)} and id = any(${[...productIds]}::uuid[])`.execute(transaction)
  return rows
}

export interface VariantKey extends Member {
  options: Record<string, string>
}

/** The same of groups and SKUs, with their options. */
export async function selectVariantKeys(
  transaction: Transaction,
  merchantId: string,
  groupIds: readonly string[],
  skus: readonly string[],
): Promise<VariantKey[]> {
  const { rows } = await sql<VariantKey>`
    select id, sku, group_id, options from products
     where merchant_id = ${merchantId} and group_id = any(${[...groupIds]}::uuid[])
     union
    select id, sku, group_id, options from products
     where merchant_id = ${merchantId} and sku = any(${[...skus]}::text[])`.execute(transaction)
  return rows
}

/** A product of a group, or to be, as its row is apart from its stock. */
export type StoredVariant = ProductRow

/**
 * Locks products in the order of their ids, after their stock. Against carts too, which hold a lock of their foreign
 * key: options and group are columns of a unique key.
 */
export async function lockVariants(
  transaction: Transaction,
  merchantId: string,
  productIds: readonly string[],
): Promise<Map<string, StoredVariant>> {
  const { rows } = await sql<StoredVariant>`
    select ${ownColumns}, 0 as available from products product
     where ${isOwnedBy('product.merchant_id', merchantId)} and product.id = any(${[...productIds]}::uuid[])
     order by product.id for update`.execute(transaction)
  return new Map(rows.map((row) => [row.id, row]))
}

export type WrittenGroup = Omit<GroupRow, 'version' | 'created_at' | 'updated_at'>

const groupSet = (groups: readonly WrittenGroup[]) =>
  sql`jsonb_populate_recordset(null::product_groups, ${JSON.stringify(groups)}::jsonb) product_group`

export async function insertGroups(transaction: Transaction, groups: readonly WrittenGroup[]): Promise<void> {
  if (groups.length === 0) return
  await sql`
    insert into product_groups (merchant_id, id, name, slug, description, description_html, category, brand, tags,
                                media, media_options, varies_by, seo_title,
                                seo_description, metadata, status, created_at, updated_at)
    select merchant_id, id, name, slug, description, description_html, category, brand, tags, media, media_options,
           varies_by, seo_title, seo_description, metadata, status, now(), now()
      from ${groupSet(groups)}`.execute(transaction)
}

/** Groups that changed, or whose variants did. Last of all in a transaction: lists lock them when it commits. */
export async function updateGroups(
  transaction: Transaction,
  merchantId: string,
  groups: readonly WrittenGroup[],
): Promise<void> {
  if (groups.length === 0) return
  await sql`
    update product_groups old
       set name = product_group.name, slug = product_group.slug, description = product_group.description,
           description_html = product_group.description_html, category = product_group.category,
           brand = product_group.brand, tags = product_group.tags, media = product_group.media,
           media_options = product_group.media_options, varies_by = product_group.varies_by,
           seo_title = product_group.seo_title, seo_description = product_group.seo_description,
           metadata = product_group.metadata, status = product_group.status,
           version = old.version + 1, updated_at = now()
      from ${groupSet(groups)}
     where old.merchant_id = ${merchantId} and old.id = product_group.id`.execute(transaction)
}

export interface PicturesOfGroup extends Pick<GroupRow, 'media_options'> {
  id: string
  pictures: PictureRow[] | null
}

export async function selectPicturesOf(
  transaction: Transaction,
  groups: readonly WrittenGroup[],
): Promise<Map<string, PicturesOfGroup>> {
  if (groups.length === 0) return new Map()
  const { rows } = await sql<PicturesOfGroup>`
    select id, media_options, ${picturesOfRow('product_group')} as pictures
      from ${groupSet(groups)}`.execute(transaction)
  return new Map(rows.map((row) => [row.id, row]))
}

/** With its slugs. */
export async function deleteGroup(transaction: Transaction, merchantId: string, groupId: string): Promise<void> {
  await sql`delete from slugs where merchant_id = ${merchantId} and group_id = ${groupId}`.execute(transaction)
  await sql`delete from product_groups where merchant_id = ${merchantId} and id = ${groupId}`.execute(transaction)
}

/** What a variant has of its own, with its name and the group that it reads the rest of. */
export interface WrittenVariant extends OwnColumns {
  id: string
  group_id: string
  name: string
  options_key: string
  currency: string
}

const variantSet = (variants: readonly WrittenVariant[]) =>
  sql`jsonb_populate_recordset(null::products, ${JSON.stringify(variants)}::jsonb) given`

/** Of a text the beginning, which searches and lists take: 2,048 copies of 100 kB would be written with each change. */
const copies: Readonly<Record<string, RawBuilder<unknown>>> = {
  description: sql`text_beginning(product_group.description)`,
  description_html: sql`null::text`,
}

/** Each column of a variant, with its value: from `variantSet` its own, from `groupSet` what it copies. */
const written: readonly (readonly [column: string, value: RawBuilder<unknown>])[] = [
  ...[...variantColumns, 'options_key', 'name'].map((column) => [column, sql.ref(`given.${column}`)] as const),
  ...sharedColumns.map((column) => [column, copies[column] ?? sql.ref(`product_group.${column}`)] as const),
  ['group_id', sql.ref('product_group.id')],
  ['group_name', sql.ref('product_group.name')],
  ['withheld', sql`nullif(product_group.status, 'active')`],
]
const values = sql.join(written.map(([, value]) => value))

/** A SKU that another product of the shop has, if there is one; then nothing may be kept. */
export async function insertVariants(
  transaction: Transaction,
  merchantId: string,
  groups: readonly WrittenGroup[],
  variants: readonly (WrittenVariant & { in_stock: boolean })[],
): Promise<string | undefined> {
  if (variants.length === 0) return undefined
  const { rows } = await sql<{ id: string }>`
    insert into products (merchant_id, id, currency, in_stock, ${sql.join(written.map(([column]) => sql.ref(column)))},
                          created_at, updated_at)
    select ${merchantId}::uuid, given.id, given.currency, given.in_stock, ${values}, now(), now()
      from ${variantSet(variants)} join ${groupSet(groups)} on product_group.id = given.group_id
    on conflict on constraint products_sku_key do nothing
    returning id`
    .execute(transaction)
    .catch((error: unknown) => {
      throw violates(error, 'products_variant') ? variantExists() : error
    })
  const inserted = new Set(rows.map(({ id }) => id))
  return variants.find(({ id }) => !inserted.has(id))?.sku
}

/**
 * Writes locked variants as they are to be, with what they read of their groups; answers those that changed, and those
 * of groups that show other pictures (`repictured`). Variants may swap their options: PostgreSQL compares
 * them at the end of a statement, as the constraint is deferrable.
 * @throws AppError SKU_TAKEN, VARIANT_EXISTS
 */
export async function updateVariants(
  transaction: Transaction,
  merchantId: string,
  groups: readonly WrittenGroup[],
  variants: readonly WrittenVariant[],
  repictured: readonly string[],
): Promise<string[]> {
  if (variants.length === 0) return []
  const assigned = written.map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const before = written.map(([column]) => sql.ref(`product.${column}`))
  try {
    const { rows } = await sql<{ id: string }>`
      update products product set ${sql.join(assigned)}, updated_at = now()
        from ${variantSet(variants)} join ${groupSet(groups)} on product_group.id = given.group_id
       where ${isOwnedBy('product.merchant_id', merchantId)} and product.id = given.id
         and ((${sql.join(before)}) is distinct from (${values})
              or product_group.id = any(${[...repictured]}::uuid[]))
      returning product.id`.execute(transaction)
    return rows.map(({ id }) => id)
  } catch (error) {
    if (violates(error, 'products_variant')) throw variantExists()
    throw violates(error, 'products_sku_key') ? duplicateSku() : error
  }
}

/**
 * Makes variants plain products, which keep what they show of their group, with slugs of their own. `archived`: they
 * are not sold any more.
 */
export async function detachVariants(
  transaction: Transaction,
  merchantId: string,
  slugs: ReadonlyMap<string, string>,
  become?: 'archived',
): Promise<void> {
  if (slugs.size === 0) return
  await sql`
    update products product
       set media = (${idsOfPictures})[:50],
           (description, description_html) = (
             select one.description, one.description_html from product_groups one
              where one.merchant_id = product.merchant_id and one.id = product.group_id),
           group_id = null, group_name = null, withheld = null, options = '{}', options_key = null, position = 0,
           slug = given.slug, status = coalesce(${become ?? null}::text, status), updated_at = now()
      from unnest(${[...slugs.keys()]}::uuid[], ${[...slugs.values()]}::text[]) given (id, slug)
     where ${isOwnedBy('product.merchant_id', merchantId)} and product.id = given.id`.execute(transaction)
}

/** Those of locked groups that have no variant any more. */
export async function selectWithoutVariants(
  transaction: Transaction,
  merchantId: string,
  groupIds: readonly string[],
): Promise<Set<string>> {
  if (groupIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${[...groupIds]}::uuid[]) given (id)
     where not exists (select from products where merchant_id = ${merchantId} and group_id = given.id)`.execute(
    transaction,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Those of locked products that a cart has. */
export async function selectInCarts(
  transaction: Transaction,
  merchantId: string,
  productIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ product_id: string }>`
    select distinct product_id from cart_items
     where merchant_id = ${merchantId} and product_id = any(${[...productIds]}::uuid[])`.execute(transaction)
  return new Set(rows.map((row) => row.product_id))
}

/** Deletes products whose stock is closed. */
export async function deleteVariants(
  transaction: Transaction,
  merchantId: string,
  productIds: readonly string[],
): Promise<void> {
  if (productIds.length === 0) return
  await sql`
    delete from slugs
     where merchant_id = ${merchantId} and product_id = any(${[...productIds]}::uuid[])`.execute(transaction)
  await sql`
    delete from products
     where ${isOwnedBy('merchant_id', merchantId)} and id = any(${[...productIds]}::uuid[])`.execute(transaction)
}

const isTwin = 'another variant of the group has these options'

export function variantExists(details?: Record<string, unknown>, message = isTwin): AppError {
  return new AppError('VARIANT_EXISTS', message, details && { details })
}
