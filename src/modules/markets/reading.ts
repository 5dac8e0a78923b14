import { Type } from 'typebox'
import type { MerchantDirectory } from '#src/modules/merchants/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import type { Reads } from '#src/platform/db/replicas/replica.ts'
import { line, Uuid } from '#src/platform/http/envelope.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { readLocale } from '#src/platform/lib/locales.ts'
import { selectMarkets } from './queries.ts'
import { fallbacksOf, languageIn, localeFor, marketOf, readAcceptLanguage } from './rules.ts'

/** Parameters by which a storefront says for whom it asks. */
export const readerParameters = {
  market: Type.Optional({ ...Uuid, description: 'The market whose texts to answer; needs a shop.' }),
  country: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{2}$',
      description: 'Where the reader is, by which the market is found; needs a shop.',
      examples: ['AT'],
    }),
  ),
  locale: Type.Optional(
    line({
      max: 35,
      description: 'The reader’s language, of BCP 47; else that of `accept-language`. Read of one shop alone.',
      examples: ['de-AT'],
    }),
  ),
}

interface ReaderQuery {
  merchant_id?: string
  market?: string
  country?: string
  locale?: string
}

interface Needed extends Pick<Databases, 'shop'> {
  merchants: MerchantDirectory
  reads: Reads
}

/**
 * Locales whose texts are looked up for the reader of a shop's catalog, the best first; none if the shop's own texts
 * serve them. Says the language in the headers of the answer. A shop without markets costs no statement.
 * @throws AppError VALIDATION_ERROR for a market that is not one of the shop
 */
export async function localesFor(
  deps: Needed,
  request: Parameters<typeof writerOf>[0] & {
    headers: { 'accept-language'?: string | undefined }
    query: ReaderQuery
  },
  reply: { header(name: string, value: string): unknown },
): Promise<string[]> {
  const { merchant_id: merchantId, market: marketId, country, locale } = request.query
  const wanted = locale === undefined ? undefined : readLocale(locale)
  if (locale !== undefined && wanted === undefined) {
    throw invalid({ field: 'locale', message: 'must be a language of BCP 47, such as de-AT' })
  }
  if (merchantId === undefined) {
    const field = marketId === undefined ? 'country' : 'market'
    if (marketId === undefined && country === undefined) return []
    throw invalid({ field, message: 'needs merchant_id, or the key of a storefront' })
  }
  const isUnknown = () => invalid({ field: 'market', message: 'is not the id of an active market of this shop' })
  if (!deps.merchants.hasMarkets(merchantId)) {
    if (marketId !== undefined) throw isUnknown()
    return []
  }
  const { markets, textLocale = 'en' } = await deps.reads.run(writerOf(request), deps.shop(merchantId), (db) =>
    selectMarkets(db, merchantId),
  )
  const named = markets.find(({ id, active }) => active && id === marketId?.toLowerCase())
  if (marketId !== undefined && named === undefined) throw isUnknown()
  const market = named ?? marketOf(markets, country)
  if (market === undefined) return []
  const chosen = localeFor(market, wanted ? [wanted] : readAcceptLanguage(request.headers['accept-language']))
  reply.header('content-language', chosen)
  if (wanted === undefined) reply.header('vary', 'accept-language')
  const locales = fallbacksOf(chosen, market)
  const own = locales.findIndex((one) => one === textLocale || one === languageIn(textLocale))
  // A text in the shop's language alone, such as de, is before its own of de-AT.
  const last = locales[own] === textLocale ? own : own + 1
  return own === -1 ? locales : locales.slice(0, last)
}
