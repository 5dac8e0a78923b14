import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { GroupRow } from './queries.ts'

/** The group of a product, which may change until both are locked; null: none. Undefined without such a product. */
export async function selectGroupOf(
  transaction: Transaction,
  merchantId: string,
  productId: string,
): Promise<string | null | undefined> {
  const { rows } = await sql<{ group_id: string | null }>`
    select group_id from products where merchant_id = ${merchantId} and id = ${productId}`.execute(transaction)
  return rows[0]?.group_id
}

/** How many variants a group has, and the place behind them all. Call it under `lockGroups`. */
export async function selectPlace(
  transaction: Transaction,
  { merchant_id, id }: Pick<GroupRow, 'merchant_id' | 'id'>,
): Promise<{ variants: number; next: number }> {
  const { rows } = await sql<{ variants: number; next: number }>`
    select count(*)::int as variants, coalesce(max(position) + 1, 0)::int as next
      from products where merchant_id = ${merchant_id} and group_id = ${id}`.execute(transaction)
  return rows[0] ?? { variants: 0, next: 0 }
}

/** The options of the variants of a group, but of this product, in the order of their making. */
export async function selectOtherOptions(
  transaction: Transaction,
  { merchant_id, id }: Pick<GroupRow, 'merchant_id' | 'id'>,
  productId: string | null,
): Promise<Record<string, string>[]> {
  const { rows } = await sql<{ options: Record<string, string> }>`
    select options from products
     where merchant_id = ${merchant_id} and group_id = ${id} and id is distinct from ${productId}::uuid
     order by id`.execute(transaction)
  return rows.map(({ options }) => options)
}
