import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import { plainText } from './plain-text.ts'

/**
 * A telephone number in E.164's shape, `+` and 7 to 15 digits; undefined if it is none. People may write it with
 * separators, with `00` for the `+`, with the `(0)` of E.123 that is not dialled from abroad, with an extension, which
 * is dropped, and without the code of its own country. A number unknown to libphonenumber is accepted by its digits:
 * whether it is in service is not ours to judge.
 * @param country ISO 3166-1 alpha-2 of the address that the number stands in
 */
export function readPhone(phone: string, country?: string): string | undefined {
  const text = plainText(phone).replace(/^tel: ?/i, '')
  const international = writtenAbroad(text)
  const national = country !== undefined && isSupportedCountry(country) && !text.startsWith('+') ? [text] : []
  const parsed = [
    ...international.map((form) => parse(form)),
    ...national.map((form) => parse(form, country as CountryCode)),
  ].filter((found) => found?.isPossible())
  const found = parsed.find((one) => one?.isValid()) ?? parsed[0]
  return [found?.number, ...international.map(withoutPunctuation)].find((form) => form !== undefined && e164.test(form))
}

const e164 = /^\+[1-9]\d{6,14}$/

/**
 * The candidate forms of a number that begins with `+` or `00`, the likelier first. A `(0)` is usually not dialled from
 * abroad. Where it is, such as in Italy, libphonenumber knows only the number with the 0.
 */
function writtenAbroad(text: string): string[] {
  const form = text.replace(/^[( ]*(\+|00(?=[ ()]*[1-9]))[ ()]*/, '+').replace(/^(\+\d+)\)/, '$1 ')
  if (!form.startsWith('+')) return []
  const without = form.replace(/\( ?0 ?\)/, ' ')
  return without === form ? [form] : [without, form]
}

function parse(text: string, country?: CountryCode): PhoneNumber | undefined {
  return parsePhoneNumberFromString(text, { extract: false, ...(country && { defaultCountry: country }) })
}

function withoutPunctuation(text: string): string {
  return text.replace(/[ ()./-]/g, '')
}

/** The expected form, of a country if one is known. */
export function phoneFault(country?: string): string {
  const national = country === undefined ? '' : `a number of ${country}, or `
  return `must be ${national}a full number with + and the country code, such as +44 20 7946 0958`
}
