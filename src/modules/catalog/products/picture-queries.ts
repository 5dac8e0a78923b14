import { type RawBuilder, sql } from 'kysely'
import type { PictureRow } from '#src/modules/media/index.ts'
import { firstPictureOf, picturesOf } from '#src/modules/media/shared-queries.ts'

/**
 * Ids of the pictures of `products product`: its own, then those of a variant's group. Of these the ones that are tied
 * to a value of the variant come first, and those of other values are left out.
 */
export const idsOfPictures = sql`
  case when product.group_id is null then product.media else product.media || array(
    select shown.id
      from product_groups one cross join unnest(one.media) with ordinality shown (id, place)
     where one.merchant_id is not distinct from product.merchant_id and one.id = product.group_id
       and shown.id <> all (product.media)
       and product.options @> coalesce(one.media_options -> shown.id::text, '{}')
     order by one.media_options -> shown.id::text is null, shown.place) end`

/**
 * Ids of the pictures of a group, under this name, where it stands in a list: its own, else the first one of its
 * variants in their order.
 */
const ofListedGroup = (name: string) => sql`
  case when ${sql.ref(`${name}.media`)} <> '{}' then ${sql.ref(`${name}.media`)} else (
    select variant.media[:1] from products variant
     where variant.merchant_id = ${sql.ref(`${name}.merchant_id`)} and variant.group_id = ${sql.ref(`${name}.id`)}
       and variant.media <> '{}' order by variant.position, variant.id limit 1) end`

export const picturesOfListedGroup = (name: string) => picturesOf(sql.ref(`${name}.merchant_id`), ofListedGroup(name))

/** Of `products product`. One without pictures and without a group costs no look-up. */
const unlessPlain = <T>(column: RawBuilder<T>): RawBuilder<T | null> =>
  sql`case when product.media = '{}' and product.group_id is null then null else ${column} end`

export const picturesOfProduct = unlessPlain(picturesOf(sql`product.merchant_id`, idsOfPictures))
export const firstPictureOfProduct = unlessPlain(firstPictureOf(sql`product.merchant_id`, idsOfPictures))

/** Of `listings card`, which shows `products product`: its own, else those of its group in a list. */
export const picturesOfCard = sql<PictureRow[] | null>`
  coalesce(${picturesOfProduct}, case when card.form = 'g' then (
    select ${picturesOfListedGroup('one')} from product_groups one
     where one.merchant_id is not distinct from card.merchant_id and one.id = card.card_id) end)`
