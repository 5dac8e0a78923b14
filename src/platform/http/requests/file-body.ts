import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#src/platform/lib/errors.ts'
import { refusalOfCoding } from './body-parser.ts'

/** In a scope whose routes take files, not JSON. Their `bodyLimit` is the size of the largest. */
export function parseFiles(scope: FastifyInstance, types: string[]): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(types, { parseAs: 'buffer' }, (request, bytes, done) =>
    done(refusalOfCoding(request) ?? null, bytes),
  )
}

interface Streamed {
  types: string[] | RegExp
  maxBytes: number
  tooLarge: () => AppError
}

/** For files that are read as they arrive. One that says its size is refused before. */
export function streamFiles(scope: FastifyInstance, { types, maxBytes, tooLarge }: Streamed): void {
  scope.addContentTypeParser(types, (request, file, done) => {
    const isTooLarge = Number(request.headers['content-length'] ?? 0) > maxBytes
    done(refusalOfCoding(request) ?? (isTooLarge ? tooLarge() : null), file)
  })
}

/**
 * The file that was sent. Without a body and content type no parser has run.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE
 */
export function fileOf<File = Buffer>({ body }: FastifyRequest, advice = csvAdvice): File {
  if (body === undefined) throw new AppError('UNSUPPORTED_MEDIA_TYPE', advice)
  return body as File
}

const csvAdvice = 'send the file as the body, with content-type text/csv'
