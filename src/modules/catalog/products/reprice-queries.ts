import { sql } from 'kysely'
import { isOwnedBy } from '#src/platform/db/statements/owner-condition.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'

interface Prices {
  price_minor: number
  compare_at_minor: number | null
  lowest_30d_minor: number | null
  unit_cost_minor: number | null
}

export interface PricedProduct extends Prices {
  id: string
  sku: string
}

/** Locks up to `most` products of a merchant, in id order, and returns their prices. */
export async function lockPrices(transaction: Transaction, merchantId: string, max: number): Promise<PricedProduct[]> {
  const { rows } = await sql<PricedProduct>`
    select id, sku, price_minor, compare_at_minor, lowest_30d_minor, unit_cost_minor
      from products where merchant_id = ${merchantId} order by id limit ${max} for no key update`.execute(transaction)
  return rows
}

/** Price in the new currency; on the common scale of all currencies it is unchanged. */
export interface RepricedProduct extends Prices {
  id: string
}

/** Writes prices in another currency. Call it after `lockPrices`. */
export async function updateCurrencies(
  transaction: Transaction,
  merchantId: string,
  currency: string,
  products: readonly RepricedProduct[],
): Promise<void> {
  await sql`
    update products product
       set currency = ${currency}, price_minor = given.price_minor, compare_at_minor = given.compare_at_minor,
           lowest_30d_minor = given.lowest_30d_minor, unit_cost_minor = given.unit_cost_minor,
           other_prices = product.other_prices - ${currency}, updated_at = now()
      from json_populate_recordset(null::products, ${JSON.stringify(products)}) given
     where ${isOwnedBy('product.merchant_id', merchantId)} and product.id = given.id`.execute(transaction)
}
