import { formatAddress } from 'localized-address-format'

/** An address as the API answers it, or as somebody types it. */
export interface PrintableAddress {
  name?: string | null | undefined
  company?: string | null | undefined
  line1?: string | null | undefined
  line2?: string | null | undefined
  city?: string | null | undefined
  region?: string | null | undefined
  postal_code?: string | null | undefined
  /** ISO 3166-1 alpha-2. */
  country?: string | null | undefined
}

/**
 * The lines of an address, as its country writes it: the postal code before or behind the town (Google's
 * libaddressinput). Nothing that was given is left out. The country is the last line, by its name in `locale`.
 */
export function addressLines(address: PrintableAddress, locale = 'en'): string[] {
  const { name, company, line1, line2, city, region, postal_code: code, country } = address
  const town = [city, region].filter(Boolean).join(', ')
  const place = (isCodeBehindTown(country ?? '') ? [town, code] : [code, town]).filter(Boolean).join(' ')
  const lines = [name, company, line1, line2, place, countryName(country, locale)]
  return lines.flatMap((line) => line || [])
}

function isCodeBehindTown(postalCountry: string): boolean {
  const parts = { administrativeArea: 'region', locality: 'town', postalCode: '0' }
  const text = formatAddress({ ...parts, postalCountry }, 'latin').join(' ')
  const code = text.indexOf('0')
  return code === -1 || code > text.indexOf(text.includes('town') ? 'town' : 'region')
}

function countryName(country: string | null | undefined, locale: string): string | null | undefined {
  if (country == null || !/^[A-Z]{2}$/.test(country)) return country
  return new Intl.DisplayNames(locale, { type: 'region' }).of(country)
}
