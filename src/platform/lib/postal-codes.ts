import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'
import { plainText } from './plain-text.ts'

/** Countries for which the package has an outdated form, or lacks a second form in use. */
const notJudged = new Set('AZ EG HN KH KZ MM MN MV MZ NG NI PA PE PY SH SO SV VE'.split(' '))

/** Further forms in use, without separators: from before a change, of the army, of a part of the country. */
const alsoUsed: Record<string, RegExp> = {
  AR: /^\d{4}$/,
  AS: /^\d{9}$/,
  BR: /^\d{5}$/,
  CY: /^\d{5}$/,
  GB: /^(GIR0AA|BFPO\d{1,4})$/,
  GL: /^\d{4}$/,
  IE: /^(DUBLIN|D)\d{1,2}W?$/,
  KR: /^\d{6}$/,
  LI: /^9498$/,
  NL: /^\d{4}$/,
  PW: /^\d{5}(\d{4})?$/,
  SA: /^(\d{9}|[A-Z]{4}\d{4})$/,
  UM: /^\d{5}(\d{4})?$/,
}

/** Position of a country's separator (negative: from the end) for codes of a given length. */
const separated: Record<string, { by: ' ' | '-'; at: number; length?: number }> = {}
for (const country of ['GB', 'GG', 'IM', 'JE']) separated[country] = { by: ' ', at: -3 }
for (const country of 'AS FM GU MH MP PR PW SA UM US VI'.split(' ')) separated[country] = { by: '-', at: 5, length: 9 }
for (const country of 'CZ GR SE SK'.split(' ')) separated[country] = { by: ' ', at: 3, length: 5 }
for (const country of 'FK GI GS IO PN TC'.split(' ')) separated[country] = { by: ' ', at: 4, length: 7 }
Object.assign(separated, {
  BM: { by: ' ', at: 2, length: 4 },
  BR: { by: '-', at: 5, length: 8 },
  CA: { by: ' ', at: 3, length: 6 },
  CL: { by: '-', at: 3, length: 7 },
  IE: { by: ' ', at: 3, length: 7 },
  IR: { by: '-', at: 5, length: 10 },
  JP: { by: '-', at: 3, length: 7 },
  KR: { by: '-', at: 3, length: 6 },
  KY: { by: '-', at: 3, length: 7 },
  LB: { by: ' ', at: 4, length: 8 },
  MT: { by: ' ', at: 3 },
  NL: { by: ' ', at: 4, length: 6 },
  PL: { by: '-', at: 2, length: 5 },
  PT: { by: '-', at: 4, length: 7 },
})

/** Countries that write their letters in domestic codes, too. */
const prefixes: Record<string, string> = {
  AD: 'AD',
  AI: 'AI-',
  BB: 'BB',
  HT: 'HT',
  LT: 'LT-',
  LV: 'LV-',
  MD: 'MD-',
  VC: 'VC',
  VG: 'VG',
}

/**
 * A postal code as its country writes it if that is certain, else as typed, in capitals; undefined if it certainly is
 * none. Separators may be missing, different or too many; letters may stand before it (`D-10115`, `CEP`, 〒). Where the
 * package knows no form, any letters and digits are accepted: a returned parcel costs less than a refused order.
 * @param country ISO 3166-1 alpha-2, in capitals
 */
export function readPostalCode(text: string, country: string): string | undefined {
  const code = tidied(text)
  // Letters and digits, with single blanks or hyphens between them.
  if (!/^[A-Z\d]+([ -][A-Z\d]+)*$/.test(code) || withoutSeparators(code).length > longest) return undefined
  if (notJudged.has(country) || !postcodeValidatorExistsForCountry(country)) return code
  const bare = code.replace(new RegExp(`^(${country}|[A-Z]{1,3}(?=[ -]))[ -]?`), '')
  return written(code, country) ?? written(bare, country) ?? (postcodeValidator(code, country) ? code : undefined)
}

/** The longest codes have ten characters; in countries without codes people write other things, such as a box. */
const longest = 20

/**
 * Comparison key of codes and their prefixes: letters and digits, without separators and without the country's letters
 * before digits. `LV-1010`, `lv1010` and `1010` have one key in Latvia.
 */
export function postalKey(text: string, country: string): string {
  const key = tidied(text).replace(/[^A-Z\d]/g, '')
  return key.startsWith(country) && /^..\d+$/.test(key) ? key.slice(2) : key
}

function tidied(text: string): string {
  return plainText(text)
    .toUpperCase()
    .replace(/[.〒〶]/g, '')
    .replace(/ ?- ?/g, '-')
    .trim()
}

/** The form of a code, by the package or the further forms; undefined if it matches none. */
function written(code: string, country: string): string | undefined {
  const compact = withoutSeparators(code)
  const prefix = prefixes[country] ?? ''
  const whole = `${prefix}${compact}`
  const parted = withSeparator(compact, country)
  const isPostalCode = (form: string) => form !== '' && postcodeValidator(form, country)
  if (isPostalCode(compact) || isPostalCode(parted))
    return prefix === '' || compact.startsWith(country) ? parted : whole
  if (isPostalCode(whole)) return whole
  if (alsoUsed[country]?.test(compact)) return /^\d+$/.test(compact) ? parted : code
  return undefined
}

function withSeparator(compact: string, country: string): string {
  const { by, at, length = compact.length } = separated[country] ?? { by: '', at: 0 }
  return compact.length === length ? `${compact.slice(0, at)}${by}${compact.slice(at)}` : compact
}

function withoutSeparators(code: string): string {
  return code.replace(/[ -]/g, '')
}
