import type { FastifyReply } from 'fastify'
import type { App } from '#src/platform/http/app.ts'
import { contractOf } from '#src/platform/http/openapi/openapi.ts'
import { limitByAddress, type RateLimiter } from '#src/platform/http/overload/rate-limit.ts'
import { hidden, pagePolicy, sendPage } from '#src/platform/http/pages/pages.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { onceSuccessful } from '#src/platform/lib/once-successful.ts'
import type { Contract } from '../contract/contract-model.ts'
import type { Guide } from './guide.ts'

const policy = pagePolicy({ 'img-src': "'self'" })

/** Texts have an `etag` and are compressed; pictures may be kept for an hour. */
const page = { ...hidden, config: { cacheable: 'public' } } as const

/**
 * `/guide`: `docs/` as pages. The texts are read at the first visit, and each is rendered at its own. No path of a
 * request reaches the file system: the guide knows its addresses.
 */
export async function guideRoutes(app: App, _deps: unknown, limiter: RateLimiter): Promise<void> {
  limitByAddress(app, limiter)
  const guide = onceSuccessful(async (): Promise<Guide> => {
    const { createGuide } = await import('./guide.ts')
    return createGuide(() => contractOf(app) as unknown as Contract)
  })
  const send = async (reply: FastifyReply, address: string, accept = '') => {
    const { read } = await guide()
    const twin = accept.includes('text/markdown') ? await read(`${address}.md`) : undefined
    const answer = twin ?? (await read(address))
    if (answer === undefined) throw new AppError('NOT_FOUND', 'no such page')
    const { type, body } = answer
    if (typeof body !== 'string') return reply.header('cache-control', 'public, max-age=3600').type(type).send(body)
    return type.startsWith('text/html') ? sendPage(reply, body, policy) : reply.type(type).send(body)
  }
  app.get<{ Params: { '*': string } }>('/guide/*', page, async ({ params, headers }, reply) =>
    send(reply, `/guide/${params['*']}`, headers.accept),
  )
  app.get('/guide', page, async ({ headers }, reply) => send(reply, '/guide', headers.accept))
  app.get('/guide.md', page, async (_request, reply) => send(reply, '/guide.md'))
  app.get('/llms.txt', page, async (_request, reply) => send(reply, '/guide/llms.txt'))
}
