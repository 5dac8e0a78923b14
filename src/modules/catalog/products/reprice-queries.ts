import { sql } from 'kysely'
import type { Transaction } from '#src/platform/db/transaction.ts'

/** Locks up to `most` products of a merchant, in the order of their ids, and answers their prices. */
export async function lockPrices(
  transaction: Transaction,
  merchantId: string,
  most: number,
): Promise<{ id: string; sku: string; price_minor: number }[]> {
  const { rows } = await sql<{ id: string; sku: string; price_minor: number }>`
    select id, sku, price_minor from products where merchant_id = ${merchantId}
     order by id limit ${most} for no key update`.execute(transaction)
  return rows
}

export interface RepricedProduct {
  id: string
  /** In the new currency. On the scale of all currencies it is what it was. */
  priceMinor: number
}

/** Writes prices in another currency. Call it after `lockPrices`. */
export async function updateCurrencies(
  transaction: Transaction,
  merchantId: string,
  currency: string,
  products: readonly RepricedProduct[],
): Promise<void> {
  await sql`
    update products product set currency = ${currency}, price_minor = given.price_minor, updated_at = now()
      from unnest(${products.map(({ id }) => id)}::uuid[], ${products.map(({ priceMinor }) => priceMinor)}::bigint[])
           as given (id, price_minor)
     where product.merchant_id = ${merchantId} and product.id = given.id`.execute(transaction)
}
