import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { LastNumbers } from './invoice-settings.ts'

/** The last numbers of a shop's invoices and credit notes. */
export const lastNumbers = (merchantId: string) => sql<LastNumbers>`
  (select json_build_object('invoice', coalesce(max(last_number) filter (where kind = 'invoice'), 0),
                            'credit_note', coalesce(max(last_number) filter (where kind = 'credit_note'), 0))
     from invoice_series where merchant_id = ${merchantId})`

export async function selectLastNumbers(db: Executor, merchantId: string): Promise<LastNumbers> {
  const { rows } = await sql<{ last: LastNumbers }>`select ${lastNumbers(merchantId)} as last`.execute(db)
  return rows[0]?.last ?? { invoice: 0, credit_note: 0 }
}
