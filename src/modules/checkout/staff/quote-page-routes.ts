import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brandOf, inTextsOf, selectSettings } from '#src/modules/merchants/index.ts'
import { type DraftRow, renderOrderTable, rowOfDraft, selectQuotedDraft } from '#src/modules/orders/index.ts'
import { quotePdf } from '#src/modules/papers/index.ts'
import { merchantOfToken } from '#src/modules/settlement/index.ts'
import type { Merchant } from '#src/platform/http/auth/authentication-services.ts'
import { limitByAddress, type RateLimiter } from '#src/platform/http/overload/rate-limit.ts'
import { renderCard, renderText } from '#src/platform/http/pages/frame.ts'
import { voiceOf } from '#src/platform/http/pages/page-language.ts'
import { registerPageScope, shownPolicy } from '#src/platform/http/pages/page-scope.ts'
import { hidden, sendPage } from '#src/platform/http/pages/pages.ts'
import { fill, textsIn } from '#src/platform/lib/texts/texts.ts'
import { clean, escapeHtml, moment } from '#src/platform/mail/index.ts'
import type { Dependencies } from '../dependencies.ts'

const policy = shownPolicy({ 'script-src': "'none'", 'connect-src': "'none'" })

/** The page of a draft for its customer. The token in the address is the permission; it says only what it costs. */
export async function quotePageRoutes(app: FastifyInstance, deps: Dependencies, limiter: RateLimiter): Promise<void> {
  limitByAddress(app, limiter)
  registerPageScope(app, '..')

  app.get<{ Params: { token: string }; Querystring: { format?: unknown } }>(
    '/quotes/:token',
    hidden,
    async (request, reply) => {
      const { token } = request.params
      const merchantId = merchantOfToken(token)
      const merchant = merchantId === undefined ? undefined : await deps.merchants.find(merchantId)
      const show = () => showQuote(request, reply, merchant, token)
      return merchant === undefined ? show() : inTextsOf(deps, merchant.id, show)
    },
  )

  async function showQuote(
    request: FastifyRequest<{ Querystring: { format?: unknown } }>,
    reply: FastifyReply,
    merchant: Merchant | undefined,
    token: string,
  ) {
    const draft: DraftRow | undefined =
      merchant && (await selectQuotedDraft(deps.shop(merchant.id), merchant.id, token))
    const brand = merchant && draft && (await brandOf(deps.db, merchant.id))
    const row = draft && rowOfDraft(draft)
    const { language, locale } = voiceOf(row, request.headers['accept-language'], brand?.locale)
    const t = textsIn('quotePage', language)
    const card = (page: { title: string; main: string; sign?: 'wrong' | 'ended'; isWide?: boolean }) =>
      renderCard({ language, root: '..', shop: brand && clean(brand), ...page })
    if (merchant === undefined || draft === undefined || brand === undefined)
      return sendPage(reply.code(404), card({ title: t.none, sign: 'wrong', main: renderText(t.noneText) }), policy)
    const shop = clean(brand.name)
    const { valid_until: until } = draft
    if (draft.has_ended) {
      const main = renderText(fill(t.endedText, { shop }))
      return sendPage(reply.code(410), card({ title: t.ended, sign: 'ended', main }), policy)
    }
    if (request.query.format === 'pdf') return sendQuoteFile(reply, deps, { ...merchant, name: brand.name }, draft)
    const ends = until && fill(t.until, { until: moment(until, merchant.timezone, locale) })
    const main = [
      renderText(fill(t.from, { shop })),
      renderOrderTable(row ?? rowOfDraft(draft), locale),
      ...(ends ? [renderText(ends)] : []),
      `<p><a href="?format=pdf">${escapeHtml(t.file)}</a></p>`,
    ].join('\n')
    return sendPage(reply, card({ title: t.title, isWide: true, main }), policy)
  }
}

async function sendQuoteFile(
  reply: FastifyReply,
  deps: Dependencies,
  merchant: { id: string; name: string; timezone: string; currency: string },
  draft: DraftRow,
): Promise<FastifyReply> {
  const settings = await selectSettings(deps.shop(merchant.id), merchant.id)
  const pdf = await quotePdf(deps, { merchant, settings }, draft)
  const name = `${draft.number.replaceAll('/', '-')}.pdf`
  return reply.type('application/pdf').header('content-disposition', `inline; filename="${name}"`).send(pdf)
}
