import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#src/platform/lib/errors.ts'
import { contractOf } from '../openapi/openapi.ts'
import type { Contract } from './docs/contract-model.ts'
import { createReader, type Reader } from './docs/reader.ts'
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

  let reader: Reader | undefined
  const read = () => {
    reader ??= createReader(contractOf(app) as unknown as Contract)
    return reader
  }
  const send = (reply: FastifyReply, html: string | undefined) => {
    if (html === undefined) throw new AppError('NOT_FOUND', 'no such page')
    return sendPage(reply, html, policy)
  }
  app.get<{ Querystring: { q?: unknown } }>('/docs', page, async ({ query: { q } }, reply) =>
    send(reply, typeof q === 'string' && q.trim() !== '' ? read().found(q) : read().start()),
  )
  app.get<{ Params: { chapter: string } }>('/docs/:chapter', page, async ({ params: { chapter } }, reply) =>
    send(reply, read().chapter(chapter)),
  )
  app.get<{ Params: { name: string } }>('/docs/types/:name', page, async ({ params: { name } }, reply) =>
    send(reply, read().type(name)),
  )
  await serveFile(app, '/docs/docs.css', 'docs/docs.css')
  await serveFile(app, '/docs/search.js', 'docs/search.js')
}
