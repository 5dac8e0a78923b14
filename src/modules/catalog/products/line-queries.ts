import { type RawBuilder, sql } from 'kysely'
import { firstPictureOfProduct } from './picture-queries.ts'

/** What a line of a cart, a quote or an order tells of its product as it is now. */
export interface LineProduct {
  /** File of its first picture; null: it has none. */
  picture: string | null
  /** An address outside the shop, for a product without pictures. */
  image_url: string | null
  group_id: string | null
  /** Null: it is not sold any more. */
  slug: string | null
  /** Units that can be ordered; 0 if it is not sold any more. */
  available: number
}

/** Whether `products product` is for sale. */
export const isSold = sql<boolean>`product.status = 'active' and product.withheld is null`

/** The columns of LineProduct, from `products product` and its `stock`, either of which may be missing. */
const columns: Record<keyof LineProduct, RawBuilder<unknown>> = {
  picture: firstPictureOfProduct,
  image_url: sql`product.image_url`,
  group_id: sql`product.group_id`,
  // Products from before slugs existed get theirs some time after the upgrade. Addresses accept both.
  slug: sql`case when ${isSold} then coalesce(product.slug, product.id::text) end`,
  available: sql`case when ${isSold} then coalesce(stock.on_hand - stock.reserved, 0) else 0 end`,
}

export const lineProductColumns = sql.join(
  Object.entries(columns).map(([name, value]) => sql`${value} as ${sql.ref(name)}`),
)

/** The same as arguments of `json_build_object`. */
export const lineProductPairs = sql.join(
  Object.entries(columns).map(([name, value]) => sql`${sql.lit(name)}, ${value}`),
)

/** By the key for each row: a merge would read all stock behind the first product of a page. */
export const stockOf = (merchant: string, product: string) => sql`
  left join lateral (
    select on_hand, reserved from stock
     where stock.merchant_id = ${sql.ref(merchant)} and stock.product_id = ${sql.ref(product)} offset 0) stock on true`

/** The product and the stock of a row that names one, by its id and its key (docs/decisions/0127). */
export const joinProductOf = (line: string) => sql`
  left join lateral (
    select * from products
     where products.merchant_id is not distinct from ${sql.ref(`${line}.merchant_id`)}
       and products.id = ${sql.ref(`${line}.product_id`)}
    offset 0) product on true
  ${stockOf(`${line}.merchant_id`, `${line}.product_id`)}`
