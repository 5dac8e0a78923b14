import { sql } from 'kysely'
import { isOwnedBy } from '#src/platform/db/statements/owner-condition.ts'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageRange } from '#src/platform/lib/page.ts'

/** What a product cost from `starts_at` on, while it was active. */
export interface PriceRow {
  price_minor: number
  compare_at_minor: number | null
  currency: string
  starts_at: Date
  /** Null as long as the price is in force. */
  ends_at: Date | null
  /** `starts_at` to the microsecond, for cursors. */
  position: string
}

/** The price history of a product of the merchant, newest first. */
export async function selectPrices(
  db: Executor,
  merchantId: string,
  productId: string,
  page: PageRange,
): Promise<PriceRow[]> {
  const { rows } = await sql<PriceRow>`
    select price.price_minor, price.compare_at_minor, product.currency, starts_at,
           nullif(ends_at, 'infinity') as ends_at, starts_at::text as position
      from prices price
      join products product on ${isOwnedBy('product.merchant_id', merchantId)} and product.id = price.product_id
     where price.merchant_id = ${merchantId} and price.product_id = ${productId} and context = 0
       and ${behindCursor(page, 'desc', ['starts_at', 'timestamptz'])}
     order by starts_at desc ${pageWindow(page)}`.execute(db)
  return rows
}

export function countPrices(db: Executor, merchantId: string, productId: string): Promise<number> {
  return countUpToMaximum(
    db,
    sql`select 1 from prices where merchant_id = ${merchantId} and product_id = ${productId} and context = 0`,
  )
}
