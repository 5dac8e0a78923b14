import { type Static, Type } from 'typebox'
import { mediaUrl } from '#src/platform/blobs/addresses.ts'
import { Nullable, named, Uuid } from '#src/platform/http/envelope.ts'
import type { PictureRow, PictureSize } from './picture-queries.ts'
import { presentVideo, Video } from './video-schemas.ts'

const Size = named(
  'PictureSize',
  Type.Object({
    width: Type.Integer({ examples: [640] }),
    url: Type.String({ description: 'WebP.' }),
    jpeg_url: Type.String(),
    avif_url: Nullable(Type.String({ description: 'null for pictures of earlier releases.' })),
  }),
)

const share = (description: string, example: number) =>
  Type.Number({ minimum: 0, maximum: 1, description, examples: [example] })

export const Focus = Nullable(
  named(
    'PictureFocus',
    Type.Object(
      { x: share('From the left, of its width.', 0.5), y: share('From the top, of its height.', 0.25) },
      {
        additionalProperties: false,
        description: 'The point that stays visible where the picture is cropped; null: its middle.',
      },
    ),
  ),
)

/** A picture as its owner shows it. */
export const Picture = named(
  'Picture',
  Type.Object({
    id: Uuid,
    url: Type.String({ description: 'The largest JPEG.' }),
    width: Type.Integer({ description: 'Of `url`.', examples: [1200] }),
    height: Type.Integer({ examples: [800] }),
    alt: Nullable(Type.String({ examples: ['A red cakestand with three tiers'] })),
    focus: Focus,
    sizes: Type.Array(Size, { description: 'The smallest first.' }),
    video: Type.Optional(Video),
  }),
)

export const Pictures = Type.Array(Picture, { description: 'Those that are ready, in their order.' })

export function presentSizes(sizes: readonly PictureSize[]): Static<typeof Size>[] {
  return sizes.map(({ width, webp, jpeg, avif }) => ({
    width,
    url: mediaUrl(webp),
    jpeg_url: mediaUrl(jpeg),
    avif_url: avif === undefined ? null : mediaUrl(avif),
  }))
}

/** What `picturesOf` has read, as answers and events show it. */
export function presentPictures(rows: readonly PictureRow[] | null): Static<typeof Pictures> {
  return (rows ?? []).map(({ id, width, height, alt, focus, sizes, video: stored }) => {
    const video = presentVideo(stored ?? null)
    return {
      id,
      url: mediaUrl(sizes.at(-1)?.jpeg ?? ''),
      width,
      height,
      alt,
      focus,
      sizes: presentSizes(sizes),
      ...(video !== undefined && { video }),
    }
  })
}

/** Ids of pictures in a body. */
export const MediaIds = Nullable(
  Type.Array(Uuid, { maxItems: 50, description: 'Ids of pictures, in the order in which they are shown.' }),
)
