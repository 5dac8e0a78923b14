import type { FastifyReply } from 'fastify'
import type { App } from '#src/platform/http/app.ts'
import { contractOf } from '#src/platform/http/openapi/openapi.ts'
import { limitByAddress, type RateLimiter } from '#src/platform/http/overload/rate-limit.ts'
import { hidden, pagePolicy, sendPage, serveFile } from '#src/platform/http/pages/pages.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { onceSuccessful } from '#src/platform/lib/once-successful.ts'
import type { Contract } from './contract-model.ts'
import type { Reader } from './reader.ts'

/** The search is a form that the browser sends. */
const policy = pagePolicy({ 'form-action': "'self'" })

/** With an `etag`, and compressed. */
const page = { ...hidden, config: { cacheable: 'public' } } as const

/**
 * `/openapi.json`, and `/docs`, which shows it: a page for each chapter and type, made at its first visit. The pages
 * work without a script.
 */
export async function contractRoutes(app: App, _deps: unknown, limiter: RateLimiter): Promise<void> {
  limitByAddress(app, limiter)
  let contract: string | undefined
  app.get('/openapi.json', page, async (_request, reply) => {
    contract ??= JSON.stringify(contractOf(app))
    return reply.type('application/json; charset=utf-8').send(contract)
  })

  const read = onceSuccessful(async (): Promise<Reader> => {
    const { createReader } = await import('./reader.ts')
    return createReader(contractOf(app) as unknown as Contract)
  })
  const send = (reply: FastifyReply, html: string | undefined) => {
    if (html === undefined) throw new AppError('NOT_FOUND', 'no such page')
    return sendPage(reply, html, policy)
  }
  app.get<{ Querystring: { q?: unknown } }>('/docs', page, async ({ query: { q } }, reply) =>
    send(reply, typeof q === 'string' && q.trim() !== '' ? (await read()).found(q) : (await read()).start()),
  )
  app.get<{ Params: { chapter: string } }>('/docs/:chapter', page, async ({ params: { chapter } }, reply) =>
    send(reply, (await read()).chapter(chapter)),
  )
  app.get<{ Params: { name: string } }>('/docs/types/:name', page, async ({ params: { name } }, reply) =>
    send(reply, (await read()).type(name)),
  )
  await serveFile(app, '/docs/docs.css', new URL('docs.css', import.meta.url))
  await serveFile(app, '/docs/search.js', new URL('search.js', import.meta.url))
}
