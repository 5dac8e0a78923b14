import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'
import { type PresentedProduct, presentProduct } from '../products/schemas.ts'
import { catalogState } from './count-queries.ts'
import { joinStock, type ShownProduct, shownColumns } from './queries.ts'

/**
 * The state of the catalog, and those products, by id, of which another number can be bought than is known. In the state
 * in which they became known, nothing else about products can be another.
 */
export async function readChanged(
  db: Executor,
  known: readonly PresentedProduct[],
): Promise<{ state: string; changed: Map<string, PresentedProduct> }> {
  const { rows } = await sql<ShownProduct & { state: string }>`
    select ${catalogState} as state, changed.*
      from (select) once
      left join (
        select ${shownColumns}
          from (select known.id
                  from unnest(${uuids(known, 'id')}::uuid[], ${uuids(known, 'merchant_id')}::uuid[],
                              ${known.map(({ available }) => available)}::int[]) as known (id, merchant_id, available)
                  left join stock on stock.merchant_id = known.merchant_id and stock.product_id = known.id
                 where coalesce(stock.on_hand - stock.reserved, 0) <> known.available
                offset 0) known
          join products product on product.id = known.id ${joinStock}) changed on true`.execute(db)
  const changed = rows.filter(({ id }) => id !== null).map(presentProduct)
  return { state: rows[0]?.state ?? '', changed: new Map(changed.map((product) => [product.id, product])) }
}

function uuids(known: readonly PresentedProduct[], column: 'id' | 'merchant_id'): string {
  return `{${known.map((product) => product[column]).join()}}`
}
