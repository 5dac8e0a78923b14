import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'

export interface FoundGroup {
  slug: string
  group_id: string | null
  /** Of a plain product. */
  product_id: string | null
}

/** What slugs lead to: a group, also by the former slug of a product that is one of its variants now. */
export async function findGroupsBySlug(
  transaction: Transaction,
  merchantId: string,
  slugs: readonly string[],
): Promise<Map<string, FoundGroup>> {
  const { rows } = await sql<FoundGroup>`
    select slugs.slug, coalesce(slugs.group_id, product.group_id) as group_id,
           case when product.group_id is null then slugs.product_id end as product_id
      from slugs
      left join products product on product.merchant_id = slugs.merchant_id and product.id = slugs.product_id
     where slugs.merchant_id = ${merchantId} and slugs.slug = any(${[...slugs]}::text[])`.execute(transaction)
  return new Map(rows.map((row) => [row.slug, row]))
}

/** Gives slugs of products, which become variants, to their groups. */
export async function assignSlugs(
  transaction: Transaction,
  merchantId: string,
  given: readonly { slug: string; groupId: string }[],
): Promise<void> {
  if (given.length === 0) return
  await sql`
    update slugs set product_id = null, group_id = given.group_id
      from unnest(${given.map(({ slug }) => slug)}::text[], ${given.map(({ groupId }) => groupId)}::uuid[])
           given (slug, group_id)
     where slugs.merchant_id = ${merchantId} and slugs.slug = given.slug and slugs.product_id is not null`.execute(
    transaction,
  )
}
