import { type RawBuilder, sql } from 'kysely'

/**
 * The shop of a row that is looked up by its id, such as `product.merchant_id`. Compared so that no index serves it:
 * while a shop had one product, PostgreSQL took an index of its SKUs for as good as that of the id, and a plan of that
 * time reads the whole shop for each look-up (docs/decisions/0127).
 */
export function isOwnedBy(column: string, merchantId: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} is not distinct from ${merchantId}::uuid`
}
