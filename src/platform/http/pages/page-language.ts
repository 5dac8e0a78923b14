import { type Language, languageOf, languages, writtenLocale } from '#src/platform/lib/languages.ts'

/** How a page speaks. */
export interface PageVoice {
  language: Language
  /** Of numbers and dates. */
  locale: string
}

/** Of a page about an order: in the order's language, if it has one. */
export function voiceOf(
  order: { locale: string | null } | undefined,
  acceptLanguage: string | undefined,
  shopLocale: string | undefined,
): PageVoice {
  const own = order?.locale ?? shopLocale
  const language = order?.locale == null ? pageLanguage(acceptLanguage, own) : languageOf(order.locale)
  return { language, locale: pageLocale(language, own) }
}

/** That of ours which the visitor's browser would rather have; else that of the shop. */
export function pageLanguage(acceptLanguage: string | undefined, shopLocale = 'en'): Language {
  const ranges = (acceptLanguage ?? '').split(',', 20).map((part) => {
    const [name = '', ...settings] = part.trim().toLowerCase().split(';')
    const weight = Number(/^\s*q=([\d.]+)\s*$/.exec(settings[0] ?? '')?.[1] ?? 1)
    return { name: name.split('-')[0] ?? '', weight }
  })
  const understood = ranges.filter(({ name, weight }) => languages.some((one) => one === name) && weight > 0)
  const best = understood.reduce<(typeof understood)[number] | undefined>(
    (first, one) => (first === undefined || one.weight > first.weight ? one : first),
    undefined,
  )
  return best === undefined ? languageOf(shopLocale) : (best.name as Language)
}

/** The locale of numbers and dates on a page in this language: the shop's own where it has the language. */
function pageLocale(language: Language, shopLocale = 'en'): string {
  return languageOf(shopLocale) === language ? writtenLocale(shopLocale) : language
}
