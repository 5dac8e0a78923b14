/** Where a shop sells, and in which languages. */
export interface Market {
  id: string
  name: string
  /** It serves the countries that no other market names. */
  own: boolean
  /** ISO 3166-1 alpha-2, or XK. */
  countries: string[]
  currency: string
  /** Null: as the prices of the shop. */
  prices_include_tax: boolean | null
  /** Prices that a percent makes are multiples of so many minor units; null: any. */
  price_rounding_minor: number | null
  /** BCP 47; the first is the default. */
  locales: string[]
  active: boolean
  position: number
}

/** Of one shop: each of its catalog's requests reads all. */
export const maxMarkets = 50
export const maxLocales = 20

/** The active market of a country; the shop's own for one that no other serves. */
export function marketOf(markets: readonly Market[], country: string | undefined): Market | undefined {
  const found = country && markets.find(({ active, countries }) => active && countries.includes(country))
  return found || markets.find(({ own }) => own)
}

/**
 * The locale of the market that serves a reader best, by the look-up of RFC 4647 section 3.4: each range is shortened
 * from its end until a locale is equal. If none is, the first of the same language; else the market's default.
 */
export function localeFor({ locales }: Pick<Market, 'locales'>, ranges: readonly string[]): string {
  for (const range of ranges) {
    for (let tag = range; tag !== ''; tag = shortened(tag)) {
      const found = locales.find((locale) => locale.toLowerCase() === tag.toLowerCase())
      if (found !== undefined) return found
    }
  }
  for (const range of ranges) {
    const found = locales.find((locale) => languageIn(locale) === languageIn(range))
    if (found !== undefined) return found
  }
  return locales[0] ?? 'en'
}

/** Without its last subtag, nor a single letter that it leaves at the end. */
function shortened(tag: string): string {
  return tag.replace(/(?:-[a-z0-9])?-[^-]*$|^[^-]*$/i, '')
}

/** The language of a tag, in small letters: `de` of `de-CH`. */
export function languageIn(tag: string): string {
  return tag.replace(/-.*$/, '').toLowerCase()
}

/** Languages of a header `accept-language` (RFC 9110 section 12.5.4), the best first; at most 20. */
export function readAcceptLanguage(header: string | undefined): string[] {
  return (header ?? '')
    .split(',', maxLocales)
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((one) => one.trim())
      const q = parameters.find((one) => /^q=/i.test(one))?.slice(2)
      return { range, weight: q === undefined ? 1 : Number(q) }
    })
    .filter(({ range, weight }) => /^[a-z]{1,8}(-[a-z0-9]{1,8})*$/i.test(range) && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ range }) => range)
}

/** Locales whose texts are looked up for a reader, the best first: the locale, its language, the market's default. */
export function fallbacksOf(locale: string, { locales }: Pick<Market, 'locales'>): string[] {
  return [...new Set([locale, languageIn(locale), locales[0] ?? locale])]
}

/**
 * Locales whose texts are looked up for a reader who is answered in `locale`, the best first; none if the shop's own
 * texts serve them.
 */
export function lookedUp(locale: string, market: Pick<Market, 'locales'>, textLocale: string): string[] {
  const locales = fallbacksOf(locale, market)
  const own = locales.findIndex((one) => one === textLocale || one === languageIn(textLocale))
  // A text in the shop's language alone, such as de, is before its own of de-AT.
  const last = locales[own] === textLocale ? own : own + 1
  return own === -1 ? locales : locales.slice(0, last)
}

/**
 * The name of a language in the listing: the locales that are looked up. Empty: the shop's own texts, whose words are
 * stemmed as English; of a shop of another language they are written once more, in that.
 */
export function languageOf(locales: readonly string[], textLocale: string): string {
  if (locales.length > 0) return locales.join(' ')
  return languageIn(textLocale) === 'en' ? '' : textLocale
}

/** A shop is searched in so many languages at most, those of its first markets; in others by its own texts. */
export const maxSearched = 40

/** The languages in which the markets of a shop are searched. */
export function languagesOf(markets: readonly Market[], textLocale: string): string[] {
  const all = markets
    .filter(({ active }) => active)
    .flatMap((market) => market.locales.map((locale) => languageOf(lookedUp(locale, market, textLocale), textLocale)))
  return [...new Set(all)].filter((language) => language !== '').slice(0, maxSearched)
}

/** Where cards of a shop have prices of their own: in another currency, or by price lists. */
export interface PriceContext {
  context: number
  currency: string
  rounding: number
  /** Until a price list begins or ends next; null: none will. */
  next_in_seconds: number | null
  /** Its cards are written. Until then lists are sorted by the shop's own prices. */
  ready: boolean
}

/** The prices of a market, or of the shop without one; undefined: the shop's own, without lists. */
export function contextOf(
  contexts: readonly PriceContext[],
  { currency, price_rounding_minor: rounding }: Pick<Market, 'currency' | 'price_rounding_minor'>,
): PriceContext | undefined {
  return contexts.find((one) => one.currency === currency && one.rounding === (rounding ?? 1))
}
