import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { CatalogType } from './rules.ts'

export interface FoundSubject {
  type: CatalogType
  id: string
  name: string
  /** By which it was found, a former one perhaps. */
  slug: string | null
}

interface Named {
  type: 'product' | 'collection'
  handle: string | undefined
  name: string | undefined
}

/** Products, groups and collections with any of these slugs or names. */
export async function findSubjects(
  transaction: Transaction,
  merchantId: string,
  named: readonly Named[],
): Promise<FoundSubject[]> {
  const of = (kind: Named['type']) => named.filter(({ type }) => type === kind)
  const slugs = (kind: Named['type']) => of(kind).flatMap(({ handle }) => handle ?? [])
  const names = (kind: Named['type']) => of(kind).flatMap(({ handle, name }) => (handle ? [] : (name ?? [])))
  const { rows } = await sql<FoundSubject>`
    select case when product_id is null then 'product_group' else 'product' end as type,
           coalesce(product_id, group_id) as id, '' as name, slug
      from slugs where merchant_id = ${merchantId} and slug = any (${slugs('product')})
     union all
    select 'product', id, name, null from products
     where merchant_id = ${merchantId} and group_id is null and name = any (${names('product')})
     union all
    select 'product_group', id, name, null from product_groups
     where merchant_id = ${merchantId} and name = any (${names('product')})
     union all
    select 'collection', id, name, slug from collections
     where merchant_id = ${merchantId}
       and (slug = any (${slugs('collection')}) or name = any (${names('collection')}))`.execute(transaction)
  return rows
}

/** Holds things against their changes: products and variants, then groups, then collections. */
export async function lockSubjects(
  transaction: Transaction,
  merchantId: string,
  subjects: readonly { type: CatalogType; id: string }[],
): Promise<void> {
  const ids = (kind: CatalogType) => subjects.filter(({ type }) => type === kind).map(({ id }) => id)
  const [products, groups, collections] = [ids('product'), ids('product_group'), ids('collection')]
  if (products.length + groups.length > 0) {
    await sql`
      select from products
       where merchant_id = ${merchantId} and (id = any (${products}::uuid[]) or group_id = any (${groups}::uuid[]))
       order by id for no key update`.execute(transaction)
  }
  if (groups.length > 0) {
    await sql`
      select from product_groups where merchant_id = ${merchantId} and id = any (${groups}::uuid[])
       order by id for no key update`.execute(transaction)
  }
  if (collections.length > 0) {
    await sql`
      select from collections where merchant_id = ${merchantId} and id = any (${collections}::uuid[])
       order by id for no key update`.execute(transaction)
  }
}

export interface OptionValue {
  name: string
  value: string
}

/** The options of groups with their values, by group. */
export async function selectValuesOfGroups(
  transaction: Transaction,
  merchantId: string,
  groups: readonly string[],
): Promise<Map<string, OptionValue[]>> {
  if (groups.length === 0) return new Map()
  const { rows } = await sql<OptionValue & { group_id: string }>`
    select distinct group_id, option.key as name, option.value from products
     cross join jsonb_each_text(options) option
     where merchant_id = ${merchantId} and group_id = any (${[...groups]}::uuid[])`.execute(transaction)
  return Map.groupBy(rows, ({ group_id }) => group_id)
}
