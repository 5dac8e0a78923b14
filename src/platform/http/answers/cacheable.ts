import { hash } from 'node:crypto'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler, RouteOptions } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { acceptedCoding, type Coding } from './accepted-coding.ts'
import { limitHeaders } from './headers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The answer of a GET holds no secret and nothing about the caller, so clients may keep it and ask whether it has
     * changed, and it may be compressed. `private`: credentials are needed, so no shared cache keeps it, unless they
     * are a publishable key, which everybody has.
     */
    cacheable?: 'private' | 'public'
  }
}

/**
 * `no-cache` lets a client keep the answer, but it asks before each use: prices and stock are never stale. `shared` is
 * what a CDN keeps for all visitors of a storefront.
 */
const cachingHeaders = {
  shared: {
    'cache-control': 'public, max-age=15, s-maxage=60, stale-while-revalidate=300',
    vary: 'access-token, accept-encoding',
  },
  public: { 'cache-control': 'no-cache', vary: 'accept-encoding' },
  // The last two for a shared cache that was configured to keep private answers.
  private: { 'cache-control': 'private, no-cache', vary: 'accept-encoding, access-token, device-id' },
}

/** With `stale-while-revalidate`. */
const maxSharedSeconds = 360

/** An answer that the route knows to be another one after so many seconds (`cache-control: max-age`). */
function endingAfter(seconds: number): string {
  return `public, max-age=${Math.min(15, seconds)}, s-maxage=${Math.min(60, seconds)}`
}

/** Smaller answers fit into one packet as they are. */
const minCompressed = 1_024
/**
 * Handing work to another thread costs the event loop as much as compressing this much (src/platform/http/README.md).
 */
const maxCompressedInLoop = 65_536

type Compressed = (error: Error | null, bytes: Buffer) => void
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const compressors = {
  br: {
    inLoop: (text: string) => brotliCompressSync(text, brotli),
    inThread: (text: string, done: Compressed) => brotliCompress(text, brotli, done),
  },
  gzip: {
    inLoop: (text: string) => gzipSync(text, { level: 1 }),
    inThread: (text: string, done: Compressed) => gzip(text, { level: 1 }, done),
  },
}

/** `etag`, 304 and compression for routes with `config.cacheable`; other answers are neither kept nor compressed. */
export function registerCacheable(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.cacheable === undefined) return
    // For HEAD in place of Fastify's own hook, which cannot answer 304. Node sends no body to HEAD.
    route.onSend = sendCacheable
    if (route.schema?.hide !== true) describeCaching(route)
  })
}

const sendCacheable: onSendHookHandler<unknown> = (request, reply, payload, done) => {
  const { cacheable } = request.routeOptions.config
  if (cacheable === undefined || typeof payload !== 'string' || reply.statusCode !== 200) return done(null, payload)
  const etag = String(reply.getHeader('etag') ?? etagOf(payload))
  const isShared = request.storefront?.kind === 'publishable'
  // They are of the one visitor who asked.
  if (isShared) for (const name of limitHeaders) reply.removeHeader(name)
  const isInLanguages = reply.getHeader('vary') === 'accept-language'
  const maxAge = /^max-age=(\d+)$/.exec(String(reply.getHeader('cache-control') ?? ''))?.[1]
  reply.headers(cachingHeaders[isShared ? 'shared' : cacheable]).header('etag', etag)
  if (isShared && Number(maxAge) < maxSharedSeconds) reply.header('cache-control', endingAfter(Number(maxAge)))
  if (isInLanguages) reply.header('vary', `${reply.getHeader('vary')}, accept-language`)
  if (isCached(request, etag)) {
    reply.code(304).removeHeader('content-type')
    return done(null, null)
  }
  const coding = payload.length < minCompressed ? undefined : acceptedCoding(request.headers['accept-encoding'])
  if (coding === undefined) return done(null, payload)
  compress(reply, coding, payload, done)
}

/** The entity tag of an answer. Weak: the same for each coding, and proxies that compress make it weak themselves. */
export function etagOf(content: string): string {
  return `W/"${hash('sha256', content, 'base64url')}"`
}

/** Weak comparison. A tag contains no quotes, so a tag in quotes is found only as a whole. */
function isCached({ headers }: FastifyRequest, etag: string): boolean {
  const etags = headers['if-none-match']
  return etags !== undefined && (etags.includes(etag.slice(2)) || etags.trim() === '*')
}

function compress(reply: FastifyReply, coding: Coding, payload: string, done: Compressed): void {
  const { inLoop, inThread } = compressors[coding]
  reply.header('content-encoding', coding)
  if (payload.length > maxCompressedInLoop) inThread(payload, done)
  else done(null, inLoop(payload))
}

function describeCaching(route: RouteOptions): void {
  const { schema = {} } = route
  const { 200: answer, ...others } = schema.response as Record<number, TSchema>
  const etag = Type.String({ description: 'Changes whenever the answer does.', examples: ['W/"5zX7Vg0aTq"'] })
  schema.headers = Type.Object({
    'if-none-match': Type.Optional(
      Type.String({ description: 'The `etag` of an earlier answer, or several: 304 if it has not changed.' }),
    ),
  })
  schema.response = {
    ...others,
    200: { ...answer, headers: { etag } },
    304: Type.Null({ description: 'Not Modified', headers: { etag } }),
  }
}
