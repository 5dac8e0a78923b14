import type { IncomingHttpHeaders } from 'node:http'
import { Type } from 'typebox'
import type { BlobStore } from '#src/platform/blobs/index.ts'
import type { App } from '#src/platform/http/app.ts'
import { errors } from '#src/platform/http/envelope.ts'
import { AppError, notFound } from '#src/platform/lib/errors.ts'
import { rangeOf } from './file-range.ts'
import { contentTypeOf, fileName } from './store-picture.ts'

/** Files of pictures: for everybody, without a header, without the database. What a name stands for never changes. */
export function mediaFileRoutes(app: App, { blobs }: { blobs: BlobStore }): void {
  app.get(
    '/media/:key',
    {
      schema: {
        tags: ['Pictures'],
        operationId: 'getMediaFile',
        summary: 'A file of a picture',
        description:
          'Needs no header. Its name has a digest of its bytes, so it can be cached for good. With `range` it ' +
          'answers that part alone, as players of videos ask for it.',
        security: [],
        params: Type.Object({
          key: Type.String({ examples: ['019a9f3e6f5c7c3e9c592f6a3a1f0b11-640-5f1d7c2a90b3e4d8.webp'] }),
        }),
        querystring: Type.Object({}),
        response: {
          200: {
            description: 'The bytes.',
            content: {
              'image/jpeg': { schema: Type.Unknown() },
              'image/webp': { schema: Type.Unknown() },
              'image/avif': { schema: Type.Unknown() },
              'video/mp4': { schema: Type.Unknown() },
            },
          },
          206: {
            description: 'The bytes of the range.',
            content: { '*/*': { schema: Type.Unknown() } },
          },
          304: Type.Null({ description: 'Not Modified' }),
          ...errors('NOT_FOUND', 'RANGE_NOT_SATISFIABLE', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE', 'VALIDATION_ERROR'),
        },
      },
    },
    async (request, reply) => {
      const { key } = request.params
      if (!fileName.test(key)) throw notFound('picture')
      const isCached = request.headers['if-none-match']?.includes(`"${key}"`) ?? false
      const keep = () => reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', `"${key}"`)
      // Nothing is sent: `null` would be JSON.
      if (isCached)
        return keep()
          .code(304)
          .send(undefined as never)
      const size = request.headers.range === undefined ? undefined : await blobs.sizeOf(key)
      const part = size === undefined ? undefined : partOf(request.headers, key, size)
      if (part === 'outside') {
        reply.header('content-range', `bytes */${size}`)
        throw new AppError('RANGE_NOT_SATISFIABLE', `the file has ${size} bytes; ask for some of them`)
      }
      const file = await blobs.read(key, part)
      if (file === undefined) throw notFound('picture')
      keep()
      reply.header('accept-ranges', 'bytes').header('content-length', file.size)
      reply.header('content-disposition', 'inline').type(contentTypeOf(key))
      if (part) reply.code(206).header('content-range', `bytes ${part.first}-${part.last}/${size}`)
      // The declared type is the file's; it is sent as a stream.
      return reply.send(file.content as never)
    },
  )
}

/** The part that was asked for; undefined: the whole. `if-range` names a file whose bytes never change, or another. */
function partOf({ range, 'if-range': name }: IncomingHttpHeaders, key: string, size: number) {
  return name === undefined || name === `"${key}"` ? rangeOf(range, size) : undefined
}
