import { formatAddress } from 'localized-address-format'
import { type Language, languages } from './languages.ts'

/** A postal address; what is left empty is null. */
export interface PrintedAddress {
  name?: string | null
  company?: string | null
  line1: string | null
  line2?: string | null
  city: string | null
  region?: string | null
  postal_code?: string | null
  country: string
}

/** The names of countries, by language. */
export const countryNames = Object.fromEntries(
  languages.map((language) => [language, new Intl.DisplayNames([language], { type: 'region' })]),
) as Record<Language, Intl.DisplayNames>

/**
 * The lines of an address, with the country as the last. The postal code stands before or behind the town, as the
 * country writes it (Google's libaddressinput). Nothing that was given is left out, also where a country has no such
 * part.
 */
export function addressLines(address: PrintedAddress, countries: Intl.DisplayNames): string[] {
  const { name, company, line1, line2, city, region, postal_code, country } = address
  const town = [city, region].filter(isGiven).join(', ')
  const place = isCodeBehindTown(country) ? [town, postal_code] : [postal_code, town]
  const lines = [name, company, line1, line2, place.filter(isGiven).join(' ')].filter(isGiven)
  return [...lines, countryName(country, countries)]
}

const behindTown = new Map<string, boolean>()

/** Whether the postal code stands behind the town, in forms with Latin letters. */
function isCodeBehindTown(country: string): boolean {
  const format = behindTown.get(country)
  if (format !== undefined) return format
  // Some forms have no town, but a region; those of countries without postal codes have no code.
  const parts = { administrativeArea: 'region', locality: 'town', postalCode: '0' }
  const text = formatAddress({ ...parts, postalCountry: country }, 'latin').join(' ')
  const [town, code] = [text.includes('town') ? 'town' : 'region', text.indexOf('0')]
  const isBehind = code === -1 || code > text.indexOf(town)
  behindTown.set(country, isBehind)
  return isBehind
}

function countryName(code: string, countries: Intl.DisplayNames): string {
  try {
    return countries.of(code) ?? code
  } catch {
    return code
  }
}

function isGiven(text: string | null | undefined): text is string {
  return text != null && text !== ''
}
