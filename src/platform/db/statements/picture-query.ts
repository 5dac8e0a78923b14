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

/**
 * The pictures of these ids of a merchant that are ready, in their order, as a column of `PictureRow[] | null`. A row
 * without ids costs no look-up.
 */
export function picturesOf(merchantId: RawBuilder<unknown>, ids: RawBuilder<unknown>): RawBuilder<PictureRow[] | null> {
  return sql`
    case when ${ids} = '{}' then null else (
      select jsonb_agg(jsonb_build_object('id', media.id, 'width', media.width, 'height', media.height,
                                          'alt', media.alt, 'sizes', media.sizes) order by wanted.place)
        from unnest(${ids}) with ordinality wanted (id, place)
        join media on media.merchant_id = ${merchantId} and media.id = wanted.id and media.state = 'ready') end`
}

/** The name of the largest JPEG of the first of them that is ready: what a product without more room is shown by. */
export function firstPictureOf(merchantId: RawBuilder<unknown>, ids: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`
    case when ${ids} = '{}' then null else (
      select media.sizes -> -1 ->> 'jpeg' from unnest(${ids}) with ordinality wanted (id, place)
        join media on media.merchant_id = ${merchantId} and media.id = wanted.id and media.state = 'ready'
       order by wanted.place limit 1) end`
}
