import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { regionKey } from '#src/platform/lib/regions.ts'
import type { TaxRateRow } from './place-rules.ts'

/** A merchant's tax rates in the order of its table, optionally of one country. */
export async function selectTaxRates(db: Executor, merchantId: string, country?: string): Promise<TaxRateRow[]> {
  let rates = db
    .selectFrom('tax_rates')
    .select(['country', 'region', 'postal_codes', 'tax_class', 'name', 'rate', 'compound'])
    .where('merchant_id', '=', merchantId)
    .orderBy('position')
  if (country !== undefined) rates = rates.where('country', '=', country)
  return rates.execute()
}

/** What the taxes of a merchant are called, in the order of its table. */
export async function selectTaxNames(db: Executor, merchantId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from tax_rates where merchant_id = ${merchantId}
     group by name order by min(position) limit 20`.execute(db)
  return rows.map(({ name }) => name)
}

/** Replaces the table of a merchant. Call it while the settings are locked. */
export async function replaceTaxRates(
  transaction: Transaction,
  merchantId: string,
  rates: readonly TaxRateRow[],
): Promise<void> {
  const column = <K extends keyof TaxRateRow>(name: K) => rates.map((rate) => rate[name])
  await transaction.deleteFrom('tax_rates').where('merchant_id', '=', merchantId).execute()
  await sql`
    insert into tax_rates (merchant_id, position, country, region, region_key, postal_codes, tax_class, name, rate,
                           compound)
    select ${merchantId}::uuid, given.position, country, region, region_key, string_to_array(postal_codes, ','),
           tax_class, name, rate, compound
      from unnest(${column('country')}::text[], ${column('region')}::text[],
                  ${rates.map(({ country, region }) => regionKey(country, region))}::text[],
                  ${rates.map((rate) => rate.postal_codes?.join() ?? null)}::text[], ${column('tax_class')}::text[],
                  ${column('name')}::text[], ${column('rate')}::numeric[], ${column('compound')}::bool[])
           with ordinality as given (country, region, region_key, postal_codes, tax_class, name, rate, compound,
                                     position)`.execute(transaction)
}
