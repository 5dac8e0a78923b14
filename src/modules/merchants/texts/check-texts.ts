import type { FieldFault } from '#src/platform/lib/errors.ts'
import type { Language } from '#src/platform/lib/languages.ts'
import { textsOfShop, tryText } from '#src/platform/lib/texts/own-texts.ts'
import { hostsIn } from '#src/platform/mail/templates/values.ts'

/** By the key of a text; null and what is left out is ours. */
export type GivenTexts = Readonly<Record<string, string | null>>

/** Without what turns around the text beside it. French and Polish have blanks that break no line: they stay. */
function tidied(text: string): string {
  return text
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** Texts as they are kept: one that is blank, or says what ours says, is ours. */
export function changedTexts(language: Language, given: GivenTexts): Record<string, string> {
  const ours = new Map(textsOfShop(language).map((text) => [text.key, text.ours]))
  const texts = Object.entries(given).map(([key, text]): [string, string] => [key, tidied(text ?? '')])
  return Object.fromEntries(texts.filter(([key, text]) => text !== '' && text !== ours.get(key)))
}

/** What is wrong with a shop's own texts. `host`: that of its storefront, the only one that they may name. */
export function faultsOf(
  language: Language,
  texts: Readonly<Record<string, string>>,
  host: string | null,
): FieldFault[] {
  return Object.entries(texts).flatMap(([key, text]) => {
    const message = faultOf(language, key, text, host)
    return message === undefined ? [] : [{ field: `texts.${key}`, message }]
  })
}

/** Texts about accounts, which are those of the whole platform: nobody is to answer them elsewhere. */
const ofAccounts = /^(account(Mail|Page)|(verify|reset|undo)Page)\./

function faultOf(language: Language, key: string, text: string, host: string | null): string | undefined {
  const tried = tryText(language, key, text)
  if ('fault' in tried) return tried.fault
  const hosts = tried.said.flatMap(hostsIn)
  if (ofAccounts.test(key))
    return hosts.length > 0 || /[@＠]/.test(text)
      ? 'must have no address: it is about the account of a person'
      : undefined
  const foreign = hosts.find((one) => one !== host)
  if (foreign === undefined) return undefined
  const instead = host === null ? 'set storefront_url to link to your shop' : `it can only link to ${host}`
  return `has a link to ${foreign}; ${instead}`
}
