import { domainToASCII, domainToUnicode } from 'node:url'
import { cleanText } from './clean-text.ts'
import { textCharacter } from './text-pattern.ts'

/** E-mail addresses that are accepted: one `@`, nothing that needs quoting. A mail verifies that it exists. */
const addressCharacter = textCharacter('\\s@<>(),;:"\\[\\]\\\\')
export const emailPattern = `^${addressCharacter}{1,64}@${addressCharacter}+$`

export function isEmail(text: string): boolean {
  const typed = cleanEmail(text)
  const fits = typed.length >= 3 && typed.length <= 254 && new RegExp(emailPattern, 'u').test(typed)
  return fits && domainFault(typed) === undefined
}

/** An address without invisible characters, with a full-width `@` replaced. */
function cleanEmail(text: string): string {
  return cleanText(text).replace(invisible, '').replace('＠', '@')
}

const invisible = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\ufe00-\ufe0f]/gu

/** The stored form of an address: as typed, but with its domain in Unicode instead of `xn--…`. */
export function readEmail(text: string): string {
  const typed = cleanEmail(text)
  const [local, domain] = partsOf(typed)
  const readable = domainToUnicode(domainToASCII(domain))
  return readable === '' || readable === domain.toLowerCase() ? typed : `${local}@${readable}`
}

/** The fault of an address's domain; undefined if it is valid (RFC 1034, RFC 5321, UTS 46). */
export function domainFault(text: string): string | undefined {
  const email = cleanEmail(text)
  if (!email.includes('@')) return 'has no @; example: ada@example.com'
  const [, domain] = partsOf(email)
  const [odd] = /[^\p{L}\p{M}\p{N}\p{So}.。．｡-]/u.exec(domain) ?? []
  if (odd !== undefined) return `has ${odd} after the @, which no domain contains`
  const parts = domain.split(/[.。．｡]/)
  if (parts.includes('')) return 'has an empty part after the @: look for two dots, or one at the end'
  if (parts.length < 2) return 'has no dot after the @; example: ada@example.com'
  if (parts.some((part) => part.startsWith('-') || part.endsWith('-')))
    return 'has a hyphen at the start or the end of a part after the @'
  const labels = domainToASCII(domain).split('.')
  if (labels.some((label) => label.length > 63) || labels.join('.').length > 253)
    return 'has a part after the @ that is too long: 63 letters at most'
  const [top = ''] = labels.slice(-1)
  const isUnreadable = domainToUnicode(labels.join('.'))
    .split('.')
    .some((label) => label.startsWith('xn--'))
  return top === '' || isUnreadable || /^\d+$/.test(top)
    ? 'has no domain after the @; example: ada@example.com'
    : undefined
}

function partsOf(email: string): [string, string] {
  const at = email.lastIndexOf('@')
  return [email.slice(0, Math.max(at, 0)), email.slice(at + 1)]
}
