import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#src/platform/lib/errors.ts'
import { keptOnce } from '#src/platform/lib/kept-once.ts'
import { contractOf } from '../openapi/openapi.ts'
import type { Contract } from './docs/contract-model.ts'
import type { Reader } from './docs/reader.ts'
import { hidden, pagePolicy, sendPage, serveFile } from './pages.ts'

/** The search is a form that the browser sends. */
const policy = pagePolicy({ 'form-action': "'self'" })

/** With an `etag`, and compressed. */
const page = { ...hidden, config: { cacheable: 'public' } } as const

/**
 * `/openapi.json`, and `/docs`, which shows it: a page for each chapter and type, made at its first visit. The pages
 * work without a script.
 */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  let contract: string | undefined
  app.get('/openapi.json', page, async (_request, reply) => {
    contract ??= JSON.stringify(contractOf(app))
    return reply.type('application/json; charset=utf-8').send(contract)
  })

  const read = keptOnce(async (): Promise<Reader> => {
    const { createReader } = await import('./docs/reader.ts')
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
  await serveFile(app, '/docs/docs.css', 'docs/docs.css')
  await serveFile(app, '/docs/search.js', 'docs/search.js')
}
