import jsvat from 'jsvat-next'

/** A VAT number with a valid form and valid check digits. */
export interface VatNumber {
  /** Capitals without blanks, with the country's letters: `EL094259216`. */
  number: string
  /** ISO 3166-1 alpha-2, and XI for Northern Ireland, which is of the EU's VAT area for goods. */
  state: string
}

/** Member states of the EU, and Northern Ireland. */
const union = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '))

/** Letters of numbers that are not those of the country. */
const lettersOf: Record<string, string> = { GR: 'EL', CH: 'CHE', MC: 'FR' }

const isOf = (form: RegExp) => (rest: string) => (form.test(rest) ? rest : undefined)

/**
 * Numbers that the library does not know, or has a rule for that does not fit them (Norway's, some of Andorra), by
 * their letters: the rest of the number as it is kept; undefined: it is none. Only Norway's check digit is published.
 */
const ownRules: Record<string, (rest: string) => string | undefined> = {
  AD: isOf(/^[ACDEFGLOPU]\d{6}[A-Z]$/),
  AL: isOf(/^[A-Z]\d{8}[A-Z]$/),
  BA: isOf(/^\d{12,13}$/),
  IS: isOf(/^\d{5,6}$/),
  LI: isOf(/^\d{5}$/),
  MD: isOf(/^\d{7}$/),
  ME: isOf(/^\d{8}$/),
  MK: isOf(/^\d{13}$/),
  NO: (rest) => {
    const digits = rest.replace(/MVA$/, '')
    return isNorwegian(digits) ? `${digits}MVA` : undefined
  },
  SM: isOf(/^\d{5}$/),
  TR: isOf(/^\d{10}$/),
  UA: isOf(/^\d{10}(\d{2})?$/),
}

function isNorwegian(digits: string): boolean {
  if (!/^\d{9}$/.test(digits)) return false
  const sum = [3, 2, 7, 6, 5, 4, 3, 2].reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  return (11 - (sum % 11)) % 11 === Number(digits[8])
}

/**
 * Reads a number with the letters of its country; without them it is one of `country`, if that is given. Undefined if
 * it is none, or its country is not supported.
 */
export function readVatNumber(text: string, country?: string): VatNumber | undefined {
  const written = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9+*]/g, '')
  const letters = country && (lettersOf[country] ?? country)
  // Letters of other countries can begin a number: FR has AT12…, where the letters are check digits.
  return readWhole(written) ?? (letters ? readWhole(letters + written) : undefined) ?? withoutLetters(written)
}

function readWhole(written: string): VatNumber | undefined {
  const number = written.replace(/^GR/, 'EL').replace(/^BE(\d{9})$/, 'BE0$1')
  const letters = number.slice(0, 2)
  const rule = ownRules[letters]
  if (rule !== undefined) {
    const rest = rule(number.slice(2))
    return rest === undefined ? undefined : { number: letters + rest, state: letters }
  }
  // The library takes digits alone for a number of one of its countries, which may be another one.
  if (!/^[A-Z]{2}/.test(number)) return undefined
  const { isValid, country } = jsvat.checkVAT(number.replace(/^XI/, 'GB'), jsvat.countries)
  const short = country?.isoCode.short
  if (!isValid || short === undefined || short === 'EU') return undefined
  return { number, state: letters === 'XI' ? 'XI' : short }
}

/** Of the countries whose numbers are mostly written without letters. */
function withoutLetters(written: string): VatNumber | undefined {
  if (/^\d{9}MVA$/.test(written)) return readWhole(`NO${written}`)
  return /^\d{11}$/.test(written) ? readWhole(`AU${written}`) : undefined
}

/** The member state of the EU's VAT area of an address; undefined: outside of it. */
export function memberStateAt(country: string, postalKey: string): string | undefined {
  if (country === 'GB') return postalKey.startsWith('BT') ? 'XI' : undefined
  if (country === 'MC') return 'FR'
  // The Canary Islands, Ceuta and Melilla.
  if (country === 'ES' && /^(35|38|51|52)/.test(postalKey)) return undefined
  return union.has(country) ? country : undefined
}

export function isInUnion(state: string): boolean {
  return union.has(state)
}

/** The Union with Iceland, Liechtenstein and Norway. */
export function isInEconomicArea(country: string): boolean {
  return union.has(country) || ['IS', 'LI', 'NO'].includes(country)
}
