import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

/** What the rows of drawings have as their source, before the key. */
export const drawn = 'demo:'

/** Drawings of a merchant that are not made yet, the newest first: so lists begin with what is ready. */
export async function selectUndrawn(db: Executor, merchantId: string): Promise<{ id: string; key: string }[]> {
  const { rows } = await sql<{ id: string; key: string }>`
    select id, substr(source_url, ${drawn.length + 1}) as key from media
     where merchant_id = ${merchantId} and state = 'processing' and starts_with(source_url, ${drawn})
     order by id desc`.execute(db)
  return rows
}
