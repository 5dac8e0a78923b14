import { type Static, Type } from 'typebox'
import { mediaUrl } from '#src/platform/blobs/addresses.ts'
import { body, line, Nullable, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { Focus, Picture, presentSizes } from './picture-schemas.ts'
import type { MediaRow } from './queries.ts'
import { presentVideo, Video } from './video-schemas.ts'

const { sizes } = Picture.properties

export const Media = named(
  'Media',
  Type.Object({
    id: Uuid,
    status: Type.String({
      enum: ['processing', 'ready', 'failed'],
      description: '`processing`: it is being fetched. `failed`: it is shown nowhere.',
    }),
    failure: Nullable(Type.String({ description: 'Why it failed.', examples: ['the server answered 404'] })),
    url: Nullable(Type.String({ description: 'The largest JPEG; null until it is ready.' })),
    width: Nullable(Type.Integer({ description: 'Of `url`.', examples: [1200] })),
    height: Nullable(Type.Integer({ examples: [800] })),
    alt: Nullable(Type.String({ description: 'What the picture shows, for those who do not see it.' })),
    focus: Focus,
    sizes,
    video: Type.Optional(Video),
    created_at: Timestamp,
  }),
)

export const Alt = Nullable(
  line({
    min: 0,
    max: 500,
    description: 'What the picture shows; null or empty clears it.',
    examples: ['A red shirt'],
  }),
)

export const FetchMedia = body('FetchMedia', {
  url: line({
    max: 2_048,
    description: 'Where the picture is fetched from, or a video at YouTube or Vimeo.',
    examples: ['https://example.com/1.jpg'],
  }),
  alt: Type.Optional(Alt),
})

export const UpdateMedia = body('UpdateMedia', { alt: Type.Optional(Alt), focus: Type.Optional(Focus) })

export function presentMedia(row: MediaRow): Static<typeof Media> {
  const largest = row.sizes.at(-1)
  const video = presentVideo(row.video)
  return {
    id: row.id,
    status: row.state,
    failure: row.state === 'failed' ? row.failure : null,
    url: largest === undefined ? null : mediaUrl(largest.jpeg),
    width: row.width,
    height: row.height,
    alt: row.alt,
    focus: row.focus,
    sizes: presentSizes(row.sizes),
    ...(video !== undefined && { video }),
    created_at: row.created_at.toISOString(),
  }
}
