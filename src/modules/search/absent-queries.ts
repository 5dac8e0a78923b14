import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'
import { has } from './scoring-queries.ts'

/** For each condition on words, whether any active product has it, of the merchant or of all. */
export async function areFound(
  db: Executor,
  conditions: readonly string[],
  merchantId: string | undefined,
): Promise<boolean[]> {
  if (conditions.length === 0) return []
  const ofMerchant = merchantId === undefined ? sql`` : sql` and merchant_id = ${merchantId}::uuid`
  const answers = conditions.map(
    (words) => sql`
      exists (select from listing_texts card where card.form <> 'v' and ${has(words)} and active${ofMerchant})`,
  )
  const { rows } = await sql<{ found: boolean[] }>`select array[${sql.join(answers)}] as found`.execute(db)
  return rows[0]?.found ?? []
}
