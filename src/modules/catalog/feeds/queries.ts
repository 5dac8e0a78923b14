import { type RawBuilder, sql } from 'kysely'
import type { PictureRow } from '#src/modules/media/index.ts'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import type { ProductColumns } from '../products/field.ts'
import { firstPictureOfProduct, picturesOfProduct } from '../products/picture-queries.ts'
import { joinGroup, joinStock } from '../products/queries.ts'

export interface FeedRow {
  id: string
  key: string
  storefront_url: string | null
  created_at: Date
}

const columns = sql`id, key, storefront_url, created_at`

/**
 * Undefined if the shop has the maximum of feeds. Call it after `lockSettings`, so that concurrent calls count
 * correctly.
 */
export async function insertFeed(
  transaction: Transaction,
  merchantId: string,
  feed: Omit<FeedRow, 'created_at'>,
  max: number,
): Promise<FeedRow | undefined> {
  const { rows } = await sql<FeedRow>`
    insert into feeds (merchant_id, id, key, storefront_url, created_at)
    select ${merchantId}, ${feed.id}, ${feed.key}, ${feed.storefront_url}, now()
     where (select count(*) from feeds where merchant_id = ${merchantId}) < ${max}
    returning ${columns}`.execute(transaction)
  return rows[0]
}

/** Deletes a feed and returns it; undefined if there is none. */
export async function deleteFeed(
  transaction: Transaction,
  merchantId: string,
  id: string,
): Promise<FeedRow | undefined> {
  const { rows } = await sql<FeedRow>`
    delete from feeds where merchant_id = ${merchantId} and id = ${id} returning ${columns}`.execute(transaction)
  return rows[0]
}

/** A merchant's feeds, newest first. */
export async function selectFeeds(db: Executor, merchantId: string, page: PageRequest): Promise<FeedRow[]> {
  const { rows } = await sql<FeedRow>`
    select ${columns} from feeds
     where merchant_id = ${merchantId} and ${behindCursor(page, 'desc', ['id', 'uuid'])}
     order by id desc ${pageWindow(page)}`.execute(db)
  return rows
}

export async function countFeeds(db: Executor, merchantId: string): Promise<number> {
  return countUpToMaximum(db, sql`select 1 from feeds where merchant_id = ${merchantId}`)
}

export async function selectFeedByKey(db: Executor, merchantId: string, key: string): Promise<FeedRow | undefined> {
  const { rows } = await sql<FeedRow>`
    select ${columns} from feeds where merchant_id = ${merchantId} and key = ${key}`.execute(db)
  return rows[0]
}

/** A product or variant of a feed. */
export interface FeedProduct {
  id: string
  sku: string
  slug: string | null
  name: string
  description: string | null
  category: string | null
  brand: string | null
  gtin: string | null
  price_minor: number
  compare_at_minor: number | null
  lowest_30d_minor: number | null
  currency: string
  tax_class: string
  image_url: string | null
  pictures: PictureRow[] | null
  requires_shipping: boolean
  unit_pricing: ProductColumns['unit_pricing']
  weight_grams: number | null
  group_id: string | null
  options: Record<string, string>
  available: number
}

/** Position of the next batch of a stream: ids are in the order of creation. */
export type FeedPosition = Pick<FeedProduct, 'id'>

const behind = (after: FeedPosition | undefined) =>
  after === undefined ? sql`true` : sql`product.id > ${after.id}::uuid`

/** Products for sale; a variant only while its group is active. */
const onSale = (merchantId: string, after: FeedPosition | undefined, more = sql``): RawBuilder<unknown> => sql`
  products product ${joinGroup('owner')} ${more}
 where product.merchant_id = ${merchantId} and product.status = 'active'
   and (product.group_id is null or owner.status = 'active')
   and ${behind(after)}`

/** By price lists for everybody, if the shop has some. */
const joinListPrice = sql`
  left join lateral price_of(product.merchant_id, product.id, price_context(product.merchant_id, null), 1, '{}', now())
    its on true`

export async function selectFeedProducts(
  db: Executor,
  merchantId: string,
  after: FeedPosition | undefined,
  limit: number,
): Promise<FeedProduct[]> {
  const { rows } = await sql<FeedProduct>`
    select product.id, product.sku, product.slug, product.name, product.description, product.category, product.brand,
           product.gtin, coalesce(its.price_minor, product.price_minor) as price_minor,
           case when its.price_minor is null then product.compare_at_minor else its.compare_at_minor end
             as compare_at_minor,
           case when its.price_minor is null then product.lowest_30d_minor else its.lowest_30d_minor end
             as lowest_30d_minor, product.currency,
           product.tax_class, product.image_url, ${picturesOfProduct} as pictures, product.requires_shipping,
           product.unit_pricing, product.weight_grams,
           product.group_id, product.options,
           coalesce(stock.on_hand - stock.reserved, 0) as available
      from ${onSale(merchantId, after, sql`${joinStock} ${joinListPrice}`)}
     order by product.id limit ${sql.lit(limit)}`.execute(db)
  return rows
}

export async function countFeedProducts(
  db: Executor,
  merchantId: string,
): Promise<{ products: number; without_picture: number }> {
  const { rows } = await sql<{ products: number; without_picture: number }>`
    select count(*)::int as products,
           (count(*) filter (where product.image_url is null and ${firstPictureOfProduct} is null))::int
             as without_picture
      from products product
     where product.merchant_id = ${merchantId} and product.status = 'active' and product.withheld is null`.execute(db)
  return rows[0] ?? { products: 0, without_picture: 0 }
}

/** The page of a plain product or of a group, which has the position of its first variant. */
export interface SitemapPage extends FeedPosition {
  slug: string | null
  updated_at: Date
}

const isPage = sql`
  (product.group_id is null or not exists (
    select from products before
     where before.merchant_id = product.merchant_id and before.group_id = product.group_id
       and before.status = 'active' and (before.position, before.id) < (product.position, product.id)))`

export async function selectSitemapPages(
  db: Executor,
  merchantId: string,
  after: FeedPosition | undefined,
  limit: number,
): Promise<SitemapPage[]> {
  const { rows } = await sql<SitemapPage>`
    select product.id, product.slug, greatest(product.updated_at, owner.updated_at) as updated_at
      from ${onSale(merchantId, after)} and ${isPage}
     order by product.id limit ${sql.lit(limit)}`.execute(db)
  return rows
}

export async function countSitemapPages(db: Executor, merchantId: string): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select count(*)::int as pages from ${onSale(merchantId, undefined)} and ${isPage}`.execute(db)
  return rows[0]?.pages ?? 0
}

/** The last page before a part of a sitemap; undefined if the sitemap is shorter. */
export async function selectPageBefore(
  db: Executor,
  merchantId: string,
  pages: number,
): Promise<FeedPosition | undefined> {
  const { rows } = await sql<FeedPosition>`
    select product.id from ${onSale(merchantId, undefined)} and ${isPage}
     order by product.id offset ${pages - 1} limit 1`.execute(db)
  return rows[0]
}
