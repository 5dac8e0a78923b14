import { type Language, languageOf, writtenLocale } from '#src/platform/lib/languages.ts'

/** That of the two which the visitor's browser would rather have; else that of the shop. */
export function pageLanguage(acceptLanguage: string | undefined, shopLocale = 'en'): Language {
  const ranges = (acceptLanguage ?? '').split(',', 20).map((part) => {
    const [name = '', ...settings] = part.trim().toLowerCase().split(';')
    const weight = Number(/^\s*q=([\d.]+)\s*$/.exec(settings[0] ?? '')?.[1] ?? 1)
    return { name: name.split('-')[0] ?? '', weight }
  })
  const understood = ranges.filter(({ name, weight }) => (name === 'en' || name === 'de') && weight > 0)
  const best = understood.reduce<(typeof understood)[number] | undefined>(
    (first, one) => (first === undefined || one.weight > first.weight ? one : first),
    undefined,
  )
  return best === undefined ? languageOf(shopLocale) : (best.name as Language)
}

/** The locale of numbers and dates on a page in this language: the shop's own where it has the language. */
export function pageLocale(language: Language, shopLocale = 'en'): string {
  return languageOf(shopLocale) === language ? writtenLocale(shopLocale) : language
}
