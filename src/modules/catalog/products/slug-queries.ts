import { sql } from 'kysely'
import { isOwnedBy } from '#src/platform/db/statements/owner-condition.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'

/** Owner of a slug. */
export type SlugOwner = 'product_id' | 'group_id'

/**
 * Takes free slugs of a merchant, in sorted order, so that concurrent statements wait for each other without a
 * deadlock. Returns the ids of the owners that got theirs.
 */
export async function reserveFreeSlugs(
  transaction: Transaction,
  merchantId: string,
  owner: SlugOwner,
  requested: readonly { id: string; slug: string }[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    insert into slugs (merchant_id, slug, ${sql.ref(owner)})
    select ${merchantId}, given.slug, given.id
      from unnest(${requested.map(({ slug }) => slug)}::text[],
                  ${requested.map(({ id }) => id)}::uuid[]) given (slug, id)
     order by given.slug collate "C"
    on conflict do nothing
    returning ${sql.ref(owner)} as id`.execute(transaction)
  return new Set(rows.map(({ id }) => id))
}

/** Whether a slug belongs to this product or group already. */
export async function hasSlug(
  transaction: Transaction,
  merchantId: string,
  owner: SlugOwner,
  { id, slug }: { id: string; slug: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from slugs where merchant_id = ${merchantId} and slug = ${slug} and ${sql.ref(owner)} = ${id}`.execute(
    transaction,
  )
  return rows.length > 0
}

export interface FoundSlug {
  type: 'product' | 'product_group'
  id: string
  slug: string
}

/** The row of a slug as `slugs`, from the order of the key, which no other index of a shop's slugs has. */
export const slugRow = (merchantId: string, slug: string) => sql`
  (select nearest.*
     from (select * from slugs where (merchant_id, slug) >= (${merchantId}::uuid, ${slug})
            order by merchant_id, slug limit 1) nearest
    where nearest.merchant_id = ${merchantId} and nearest.slug = ${slug}) slugs`

/** The active target of a merchant's slug, with its current slug. */
export async function selectSlug(db: Executor, merchantId: string, slug: string): Promise<FoundSlug | undefined> {
  const { rows } = await sql<FoundSlug>`
    select 'product' as type, product.id, product.slug
      from ${slugRow(merchantId, slug)}
      join products product
        on product.merchant_id is not distinct from slugs.merchant_id and product.id = slugs.product_id
     where product.status = 'active' and product.withheld is null
     union all
    select 'product_group', grouped.id, grouped.slug
      from ${slugRow(merchantId, slug)}
      join product_groups grouped
        on grouped.merchant_id is not distinct from slugs.merchant_id and grouped.id = slugs.group_id
     where grouped.status = 'active'`.execute(db)
  return rows[0]
}

export interface Unnamed {
  merchant_id: string
  id: string
  name: string
}

const hasNoSlug = sql<boolean>`slug is null and group_id is null`

export type ProductPosition = Pick<Unnamed, 'merchant_id' | 'id'>

/** The products without a slug among the next `limit`, and the last scanned product; undefined at the end. */
export async function selectWithoutSlug(
  db: Executor,
  behind: ProductPosition | undefined,
  limit: number,
): Promise<{ last: ProductPosition; unnamed: Unnamed[] } | undefined> {
  const next = behind === undefined ? sql`true` : sql`(merchant_id, id) > (${behind.merchant_id}, ${behind.id})`
  const { rows } = await sql<ProductPosition & { unnamed: Unnamed[] }>`
    with page as materialized (
      select merchant_id, id, name, ${hasNoSlug} as has_no_slug from products
       where ${next} order by merchant_id, id limit ${limit}
    )
    select merchant_id, id,
           (select coalesce(jsonb_agg(jsonb_build_object('merchant_id', merchant_id, 'id', id, 'name', name)), '[]')
              from page where has_no_slug) as unnamed
      from page order by merchant_id desc, id desc limit 1`.execute(db)
  const [last] = rows
  return last && { last: { merchant_id: last.merchant_id, id: last.id }, unnamed: last.unnamed }
}

/** Locks the products that still have no slug. */
export async function lockWithoutSlug(
  transaction: Transaction,
  merchantId: string,
  ids: readonly string[],
): Promise<Unnamed[]> {
  const { rows } = await sql<Unnamed>`
    select merchant_id, id, name from products
     where ${isOwnedBy('merchant_id', merchantId)} and id = any (${[...ids]}::uuid[]) and ${hasNoSlug}
     order by id for no key update`.execute(transaction)
  return rows
}

/** Writes slugs that were taken for products. */
export async function writeSlugs(
  transaction: Transaction,
  merchantId: string,
  slugs: ReadonlyMap<string, string>,
): Promise<void> {
  await sql`
    update products product set slug = given.slug
      from unnest(${[...slugs.keys()]}::uuid[], ${[...slugs.values()]}::text[]) given (id, slug)
     where ${isOwnedBy('product.merchant_id', merchantId)} and product.id = given.id`.execute(transaction)
}
