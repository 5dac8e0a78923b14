import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#src/platform/lib/errors.ts'

/** The only body format is JSON in UTF-8. An empty body counts as none, whatever the content type. */
export function registerBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    const charset = /charset="?([\w-]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
    if (charset !== undefined && charset.toLowerCase() !== 'utf-8') {
      done(new AppError('UNSUPPORTED_MEDIA_TYPE', 'send the body as application/json; charset=utf-8'))
    } else if (bytes.length === 0) {
      done(null, undefined)
    } else if (!isUtf8(bytes)) {
      done(new AppError('VALIDATION_ERROR', 'the body is not UTF-8'))
    } else {
      try {
        done(null, JSON.parse(bytes.toString()))
      } catch {
        done(new AppError('VALIDATION_ERROR', 'the body is not JSON'))
      }
    }
  })
}
