/** Languages of the service's own pages. */
export type PageLanguage = 'en' | 'de'

/** A text in each of them, at its place. */
export type Said = readonly [english: string, german: string]

/** That of the two which the visitor's browser would rather have; else that of the shop. */
export function pageLanguage(acceptLanguage: string | undefined, shopLocale = 'en'): PageLanguage {
  const wanted = (acceptLanguage ?? '').split(',', 20).map((part) => {
    const [name = '', ...settings] = part.trim().toLowerCase().split(';')
    const weight = Number(/^\s*q=([\d.]+)\s*$/.exec(settings[0] ?? '')?.[1] ?? 1)
    return { name: name.split('-')[0] ?? '', weight }
  })
  const known = wanted.filter(({ name, weight }) => (name === 'en' || name === 'de') && weight > 0)
  const best = known.reduce<(typeof known)[number] | undefined>(
    (first, one) => (first === undefined || one.weight > first.weight ? one : first),
    undefined,
  )
  return best === undefined ? languageOfLocale(shopLocale) : (best.name as PageLanguage)
}

export function languageOfLocale(locale: string): PageLanguage {
  return /^de\b/i.test(locale) ? 'de' : 'en'
}

/** For amounts and times. */
export const localesOfPages: Record<PageLanguage, { amounts: string; times: string }> = {
  en: { amounts: 'en', times: 'en-GB' },
  de: { amounts: 'de-DE', times: 'de-DE' },
}

/** The texts of a page in one language. */
export function textsIn<Texts extends Record<string, Said>>(
  texts: Texts,
  language: PageLanguage,
): Record<keyof Texts, string> {
  const place = language === 'de' ? 1 : 0
  return Object.fromEntries(Object.entries(texts).map(([name, said]) => [name, said[place]])) as never
}

/** Puts values in the place of `{name}`. They are text: escape the result. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
