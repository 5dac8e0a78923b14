import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

/**
 * Drawings of a merchant that are not made yet, the newest first: so lists begin with what is ready. Other pictures
 * that are being made have an address, from which they are fetched.
 */
export async function selectUndrawn(db: Executor, merchantId: string): Promise<{ id: string; alt: string }[]> {
  const { rows } = await sql<{ id: string; alt: string }>`
    select id, alt from media
     where merchant_id = ${merchantId} and state = 'processing' and source_url is null and alt is not null
     order by id desc`.execute(db)
  return rows
}
