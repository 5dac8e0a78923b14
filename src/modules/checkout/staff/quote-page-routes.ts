import type { FastifyInstance } from 'fastify'
import { brandOf } from '#src/modules/merchants/index.ts'
import { type DraftRow, renderOrderTable, rowOfDraft, selectQuotedDraft } from '#src/modules/orders/index.ts'
import { merchantOfToken } from '#src/modules/settlement/index.ts'
import { limitByAddress, type RateLimiter } from '#src/platform/http/overload/rate-limit.ts'
import { renderCard, renderText } from '#src/platform/http/pages/frame.ts'
import { pageLanguage, pageLocale } from '#src/platform/http/pages/page-language.ts'
import { registerPageScope, shownPolicy } from '#src/platform/http/pages/page-scope.ts'
import { hidden, sendPage } from '#src/platform/http/pages/pages.ts'
import { fill, type Said, textsIn } from '#src/platform/lib/languages.ts'
import { clean, moment } from '#src/platform/mail/index.ts'
import type { Dependencies } from '../dependencies.ts'

const texts = {
  title: ['Your quote', 'Ihr Angebot'],
  from: ['Quote of {shop}', 'Angebot von {shop}'],
  until: ['Valid until {until}.', 'Gültig bis {until}.'],
  none: ['There is no such quote', 'Dieses Angebot gibt es nicht'],
  noneText: [
    'It was ordered or taken back, or the address is not complete.',
    'Es wurde bestellt oder zurückgezogen, oder die Adresse ist nicht vollständig.',
  ],
  ended: ['This quote has ended', 'Dieses Angebot ist abgelaufen'],
  endedText: ['Please ask {shop} for another one.', 'Bitte fragen Sie {shop} nach einem neuen.'],
} satisfies Record<string, Said>

const policy = shownPolicy({ 'script-src': "'none'", 'connect-src': "'none'" })

/** The page of a draft for its customer. The token in the address is the permission; it says only what it costs. */
export async function quotePageRoutes(app: FastifyInstance, deps: Dependencies, limiter: RateLimiter): Promise<void> {
  limitByAddress(app, limiter)
  registerPageScope(app, '..')

  app.get<{ Params: { token: string } }>('/quotes/:token', hidden, async (request, reply) => {
    const { token } = request.params
    const merchantId = merchantOfToken(token)
    const merchant = merchantId === undefined ? undefined : await deps.merchants.find(merchantId)
    const draft: DraftRow | undefined =
      merchant && (await selectQuotedDraft(deps.shop(merchant.id), merchant.id, token))
    const brand = merchant && draft && (await brandOf(deps.db, merchant.id))
    const language = pageLanguage(request.headers['accept-language'], brand?.locale)
    const t = textsIn(texts, language)
    const card = (page: { title: string; main: string; sign?: 'wrong' | 'ended'; isWide?: boolean }) =>
      renderCard({ language, root: '..', shop: brand && clean(brand), ...page })
    if (draft === undefined || brand === undefined)
      return sendPage(reply.code(404), card({ title: t.none, sign: 'wrong', main: renderText(t.noneText) }), policy)
    const shop = clean(brand.name)
    const { valid_until: until } = draft
    if (draft.has_ended) {
      const main = renderText(fill(t.endedText, { shop }))
      return sendPage(reply.code(410), card({ title: t.ended, sign: 'ended', main }), policy)
    }
    const locale = pageLocale(language, brand.locale)
    const ends = until && fill(t.until, { until: moment(until, merchant?.timezone ?? 'UTC', locale) })
    const main = [
      renderText(fill(t.from, { shop })),
      renderOrderTable(rowOfDraft(draft), locale),
      ...(ends ? [renderText(ends)] : []),
    ].join('\n')
    return sendPage(reply, card({ title: t.title, isWide: true, main }), policy)
  })
}
