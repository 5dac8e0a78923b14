import type { FieldFault } from '#src/platform/lib/errors.ts'
import { type Language, languages } from '#src/platform/lib/languages.ts'
import { hostsIn } from '#src/platform/mail/index.ts'
import { hasLooseBraces, type OwnWords, variablesIn } from './own-words.ts'
import type { OwnTexts } from './queries.ts'

/** Of one text. With more, values would make a mail of many times its length. */
const maxVariables = 20

export type GivenTexts = Partial<Record<Language, { subject?: string | null; text?: string | null }>>

/** Texts as they are kept: a blank one is ours, and a language with nothing else is left out. */
export function trimmedTexts(given: GivenTexts): OwnTexts {
  const texts = languages.map((language): [Language, OwnWords] => {
    const { subject, text } = given[language] ?? {}
    return [language, { subject: subject?.trim() || null, text: text?.trim() || null }]
  })
  return Object.fromEntries(texts.filter(([, { subject, text }]) => subject !== null || text !== null))
}

/** What is wrong with a shop's own words. `host`: that of its storefront, the only one that they may name. */
export function faultsOf(texts: OwnTexts, known: readonly string[], host: string | null): FieldFault[] {
  return Object.entries(texts).flatMap(([language, words]) =>
    (['subject', 'text'] as const).flatMap((part) => {
      const message = faultOf(words[part] ?? '', known, host)
      return message === undefined ? [] : [{ field: `texts.${language}.${part}`, message }]
    }),
  )
}

function faultOf(text: string, known: readonly string[], host: string | null): string | undefined {
  const used = variablesIn(text)
  const unknown = used.find((name) => !known.includes(name))
  const all = known.map((name) => `{{${name}}}`).join(', ')
  if (unknown !== undefined) return `has {{${unknown}}}, which this mail does not know; it knows ${all}`
  if (hasLooseBraces(text)) return `has {{ or }} that belong to no variable; write one of ${all}`
  if (used.length > maxVariables) return `has more than ${maxVariables} variables`
  // A value may be empty, or go on with a name: whatever it is, the words beside it must not make an address with it.
  const foreign = hostsIn(text.replace(/\{\{[^{}]*\}\}/g, 'x')).find((one) => one !== host)
  if (foreign === undefined) return undefined
  const instead = host === null ? 'set storefront_url to link to your shop' : `it can only link to ${host}`
  return `has a link to ${foreign}; ${instead}`
}
