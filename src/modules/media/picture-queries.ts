import { type RawBuilder, sql } from 'kysely'

/** Names of files in the store of pictures. */
export interface PictureSize {
  width: number
  webp: string
  jpeg: string
  /** Pictures of earlier releases have none. */
  avif?: string
}

/** A point of a picture, from its top left corner: 0 to 1 of its width and height. */
export interface Focus {
  x: number
  y: number
}

/** The file of a video with what it says of itself, or the address at a host that keeps it. */
export type StoredVideo = { file: string; width: number; height: number; seconds: number | null } | { url: string }

/** A picture that is ready, as `picturesOf` reads it. */
export interface PictureRow {
  id: string
  width: number
  height: number
  alt: string | null
  focus: Focus | null
  /** The smallest first. */
  sizes: PictureSize[]
  /** Of a video, for which the picture stands. */
  video: StoredVideo | null
}

/** The pictures of these ids of a merchant that are ready, in their order, as a column of `PictureRow[] | null`. */
export function picturesOf(merchantId: RawBuilder<unknown>, ids: RawBuilder<unknown>): RawBuilder<PictureRow[] | null> {
  return sql`(
    select jsonb_agg(jsonb_build_object('id', media.id, 'width', media.width, 'height', media.height,
                                        'alt', media.alt, 'focus', media.focus, 'sizes', media.sizes,
                                        'video', media.video)
                     order by wanted.place)
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

/**
 * The name of the largest JPEG of the first of them that is ready: what stands for a product in a list of others. The
 * picture of a video does only where there is no other.
 */
export function firstPictureOf(merchantId: RawBuilder<unknown>, ids: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(
    select media.sizes -> -1 ->> 'jpeg' from unnest(${ids}) with ordinality wanted (id, place) ${joinReady(merchantId)}
     order by media.video is not null, wanted.place limit 1)`
}

/** The same of pictures that are read. */
export function firstPicture(pictures: readonly PictureRow[] | null): PictureRow | undefined {
  return pictures?.find(({ video }) => video === null) ?? pictures?.[0]
}
