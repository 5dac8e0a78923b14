import { type Static, Type } from 'typebox'
import { mediaUrl } from '#src/platform/blobs/addresses.ts'
import { Nullable, named } from '#src/platform/http/envelope.ts'
import { videoAt } from '#src/platform/rich-text/index.ts'
import type { StoredVideo } from './picture-queries.ts'

/** What plays in place of its picture. */
export const Video = named(
  'Video',
  Type.Object(
    {
      host: Nullable(
        Type.String({ enum: ['youtube', 'vimeo'], description: 'Who keeps it; null: the shop, as a file.' }),
      ),
      url: Type.String({
        description: 'The MP4, read in ranges, or the page of the host.',
        examples: ['https://www.youtube.com/watch?v=aqz-KE-bpKQ'],
      }),
      embed_url: Nullable(
        Type.String({
          description: 'What a frame shows of a host, once somebody asks for it; null of a file.',
          examples: ['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'],
        }),
      ),
      width: Nullable(Type.Integer({ description: 'Of a file.', examples: [1920] })),
      height: Nullable(Type.Integer({ examples: [1080] })),
      seconds: Nullable(Type.Integer({ description: 'How long it is, where its file says so.', examples: [42] })),
    },
    { description: 'What plays in place of the picture, which stands for it until then.' },
  ),
)

/** Undefined of a picture, and of a video whose host is not allowed any more. */
export function presentVideo(video: StoredVideo | null): Static<typeof Video> | undefined {
  if (video === null) return undefined
  if ('file' in video) {
    const { file, width, height, seconds } = video
    return { host: null, url: mediaUrl(file), embed_url: null, width, height, seconds }
  }
  const found = videoAt(video.url)
  if (found === undefined) return undefined
  const { host, url, embedUrl } = found
  return { host, url, embed_url: embedUrl, width: null, height: null, seconds: null }
}
