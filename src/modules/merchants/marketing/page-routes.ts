import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limitByAddress, type RateLimiter } from '#src/platform/http/overload/rate-limit.ts'
import { renderCard, renderText } from '#src/platform/http/pages/frame.ts'
import { pageLanguage } from '#src/platform/http/pages/page-language.ts'
import { registerPageScope, shownPolicy } from '#src/platform/http/pages/page-scope.ts'
import { hidden, sendPage } from '#src/platform/http/pages/pages.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { fill, textsIn } from '#src/platform/lib/texts/texts.ts'
import { clean } from '#src/platform/mail/index.ts'
import { escapeHtml } from '#src/platform/mail/templates/render-html.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Brand, brandOf } from '../settings/brand.ts'
import { inTextsOf } from '../texts/own-texts.ts'
import { selectConsent, withdrawConsent } from './queries.ts'
import { openUnsubscribeToken } from './unsubscribe-link.ts'

const address = { Params: {} as { token: string } }

/**
 * The page behind the link of a marketing mail. It asks before it unsubscribes, because programs open links. Mail
 * programs send the POST themselves (RFC 8058): without cookies, and as either kind of form.
 */
export async function unsubscribePageRoutes(
  app: FastifyInstance,
  deps: Dependencies,
  limiter: RateLimiter,
): Promise<void> {
  const { db, shop, seal } = deps
  limitByAddress(app, limiter)
  registerPageScope(app, '..')
  // The token says it all.
  app.addContentTypeParser('multipart/form-data', { parseAs: 'string', bodyLimit: 4_096 }, (_request, _body, done) =>
    done(null),
  )

  async function subscriberOf(token: string) {
    const found = openUnsubscribeToken(seal, token)
    const brand = found && (await brandOf(db, found.merchantId))
    const agreed = found && (await selectConsent(shop(found.merchantId), found.merchantId, found.customerId))
    if (found === undefined || brand === undefined || agreed === undefined) throw notFound('link')
    return { ...found, brand, agreed }
  }

  app.get<typeof address>('/unsubscribe/:token', hidden, async (request, reply) => {
    const { merchantId, brand, agreed } = await subscriberOf(request.params.token)
    return inTextsOf(deps, merchantId, () => show(request, reply, brand, agreed))
  })

  app.post<typeof address>('/unsubscribe/:token', { ...hidden, bodyLimit: 4_096 }, async (request, reply) => {
    const { merchantId, customerId, brand } = await subscriberOf(request.params.token)
    await withdrawConsent(shop(merchantId), merchantId, customerId)
    return inTextsOf(deps, merchantId, () => show(request, reply, brand, false))
  })
}

function show(request: FastifyRequest, reply: FastifyReply, brand: Brand, asks: boolean): FastifyReply {
  const language = pageLanguage(request.headers['accept-language'], brand.locale)
  const t = textsIn('unsubscribePage', language)
  const text = renderText(fill(asks ? t.askText : t.doneText, { shop: clean(brand.name) }))
  const button = `<form method="post"><button>${escapeHtml(t.unsubscribe)}</button></form>`
  const page = { language, root: '..', shop: brand, main: asks ? `${text}\n${button}` : text }
  const html = renderCard(asks ? { ...page, title: t.ask } : { ...page, title: t.done, sign: 'done' })
  return sendPage(reply, html, shownPolicy({ 'script-src': "'none'", 'connect-src': "'none'" }))
}
