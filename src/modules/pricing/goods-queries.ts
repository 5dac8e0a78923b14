import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

/** What tax and shipping depend on, of a product as it is today, sold or not. */
export interface GoodsRow {
  product_id: string
  /** Empty: a multi-purpose voucher, which is taxed when it is spent. */
  tax_class: string
  weight_grams: number | null
  voucher_country: string | null
}

export async function selectGoods(
  db: Executor,
  merchantId: string,
  productIds: readonly string[],
): Promise<Map<string, GoodsRow>> {
  const { rows } = await sql<GoodsRow>`
    select id as product_id, weight_grams, voucher_country,
           case when gift_card and voucher = 'multi' then '' else tax_class end as tax_class
      from products where merchant_id = ${merchantId} and id = any(${[...productIds]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.product_id, row]))
}
