import { orderTexts } from './texts-order.ts'
import { shopTexts } from './texts-shop.ts'

export type Language = 'en' | 'de'
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' }

const all = { ...shopTexts, ...orderTexts }

type Of<Pair> = Pair extends readonly (infer Text)[] ? Text : never
type Said<Texts> = {
  [Key in keyof Texts]: Texts[Key] extends readonly unknown[]
    ? Of<Texts[Key]>
    : Record<keyof Texts[Key], string> & Record<string, string>
}

export type Texts = Said<typeof all>

/** What the pages say. Each text stands beside its translation; a third language is a third place in each. */
export const texts: Record<Language, Texts> = { en: choose(all, 0), de: choose(all, 1) }

function choose(of: object, place: number): Texts {
  const entries = Object.entries(of).map(([key, text]) => [
    key,
    Array.isArray(text) ? text[place] : choose(text, place),
  ])
  return Object.fromEntries(entries) as Texts
}
