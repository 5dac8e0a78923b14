import { Type } from 'typebox'
import type { BlobStore } from '#src/platform/blobs/index.ts'
import type { App } from '#src/platform/http/app.ts'
import { errors } from '#src/platform/http/envelope.ts'
import { notFound } from '#src/platform/lib/errors.ts'
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
        description: 'Needs no header. Its name has a digest of its bytes, so it can be cached for good.',
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
            },
          },
          304: Type.Null({ description: 'Not Modified' }),
          ...errors('NOT_FOUND', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE', 'VALIDATION_ERROR'),
        },
      },
    },
    async (request, reply) => {
      const { key } = request.params
      if (!fileName.test(key)) throw notFound('picture')
      const isCached = request.headers['if-none-match']?.includes(`"${key}"`) ?? false
      const file = isCached ? undefined : await blobs.read(key)
      if (!isCached && file === undefined) throw notFound('picture')
      reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', `"${key}"`)
      // Nothing is sent: `null` would be JSON.
      if (file === undefined) return reply.code(304).send(undefined as never)
      reply.header('content-length', file.size).header('content-disposition', 'inline').type(contentTypeOf(key))
      // The declared type is the file's; it is sent as a stream.
      return reply.send(file.content as never)
    },
  )
}
