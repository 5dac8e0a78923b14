import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'
import { joinStock, type ShownProduct, shownColumns } from '../products/queries.ts'
import { catalogVersion } from './count-queries.ts'

interface KnownProduct {
  id: string
  merchant_id: string
  available: number
}

/**
 * The catalog version, and those of the known products whose stock has changed: no other column can within one version.
 */
export async function readChanged(
  db: Executor,
  known: readonly KnownProduct[],
): Promise<{ version: string; changed: ShownProduct[] }> {
  const { rows } = await sql<ShownProduct & { catalog_version: string }>`
    select ${catalogVersion} as catalog_version, changed.*
      from (select) once
      left join (
        select ${shownColumns}
          from (select known.id
                  from unnest(${uuids(known, 'id')}::uuid[], ${uuids(known, 'merchant_id')}::uuid[],
                              ${known.map(({ available }) => available)}::int[]) as known (id, merchant_id, available)
                  left join stock on stock.merchant_id = known.merchant_id and stock.product_id = known.id
                 where coalesce(stock.on_hand - stock.reserved, 0) <> known.available) known
          join products product on product.id = known.id ${joinStock}) changed on true`.execute(db)
  return { version: rows[0]?.catalog_version ?? '', changed: rows.filter(({ id }) => id !== null) }
}

function uuids(known: readonly KnownProduct[], column: 'id' | 'merchant_id'): string {
  return `{${known.map((product) => product[column]).join()}}`
}
