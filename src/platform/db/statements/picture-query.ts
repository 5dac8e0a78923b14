import { type RawBuilder, sql } from 'kysely'

/** Names of files in the store of pictures. */
export interface PictureSize {
  width: number
  webp: string
  jpeg: string
}

/** A picture that is ready, as `picturesOf` reads it. */
export interface PictureRow {
  id: string
  width: number
  height: number
  alt: string | null
  /** The smallest first. */
  sizes: PictureSize[]
}

/** The pictures of these ids of a merchant that are ready, in their order, as a column of `PictureRow[] | null`. */
export function picturesOf(merchantId: RawBuilder<unknown>, ids: RawBuilder<unknown>): RawBuilder<PictureRow[] | null> {
  return sql`(
    select jsonb_agg(jsonb_build_object('id', media.id, 'width', media.width, 'height', media.height,
                                        'alt', media.alt, 'sizes', media.sizes) order by wanted.place)
      from unnest(${ids}) with ordinality wanted (id, place) ${joinReady(merchantId)})`
}

/**
 * By the id alone, for each: a plan of a time when PostgreSQL took the table for empty would read all of the shop by
 * another index, and all that are ready by the index of those.
 */
const joinReady = (merchantId: RawBuilder<unknown>) => sql`
 cross join lateral (select * from media where media.id = wanted.id offset 0) media
 where media.merchant_id = ${merchantId} and media.state = 'ready'`

/** Of a row that has a shop and pictures of its own, under this name. One without pictures costs no look-up. */
export function picturesOfRow(name: string): RawBuilder<PictureRow[] | null> {
  const media = sql.ref(`${name}.media`)
  return sql`case when ${media} <> '{}' then ${picturesOf(sql.ref(`${name}.merchant_id`), media)} end`
}

/** The name of the largest JPEG of the first of them that is ready: what stands for a product in a list of others. */
export function firstPictureOf(merchantId: RawBuilder<unknown>, ids: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(
    select media.sizes -> -1 ->> 'jpeg' from unnest(${ids}) with ordinality wanted (id, place) ${joinReady(merchantId)}
     order by wanted.place limit 1)`
}

/** Ids of the pictures of `products product`: a variant's own, if it has any, else its group's. */
const ofProduct = sql`
  case when product.media <> '{}' or product.group_id is null then product.media else (
    select one.media from product_groups one
     where one.merchant_id is not distinct from product.merchant_id and one.id = product.group_id) end`

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

export const picturesOfProduct = unlessPlain(picturesOf(sql`product.merchant_id`, ofProduct))
export const firstPictureOfProduct = unlessPlain(firstPictureOf(sql`product.merchant_id`, ofProduct))

/** Of `listings card`, which shows `products product`: its own, else those of its group in a list. */
export const picturesOfCard = sql<PictureRow[] | null>`
  case when card.form = 'g' and product.media = '{}' then (
    select ${picturesOfListedGroup('one')} from product_groups one
     where one.merchant_id is not distinct from card.merchant_id and one.id = card.card_id)
  else ${picturesOfProduct} end`
