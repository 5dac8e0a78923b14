import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ok } from '#src/platform/http/envelope.ts'
import {
  clientAddress,
  limitByAddress,
  limitRequest,
  type RateLimiter,
} from '#src/platform/http/overload/rate-limit.ts'
import { hidden, sendPage, serveFile } from '#src/platform/http/pages/pages.ts'
import { AppError, notFound } from '#src/platform/lib/errors.ts'
import type { Dependencies } from '../dependencies.ts'
import { type LinkInput, type OpenLink, openLink, payLinked } from './pay-linked.ts'
import { payPage } from './pay-page.ts'

const address = { Params: {} as { token: string } }
/** Attempts to pay one order in a minute. */
const mostAttempts = 10

/** The page of payment links. The token in the address is the permission; nothing else is known of the caller. */
export async function payPageRoutes(app: FastifyInstance, deps: Dependencies, limiter: RateLimiter): Promise<void> {
  limitByAddress(app, limiter)
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 4_096 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  await serveFile(app, '/pay/card.js', 'pay/card.js')

  app.get<typeof address>('/pay/:token', hidden, async (request, reply) => {
    const sent = (request.query as Record<string, unknown>)['sent'] !== undefined
    return show(reply, await openLink(deps, request.params.token), { sent })
  })

  app.post<typeof address>('/pay/:token', { ...hidden, bodyLimit: 4_096 }, async (request, reply) => {
    const { token } = request.params
    const link = await openLink(deps, token)
    const isScript = request.headers['content-type']?.startsWith('application/json') ?? false
    if (link === undefined && isScript) throw notFound('link')
    if (link === undefined) return show(reply, link, { sent: false })
    try {
      await limitRequest(limiter, `pay ${link.order.id}`, reply, mostAttempts)
      const paid = await payLinked(deps, link, inputOf(request), clientAddress(request.ip))
      if (isScript) return ok(paid)
      return reply.redirect(token, 303)
    } catch (error) {
      if (isScript || !(error instanceof AppError)) throw error
      return show(reply, await openLink(deps, token), { sent: false, fault: error.message }, error.status)
    }
  })
}

function show(
  reply: FastifyReply,
  link: OpenLink | undefined,
  how: { sent: boolean; fault?: string },
  asStatus?: number,
): FastifyReply {
  const { html, policy, status } = payPage(link, how)
  return sendPage(reply.code(asStatus ?? status).header('cache-control', 'no-store'), html, policy)
}

function inputOf({ body }: FastifyRequest): LinkInput {
  const { method, code } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  return {
    method: typeof method === 'string' ? method : '',
    ...(typeof code === 'string' && { code: code.slice(0, 100) }),
  }
}
