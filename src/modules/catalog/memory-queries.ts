import { sql } from 'kysely'
import type { Executor } from '#src/db/transaction.ts'
import { catalogState } from './count-queries.ts'
import { joinStock, type ShownProduct, shownColumns } from './listing-queries.ts'

export async function readState(db: Executor): Promise<string> {
  const { rows } = await sql<{ state: string }>`select ${catalogState} as state`.execute(db)
  return rows[0]?.state ?? ''
}

/** Products in the order of their ids, as they are, and the state they are read in. */
export async function readRemembered(
  db: Executor,
  ids: readonly string[],
): Promise<{ state: string; rows: ShownProduct[] }> {
  const { rows } = await sql<ShownProduct & { state: string | null }>`
    select case when coalesce(listed.position, 1) = 1 then ${catalogState} end as state, listed.*
      from (select) once
      left join (select remembered.position, ${shownColumns}
                   from unnest(${[...ids]}::uuid[]) with ordinality as remembered (id, position)
                   join products product on product.id = remembered.id ${joinStock}) listed on true
     order by listed.position`.execute(db)
  return { state: rows[0]?.state ?? '', rows: rows.filter((row) => row.id !== null) }
}
