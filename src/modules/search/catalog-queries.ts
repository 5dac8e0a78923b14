import { sql } from 'kysely'

/** The merchant_id of `product_counts` rows that count the products of all merchants. */
export const everyMerchant = '00000000-0000-0000-0000-000000000000'

/**
 * SQL for the version of the catalog: statements that read the same version see the same products, merchant names and
 * dictionary. The page cache of the catalog compares the same sum.
 */
export const catalogVersion = sql<string>`(select coalesce(sum(amount), 0)::text from catalog_changes)`

/** SQL for the exact number of active products: the counts, and the changes that are not folded into them yet. */
export const activeProducts = sql<number>`(
  (select coalesce(sum(total), 0) from product_counts
    where merchant_id = ${sql.lit(everyMerchant)} and category = '' and status = 'active')
  + (select coalesce(sum(amount), 0) from product_count_changes where status = 'active'))::int`

/** Columns of the catalog's ProductRow, from `products product` and `joinStock`. */
export const productColumns = sql`
  product.id, product.merchant_id, product.sku, product.name, product.description, product.category,
  product.price_minor, product.currency, product.status, product.image_url,
  coalesce(stock.on_hand - stock.reserved, 0) as available, product.version, product.created_at,
  product.updated_at, product.name_key, product.price_common`

export const joinStock = sql`
  left join stock on stock.merchant_id = product.merchant_id and stock.product_id = product.id`
