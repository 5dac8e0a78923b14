import { type RawBuilder, sql } from 'kysely'
import type { PictureRow } from '#src/modules/media/index.ts'
import { picturesOfRow } from '#src/modules/media/shared-queries.ts'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageRange } from '#src/platform/lib/page.ts'
import type { MediaOptions } from '../products/group-pictures.ts'
import { isSold } from '../products/line-queries.ts'
import { joinStock, type ProductRow, productColumns } from '../products/queries.ts'
import type { ProductStatus } from '../products/statuses.ts'
import { productQuery } from '../products/text-queries.ts'

/** What staff sets of a group. */
export interface GroupFields {
  name: string
  slug: string | null
  description: string | null
  /** Null: it was written as text. Variants have no copy of it. */
  description_html: string | null
  category: string | null
  brand: string | null
  tags: string[]
  /** Ids of the pictures that variants show after their own. */
  media: string[]
  media_options: MediaOptions
  varies_by: string[]
  seo_title: string | null
  seo_description: string | null
  metadata: Record<string, string>
  status: ProductStatus
}

export interface GroupRow extends GroupFields {
  id: string
  merchant_id: string
  version: number
  created_at: Date
  updated_at: Date
}

/** What its variants come to. */
export interface VariantSums {
  variant_count: number
  /** Null without variants. */
  min_minor: number | null
  max_minor: number | null
  currency: string | null
  available: number
}

/** A group in a list. */
export type ListedGroup = Omit<SummedGroup, 'description_html'>

export type SummedGroup = GroupRow & VariantSums & { pictures: PictureRow[] | null }

/** Columns of GroupRow without its HTML, from `product_groups product_group`. */
const listedColumns = sql`
  product_group.id, product_group.merchant_id, product_group.name, product_group.slug, product_group.description,
  product_group.category, product_group.brand, product_group.tags, product_group.media, product_group.media_options,
  product_group.varies_by,
  product_group.seo_title, product_group.seo_description, product_group.metadata, product_group.status,
  product_group.version, product_group.created_at, product_group.updated_at`

export const groupColumns = sql`${listedColumns}, product_group.description_html`

const summed = sql`variants.*, ${picturesOfRow('product_group')} as pictures`

/** Columns of SummedGroup, with `sumsOf`. */
const summedColumns = sql`${groupColumns}, ${summed}`

/**
 * Sums of a group's variants: of all for staff, with the prices of the active ones if there are any; of those for sale
 * for shoppers.
 */
const sumsOf = (whose: 'staff' | 'shoppers'): RawBuilder<unknown> => sql`
  cross join lateral (
    select count(*)::int as variant_count,
           coalesce(min(price_minor) filter (where product.status = 'active'), min(price_minor)) as min_minor,
           coalesce(max(price_minor) filter (where product.status = 'active'), max(price_minor)) as max_minor,
           min(currency) as currency,
           coalesce(sum(stock.on_hand - stock.reserved) filter (where ${isSold}), 0)::float8 as available
      from products product ${joinStock}
     where product.merchant_id = product_group.merchant_id and product.group_id = product_group.id
       ${whose === 'staff' ? sql`` : sql`and ${isSold}`}) variants`

/** A shop's group of any status. */
export async function selectOwnGroup(
  db: Executor,
  merchantId: string,
  groupId: string,
): Promise<SummedGroup | undefined> {
  const { rows } = await sql<SummedGroup>`
    select ${summedColumns} from product_groups product_group ${sumsOf('staff')}
     where product_group.merchant_id = ${merchantId} and product_group.id = ${groupId}`.execute(db)
  return rows[0]
}

/** An active group of any shop, with the sums of what is for sale. */
export async function selectActiveGroup(db: Executor, groupId: string): Promise<SummedGroup | undefined> {
  const { rows } = await sql<SummedGroup>`
    select ${summedColumns} from product_groups product_group ${sumsOf('shoppers')}
     where product_group.id = ${groupId} and product_group.status = 'active'`.execute(db)
  return rows[0]
}

/** The variants of a group in their order; `sold`: only those for sale. */
export async function selectVariants(
  db: Executor,
  { merchant_id, id }: Pick<GroupRow, 'merchant_id' | 'id'>,
  which: 'all' | 'sold',
): Promise<ProductRow[]> {
  const { rows } = await sql<ProductRow>`
    select ${productColumns} from products product ${joinStock}
     where product.merchant_id = ${merchant_id} and product.group_id = ${id}
       ${which === 'all' ? sql`` : sql`and ${isSold}`}
     order by product.position, product.id`.execute(db)
  return rows
}

export interface GroupFilter {
  merchantId: string
  status: ProductStatus | undefined
  /** Words of a variant, which has those of its group, or the beginning of its SKU; of a group without, its name’s. */
  q: string | undefined
}

/** A page of a shop's groups, newest first, and one more if there is another page. */
export async function selectOwnGroups(db: Executor, filter: GroupFilter, page: PageRange): Promise<ListedGroup[]> {
  const behind = behindCursor(page, 'desc', ['created_at', 'timestamptz(3)'], ['id', 'uuid'])
  const { rows } = await sql<ListedGroup>`
    select ${listedColumns}, ${summed}
      from (select * from product_groups product_group
             where ${matches(filter)} and ${behind}
             order by created_at desc, id desc ${pageWindow(page)}) product_group ${sumsOf('staff')}
     order by product_group.created_at desc, product_group.id desc`.execute(db)
  return rows
}

export function countOwnGroups(db: Executor, filter: GroupFilter): Promise<number> {
  return countUpToMaximum(db, sql`select 1 from product_groups product_group where ${matches(filter)}`)
}

function matches({ merchantId, status, q }: GroupFilter): RawBuilder<boolean> {
  const inStatus = status === undefined ? sql`` : sql` and product_group.status = ${sql.lit(status)}`
  const hasWords =
    q === undefined
      ? sql``
      : sql` and (product_group.id in (
          select card_id from listing_texts found
           where found.merchant_id = ${merchantId} and found.language = '' and found.form = 'g'
             and found.document @@ ${productQuery(q)})
          or to_tsvector('product_text', search_text(product_group.name)) @@ ${productQuery(q)}
             and not exists (select from products variant
                              where variant.merchant_id = ${merchantId} and variant.group_id = product_group.id))`
  return sql<boolean>`product_group.merchant_id = ${merchantId}${inStatus}${hasWords}`
}
