import jsvat from 'jsvat-next'

/** A VAT number with a valid form and valid check digits. */
export interface VatNumber {
  /** Capitals without blanks, with the country's letters: `EL094259216`. */
  number: string
  /** ISO 3166-1 alpha-2, and XI for Northern Ireland, which is of the EU's VAT area for goods. */
  state: string
}

/** Greece writes EL, and people write GR. */
const greece = { written: 'EL', country: 'GR' }
/** Member states of the EU, and Northern Ireland. */
const union = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '))

/** Undefined if it is none, or its country is not supported. */
export function readVatNumber(text: string): VatNumber | undefined {
  const written = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9+*]/g, '')
    .replace(/^GR/, greece.written)
  const { isValid, value, country } = jsvat.checkVAT(written, jsvat.countries)
  const short = country?.isoCode.short
  if (!isValid || value === undefined || short === undefined || short === 'EU' || short === 'BR') return undefined
  return { number: value, state: value.startsWith('XI') ? 'XI' : short }
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
