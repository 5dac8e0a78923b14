import { AsyncLocalStorage } from 'node:async_hooks'
import type { Language } from '../languages.ts'

/** What a shop says in its own words: by language, then by the key of a text, such as `orderMail.received`. */
export type OwnTexts = Partial<Record<Language, Readonly<Record<string, string>>>>

const spoken = new AsyncLocalStorage<OwnTexts>()

/** Draws a mail, a page or a paper in a shop's own texts; those that it has not changed are the service's. */
export function inOwnTexts<Drawn>(own: OwnTexts | undefined, draw: () => Drawn): Drawn {
  return own === undefined ? draw() : spoken.run(own, draw)
}

/** The own texts in which this is drawn. */
export function spokenTexts(language: Language): Readonly<Record<string, string>> | undefined {
  return spoken.getStore()?.[language]
}
