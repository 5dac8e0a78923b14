import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brandOf, inTextsOf } from '#src/modules/merchants/index.ts'
import { cardScript } from '#src/modules/payments/index.ts'
import { ok } from '#src/platform/http/envelope.ts'
import {
  clientAddress,
  limitByAddress,
  limitRequest,
  type RateLimiter,
} from '#src/platform/http/overload/rate-limit.ts'
import { voiceOf } from '#src/platform/http/pages/page-language.ts'
import { formOf, registerPageScope, waitText } from '#src/platform/http/pages/page-scope.ts'
import { hidden, sendPage, serveFile } from '#src/platform/http/pages/pages.ts'
import { AppError, notFound } from '#src/platform/lib/errors.ts'
import { textsIn } from '#src/platform/lib/texts/texts.ts'
import type { Dependencies } from '../dependencies.ts'
import { type LinkInput, type OpenLink, openLink, payLinked } from './pay-linked.ts'
import { type PayFault, payPage } from './pay-page.ts'

const address = { Params: {} as { token: string } }
/** Attempts to pay one order in a minute. */
const maxAttempts = 10

/** The page of payment links. The token in the address is the permission; nothing else is known of the caller. */
export async function payPageRoutes(app: FastifyInstance, deps: Dependencies, limiter: RateLimiter): Promise<void> {
  limitByAddress(app, limiter)
  registerPageScope(app, '..')
  await serveFile(app, '/pay/card.js', cardScript)

  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    link: OpenLink | undefined,
    { sent = false, refusal }: { sent?: boolean; refusal?: AppError } = {},
  ) => {
    const brand = link && (await brandOf(deps.db, link.order.merchant_id))
    const draw = () => {
      const { language, locale } = voiceOf(link?.order, request.headers['accept-language'], brand?.locale)
      const fault = refusal && faultOf(refusal, inputOf(request), language)
      return payPage(link, { language, locale, brand, fault, sent })
    }
    const { html, policy, status } = link ? await inTextsOf(deps, link.order.merchant_id, draw) : draw()
    return sendPage(reply.code(refusal?.status ?? status), html, policy)
  }

  app.get<typeof address>('/pay/:token', hidden, async (request, reply) => {
    const sent = (request.query as Record<string, unknown>)['sent'] !== undefined
    return show(request, reply, await openLink(deps, request.params.token), { sent })
  })

  app.post<typeof address>('/pay/:token', { ...hidden, bodyLimit: 4_096 }, async (request, reply) => {
    const { token } = request.params
    const link = await openLink(deps, token)
    const isScript = request.headers['content-type']?.startsWith('application/json') ?? false
    if (link === undefined && isScript) throw notFound('link')
    if (link === undefined) return show(request, reply, link)
    try {
      await limitRequest(limiter, `pay ${link.order.id}`, reply, maxAttempts)
      const paid = await payLinked(deps, link, inputOf(request), clientAddress(request.ip))
      if (isScript) return ok(paid)
      return reply.redirect(token, 303)
    } catch (error) {
      if (isScript || !(error instanceof AppError) || error.status >= 500) throw error
      return show(request, reply, await openLink(deps, token), { refusal: error })
    }
  })
}

/** In the words of the page, beside the field that it is about. */
function faultOf(error: AppError, { method }: LinkInput, language: Parameters<typeof waitText>[1]): PayFault {
  const t = textsIn('payPage', language)
  const field = method === 'gift_card' ? { field: 'code' } : {}
  if (error.code === 'RATE_LIMITED') return { text: waitText(error, language) }
  if (error.code === 'GIFT_CARD_UNAVAILABLE' || error.code === 'CURRENCY_MISMATCH')
    return { text: t.giftCardRefused, ...field }
  if (error.code === 'REMAINDER_TOO_SMALL') return { text: t.remainder, ...field }
  if (error.code === 'PAYMENT_METHOD_UNAVAILABLE') return { text: t.noMethod }
  if (error.code === 'VALIDATION_ERROR') {
    return method === 'gift_card' ? { text: t.giftCardMissing, ...field } : { text: t.noMethod }
  }
  return { text: t.again }
}

function inputOf(request: FastifyRequest): LinkInput {
  const { body } = request
  const isJson = typeof body === 'object' && body !== null && !(body instanceof URLSearchParams)
  const { method, code } = (isJson ? body : Object.fromEntries(formOf(request))) as Record<string, unknown>
  return {
    method: typeof method === 'string' ? method : '',
    ...(typeof code === 'string' && { code: code.slice(0, 100) }),
  }
}
