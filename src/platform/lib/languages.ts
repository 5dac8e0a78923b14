import { readLocale } from './locales.ts'

/** Languages in which the service writes to people: its pages, mails and papers. `texts/` has a file of each. */
export const languages = ['en', 'de', 'fr', 'es', 'pl', 'ja'] as const
export type Language = (typeof languages)[number]

/** That of a locale; English where the service has not its language. */
export function languageOf(locale: string): Language {
  const [own] = /^[a-z]+(?![a-z])/i.exec(locale) ?? []
  return languages.find((language) => language === own?.toLowerCase()) ?? 'en'
}

/**
 * The locale of numbers and dates in a text for a shop: the shop's own, such as de-CH, where the service has its
 * language. Numerals and calendars that it asks for besides would not be those of the language.
 */
export function writtenLocale(locale: string): string {
  const { language, baseName } = new Intl.Locale(readLocale(locale) ?? 'en')
  return language === languageOf(locale) ? baseName : 'en'
}
