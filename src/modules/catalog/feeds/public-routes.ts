import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { App } from '#src/platform/http/app.ts'
import { errors } from '#src/platform/http/envelope.ts'
import { limitByAddress, limitRequest, type RateLimiter } from '#src/platform/http/overload/rate-limit.ts'
import {
  type FeedDependencies,
  type OpenFeed,
  openFeed,
  readGoogleFeed,
  readMetaFeed,
  readSitemapIndex,
  readSitemapPart,
} from './read-feed.ts'
import { createStreamLimit } from './stream-limit.ts'

const tags = ['Catalog']
const refusals = ['NOT_FOUND', 'RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'] as const
const key = Type.String({ maxLength: 100, description: 'Part of the address in the answer of `POST /admin/feeds`.' })
/** Readers poll a few times a day; a CDN caches the answer for concurrent ones. */
const cacheControl = 'public, max-age=300'

/** Routes with a key in the address: their readers send no headers. */
export function publicFeedRoutes(app: App, deps: FeedDependencies, limiter: RateLimiter): void {
  limitByAddress(app, limiter)
  const streams = createStreamLimit()
  const xml = { description: 'The file, streamed.', content: { 'application/xml': { schema: Type.String() } } }
  const response = { 200: xml, ...errors(...refusals) }

  /** Opens a feed and counts as a stream until the answer is sent or aborted. */
  const begin = async (feedKey: string, reply: FastifyReply, type = 'application/xml'): Promise<OpenFeed> => {
    const open = await openFeed(deps, feedKey)
    await limitRequest(limiter, `feed ${open.feed.id}`, reply)
    reply.raw.once('close', streams.enter(open.feed.id))
    reply.type(`${type}; charset=utf-8`).header('cache-control', cacheControl)
    return open
  }

  app.get(
    '/feeds/:key/google.xml',
    {
      exposeHeadRoute: false,
      schema: {
        tags,
        operationId: 'readGoogleFeed',
        summary: 'All products of a shop for sale, for Google Merchant Center',
        description:
          'RSS 2.0 with the fields of Google, oldest first. Prices have the tax of the shop’s own place, else of the ' +
          'country of its first tax rate, but none in the United States and Canada.',
        security: [],
        params: Type.Object({ key }),
        response,
      },
    },
    async (request, reply) => {
      const open = await begin(request.params.key, reply)
      // The declared type is the file's text; it is sent as a stream.
      return reply.send(Readable.from(await readGoogleFeed(deps, open)) as never)
    },
  )

  app.get(
    '/feeds/:key/meta.csv',
    {
      exposeHeadRoute: false,
      schema: {
        tags,
        operationId: 'readMetaFeed',
        summary: 'All products of a shop for sale, as a catalogue of Meta',
        description: 'CSV, which Pinterest reads, too: the same products and values as the feed for Google.',
        security: [],
        params: Type.Object({ key }),
        response: {
          200: { description: 'The file, streamed.', content: { 'text/csv': { schema: Type.String() } } },
          ...errors(...refusals),
        },
      },
    },
    async (request, reply) => {
      const open = await begin(request.params.key, reply, 'text/csv')
      return reply.send(Readable.from(await readMetaFeed(deps, open)) as never)
    },
  )

  app.get(
    '/feeds/:key/sitemap.xml',
    {
      exposeHeadRoute: false,
      schema: {
        tags,
        operationId: 'readSitemapIndex',
        summary: 'The index of a shop’s sitemap',
        description:
          'Of parts of 50,000 addresses, which lie beside it. A storefront passes `/feeds/` on, so that all of it is ' +
          'under its own host, and names the index in its `robots.txt`.',
        security: [],
        params: Type.Object({ key }),
        response,
      },
    },
    async (request, reply) => {
      const open = await begin(request.params.key, reply)
      return reply.send((await readSitemapIndex(deps, open)) as never)
    },
  )

  app.get(
    '/feeds/:key/sitemap-:part.xml',
    {
      exposeHeadRoute: false,
      schema: {
        tags,
        operationId: 'readSitemapPart',
        summary: 'A part of a shop’s sitemap',
        description:
          'The pages of its products: a group once, with all its variants. The last part has its collections with ' +
          'products and its published pages, if it has some.',
        security: [],
        params: Type.Object({ key, part: Type.Integer({ minimum: 1, maximum: 10_000, description: 'From 1 on.' }) }),
        response,
      },
    },
    async (request, reply) => {
      const open = await begin(request.params.key, reply)
      return reply.send(Readable.from(await readSitemapPart(deps, open, request.params.part)) as never)
    },
  )
}
