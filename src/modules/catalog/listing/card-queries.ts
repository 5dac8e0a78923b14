import { type RawBuilder, sql } from 'kysely'
import { compileOnce } from '#src/platform/db/statements/compile-once.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { picturesOfCard } from '../products/picture-queries.ts'
import {
  availableUnits,
  htmlOfProduct,
  joinStock,
  type ListedProductRow,
  listedColumnsWith,
  type ProductRow,
} from '../products/queries.ts'
import { slugRow } from '../products/slug-queries.ts'
import { type CardKey, joinKeys, readKeys } from './key-queries.ts'

/** Fields of the group on its card. */
export interface CardGroup {
  id: string
  name: string
  slug: string | null
  variant_count: number
  min_minor: number
  max_minor: number
  available: boolean
}

/** A product on a card, with the card's sort values. */
export interface CardRow extends ListedProductRow {
  card_id: string
  listed_at: Date
  listed_price: number
  group: CardGroup | null
}

/** The card of one product, with what lists do not show. */
export type CardDetails = CardRow & Pick<ProductRow, 'description_html'>

/** Columns of CardRow except the available units, from `listings card` and `products product`. */
const storedColumns = sql`
  ${listedColumnsWith(picturesOfCard)},
  card.card_id, card.created_at as listed_at, card.price_common as listed_price,
  case when card.form = 'g' then (
    select json_build_object('id', one.id, 'name', one.name, 'slug', one.slug,
                             'variant_count', variants.number, 'min_minor', variants.least,
                             'max_minor', variants.most, 'available', variants.available)
      from product_groups one
      join lateral (
        select count(*) as number, min(price_minor) as least, max(price_minor) as most, bool_or(in_stock) as available
          from products where merchant_id = one.merchant_id and group_id = one.id
                          and (status = 'active' or not card.active)) variants on true
     where one.merchant_id = card.merchant_id and one.id = card.card_id) end as "group"`

/** Columns of CardRow, from `listings card`, `products product` and `joinStock`. */
export const cardColumns = sql`${storedColumns}, ${availableUnits}`

export type StampedCard = Omit<CardRow, 'available'> & { stamp: string }

const activeCards = compileOnce(
  (_: null, { cards, shown }: { cards: string; shown: string }): RawBuilder<StampedCard> => sql<StampedCard>`
    select ${storedColumns}, card.stamp::text
      from unnest(${cards}::uuid[], ${shown}::uuid[]) as wanted (card_id, shown_id)
      join products product on product.id = wanted.shown_id
     cross join lateral (
       select * from listings card
        where card.merchant_id = product.merchant_id and card.context = 0 and card.card_id = wanted.card_id
       offset 0) card
     where card.active and product.status = 'active'`,
)

/** The cards that shoppers see. */
export async function selectActiveCards(
  db: Executor,
  keys: readonly Pick<CardKey, 'id' | 'shownId'>[],
): Promise<StampedCard[]> {
  const cards = `{${keys.map(({ id }) => id).join()}}`
  const shown = `{${keys.map(({ id, shownId }) => shownId ?? id).join()}}`
  const { rows } = await activeCards(null, { cards, shown }).execute(db)
  return rows
}

/** Keys of the active cards with these ids, in their order: products, variants by themselves, and groups. */
export async function selectCardKeys(
  db: Executor,
  ids: readonly string[],
  merchantId: string | undefined,
): Promise<CardKey[]> {
  const ofShop = merchantId === undefined ? sql`` : sql`and listing.merchant_id = ${merchantId}`
  const { rows } = await sql<{ keys: string | null }>`
    select string_agg(card.key, ',' order by wanted.place) as keys
      from unnest(${[...ids]}::uuid[]) with ordinality wanted (id, place)
     cross join lateral (
       select merchant_id from products where products.id = wanted.id
        union all
       select merchant_id from product_groups where product_groups.id = wanted.id limit 1) owner
     cross join lateral (
       select merchant_id, card_id, active from listings
        where listings.merchant_id = owner.merchant_id and listings.context = 0 and listings.card_id = wanted.id
       offset 0) listing
     ${joinKeys('card', 'listing')}
     where listing.active ${ofShop}`.execute(db)
  return readKeys(rows[0]?.keys ?? null)
}

/** The active card that a current or old slug of a merchant leads to: a product, or a group, also by one in it. */
export async function selectActiveCardBySlug(
  db: Executor,
  merchantId: string,
  slug: string,
): Promise<CardDetails | undefined> {
  const { rows } = await sql<CardDetails>`
    select ${cardColumns}, ${htmlOfProduct}
      from ${slugRow(merchantId, slug)}
      left join products named
        on named.merchant_id is not distinct from slugs.merchant_id and named.id = slugs.product_id
      join listings card on card.merchant_id = slugs.merchant_id and card.context = 0
                        and card.card_id = coalesce(slugs.group_id, named.group_id, named.id)
      join products product
        on product.merchant_id is not distinct from card.merchant_id and product.id = card.shown_id ${joinStock}
     where card.active
       and product.status = 'active'`.execute(db)
  return rows[0]
}
