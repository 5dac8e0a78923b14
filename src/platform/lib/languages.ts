import { readLocale } from './locales.ts'

/** Languages in which the service writes to people: its pages, mails and papers. */
export type Language = 'en' | 'de'

/** A text in each of them, at its place. */
export type Said = readonly [english: string, german: string]

/** That of a shop's locale; English where the service has not its language. */
export function languageOf(locale: string): Language {
  return /^de\b/i.test(locale) ? 'de' : 'en'
}

/**
 * The locale of numbers and dates in a text for a shop: the shop's own, such as de-CH, where the service has its
 * language. Numerals and calendars that it asks for besides would not be those of the language.
 */
export function writtenLocale(locale: string): string {
  const { language, baseName } = new Intl.Locale(readLocale(locale) ?? 'en')
  return language === languageOf(locale) ? baseName : 'en'
}

export function say([english, german]: Said, language: Language): string {
  return language === 'de' ? german : english
}

/** The texts of a page, a mail or a paper in one language. */
export function textsIn<Texts extends Record<string, Said>>(
  texts: Texts,
  language: Language,
): Record<keyof Texts, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, said]) => [name, say(said, language)])) as never
}

/** Puts values in the place of `{name}`. They are text: escape the result. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
