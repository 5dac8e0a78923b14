import { Type } from 'typebox'
import type { MerchantDirectory } from '#src/modules/merchants/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import type { Reads } from '#src/platform/db/replicas/replica.ts'
import { line, Uuid } from '#src/platform/http/envelope.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { readLocale } from '#src/platform/lib/locales.ts'
import { selectContexts, selectMarkets } from './queries.ts'
import {
  contextOf,
  languageOf,
  localeFor,
  lookedUp,
  type Market,
  marketOf,
  type PriceContext,
  readAcceptLanguage,
} from './rules.ts'

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

interface Wanted {
  market?: string | undefined
  country?: string | undefined
  locale?: string | undefined
}

interface ReaderQuery extends Wanted {
  merchant_id?: string
}

interface Needed extends Pick<Databases, 'shop'> {
  merchants: MerchantDirectory
  reads: Reads
}

/** In which texts the reader of a catalog is answered. */
export interface CatalogReading {
  /** Locales whose texts are looked up, the best first; none if the shop's own texts serve them. */
  locales: string[]
  /** The language in which they search; undefined: in the shop's own texts. */
  language: string | undefined
  /** Whose prices they see; no context: those of the shop, or of each shop. */
  prices: { context: number | undefined; userId: string | undefined }
  /** Whose cards are listed: those of the context, once they are written. */
  context: number | undefined
}

/**
 * The texts and prices for the reader of a catalog. Says the language in the headers of the answer. A shop without
 * markets and price lists costs no statement.
 * @throws AppError VALIDATION_ERROR for a market that is not one of the shop
 */
export async function readingFor(
  deps: Needed,
  request: Parameters<typeof writerOf>[0] & {
    headers: { 'accept-language'?: string | undefined }
    claims: { userId: string } | null
    query: ReaderQuery
  },
  reply: { header(name: string, value: string): unknown },
): Promise<CatalogReading> {
  const { merchant_id: merchantId, ...wanted } = request.query
  const locale = readWanted(wanted)
  const userId = request.claims?.userId
  const own: CatalogReading = {
    locales: [],
    language: undefined,
    prices: { context: undefined, userId },
    context: undefined,
  }
  if (merchantId === undefined) {
    const field = wanted.market === undefined ? 'country' : 'market'
    if (wanted.market === undefined && wanted.country === undefined) return own
    throw invalid({ field, message: 'needs merchant_id, or the key of a storefront' })
  }
  if (!deps.merchants.hasMarkets(merchantId)) {
    if (wanted.market !== undefined) throw unknownMarket()
    if (!deps.merchants.hasPrices(merchantId)) return own
    const read = deps.reads.run(writerOf(request), deps.shop(merchantId), (db) => selectContexts(db, merchantId))
    return { ...own, ...pricesIn(await read, undefined, userId, reply) }
  }
  const {
    markets,
    textLocale = 'en',
    searched,
    contexts,
  } = await deps.reads.run(writerOf(request), deps.shop(merchantId), (db) => selectMarkets(db, merchantId))
  const market = chosenMarket(markets, wanted)
  if (market === undefined) return own
  const chosen = localeFor(market, locale ? [locale] : readAcceptLanguage(request.headers['accept-language']))
  reply.header('content-language', chosen)
  if (locale === undefined) reply.header('vary', 'accept-language')
  const locales = lookedUp(chosen, market, textLocale)
  const language = languageOf(locales, textLocale)
  const spoken = searched.includes(language) ? language : undefined
  return { locales, language: spoken, ...pricesIn(contexts, market, userId, reply) }
}

/** The prices of a market, or of a shop without markets, whose currency is that of all its contexts. */
function pricesIn(
  contexts: readonly PriceContext[],
  market: Market | undefined,
  userId: string | undefined,
  reply: { header(name: string, value: string): unknown },
) {
  const found = market === undefined ? contexts[0] : contextOf(contexts, market)
  // Kept answers end with their prices.
  if (found?.next_in_seconds != null) reply.header('cache-control', `max-age=${found.next_in_seconds}`)
  const context = found?.context
  return { prices: { context: context ?? 0, userId }, context: found?.ready ? context : undefined }
}

