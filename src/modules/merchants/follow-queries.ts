import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

interface FollowedRow {
  merchant_id: string
  require_two_factor: boolean
  currency: string | null
  timezone: string
  has_markets: boolean
  has_texts: boolean
  has_prices: boolean
}

/**
 * Merchants whose settings changed since a time of the database's clock; without a time, all that require two factors,
 * changed their currency, set a time zone, or have markets, texts of their own or price lists.
 */
export async function selectFollowedSettings(
  db: Executor,
  since: Date | undefined,
): Promise<{ rows: FollowedRow[]; now: Date }> {
  const which =
    since === undefined
      ? sql`(setting.require_two_factor or setting.currency is not null or setting.timezone <> 'UTC'
             or setting.has_markets or setting.has_texts or setting.has_prices)`
      : sql`setting.updated_at > ${since}`
  const { rows } = await sql<Omit<FollowedRow, 'merchant_id'> & { merchant_id: string | null; now: Date }>`
    select setting.merchant_id, setting.require_two_factor, setting.currency, setting.timezone,
           setting.has_markets, setting.has_texts, setting.has_prices, clock.now
      from (select clock_timestamp() as now) clock
      left join merchant_settings setting on ${which}`.execute(db)
  const [first] = rows
  if (first === undefined) throw new Error('the statement returns at least one row')
  const settings = rows.flatMap(({ now: _, merchant_id, ...row }) =>
    merchant_id === null ? [] : { merchant_id, ...row },
  )
  return { rows: settings, now: first.now }
}

export async function requiresTwoFactor(db: Executor, merchantId: string): Promise<boolean> {
  const row = await db
    .selectFrom('merchant_settings')
    .select('require_two_factor')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  return row?.require_two_factor === true
}
