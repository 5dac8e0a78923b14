import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

/** What a menu or a home page of a shop can name, by ids, and categories by their names. */
export interface LinkedIds {
  collection: readonly string[]
  product: readonly string[]
  category: readonly string[]
}

export interface Linked {
  type: keyof LinkedIds
  id: string
  name: string
  /** On the storefront; null of a category, which has none. */
  slug: string | null
  /** Shoppers see it: it is active, and a category has something that is. */
  shown: boolean
}

/** Those of the shop that are there. A variant has the slug of its group; a group is found by its id, too. */
export async function selectLinked(db: Executor, merchantId: string, ids: LinkedIds): Promise<Linked[]> {
  if (ids.collection.length + ids.product.length + ids.category.length === 0) return []
  const products = sql`${[...ids.product]}::uuid[]`
  const { rows } = await sql<Linked>`
    select 'collection' as type, id::text as id, name, slug, status = 'active' as shown from collections
     where merchant_id = ${merchantId} and id = any (${[...ids.collection]}::uuid[])
     union all
    select 'product', id::text, name, slug, status = 'active' and withheld is null from products
     where merchant_id = ${merchantId} and id = any (${products})
     union all
    select 'product', id::text, name, slug, status = 'active' from product_groups
     where merchant_id = ${merchantId} and id = any (${products})
     union all
    select 'category', name, name, null, true from unnest(${[...ids.category]}::text[]) name
     where exists (select from listings
                    where merchant_id = ${merchantId} and context = 0 and active and category = name
                      and form in ('g', 'p'))`.execute(db)
  return rows
}