/** Fields by which the body of a cart, a quote or an order says for whom it is. */
export const buyerFields = {
  market: Type.Optional({ ...Uuid, description: 'The market that it is bought in; kept from the first line on.' }),
  country: Type.Optional({
    ...readerParameters.country,
    description: 'Instead: where the buyer is, by which the market is found.',
  }),
  locale: Type.Optional(
    line({
      max: 35,
      description:
        'The buyer’s language, of BCP 47: the nearest one of the market is kept, and names, mails and papers are in ' +
        'it. A shop without markets has one language.',
      examples: ['de-AT'],
    }),
  ),
}

/** For whom a cart or an order is; all null in a shop without markets. */
export interface KeptMarket {
  market_id: string | null
  /** Of BCP 47; one of the market's. */
  locale: string | null
  /** The currency of its prices; null: that of the shop. */
  currency: string | null
}

export const noMarket: KeptMarket = { market_id: null, locale: null, currency: null }

/**
 * The market and the language of a new cart or order, by its body, else by `accept-language`; of orders by staff by
 * `'shop'`, whose language they are in. A shop without markets costs no statement.
 * @throws AppError VALIDATION_ERROR for a market that is not one of the shop
 */
export async function marketFor(
  { merchants, shop }: Pick<Needed, 'merchants' | 'shop'>,
  merchantId: string,
  wanted: Wanted,
  acceptLanguage: string | undefined | 'shop',
): Promise<KeptMarket> {
  const locale = readWanted(wanted)
  if (!merchants.hasMarkets(merchantId)) {
    if (wanted.market !== undefined) throw unknownMarket()
    return noMarket
  }
  const { markets, textLocale = 'en' } = await selectMarkets(shop(merchantId), merchantId)
  const market = chosenMarket(markets, wanted)
  if (market === undefined) return noMarket
  const ranges = acceptLanguage === 'shop' ? [textLocale] : readAcceptLanguage(acceptLanguage)
  const { id: market_id, currency } = market
  return { market_id, locale: localeFor(market, locale ? [locale] : ranges), currency }
}

/**
 * The market and the language of a reader of what a shop offers. Says the language in the headers of the answer. A shop
 * without markets costs no statement.
 * @throws AppError VALIDATION_ERROR for a market that is not one of the shop
 */
export async function readerFor(
  deps: Pick<Needed, 'merchants' | 'shop'>,
  merchantId: string,
  { query, headers }: { query: Wanted; headers: { 'accept-language'?: string | undefined } },
  reply: { header(name: string, value: string): unknown },
): Promise<KeptMarket> {
  const { market, country, locale } = query
  const reader = await marketFor(deps, merchantId, { market, country, locale }, headers['accept-language'])
  if (reader.locale !== null) reply.header('content-language', reader.locale)
  if (reader.locale !== null && locale === undefined) reply.header('vary', 'accept-language')
  return reader
}

/** @throws AppError VALIDATION_ERROR */
function readWanted({ locale }: Wanted): string | undefined {
  const read = locale === undefined ? undefined : readLocale(locale)
  if (locale !== undefined && read === undefined)
    throw invalid({ field: 'locale', message: 'must be a language of BCP 47, such as de-AT' })
  return read
}

/** @throws AppError VALIDATION_ERROR */
function chosenMarket(markets: readonly Market[], { market: marketId, country }: Wanted): Market | undefined {
  const named = markets.find(({ id, active }) => active && id === marketId?.toLowerCase())
  if (marketId !== undefined && named === undefined) throw unknownMarket()
  return named ?? marketOf(markets, country)
}

const unknownMarket = () => invalid({ field: 'market', message: 'is not the id of an active market of this shop' })
