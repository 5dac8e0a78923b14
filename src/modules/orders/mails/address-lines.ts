import type { PostalAddress } from '#src/modules/identity/index.ts'
import { quoted } from '#src/platform/mail/templates/values.ts'

/** Mails are English, and so are their countries. */
const english = new Intl.DisplayNames(['en'], { type: 'region' })

/** Countries that write the postal code after the city. */
const codeBehindCity = new Set('AU BR CA CN GB HK ID IE IN JP KR NZ SG TH TW US ZA'.split(' '))

/** The address as the shopper wrote it, each line a quotation. */
export function addressLines(address: PostalAddress): string[] {
  const lines = linesOfAddress(address, english)
  return [...lines.slice(0, -1).map((line) => quoted(line)), ...lines.slice(-1)]
}

/** The address; its last line is the country, by its name. */
export function linesOfAddress(address: PostalAddress, countries: Intl.DisplayNames): string[] {
  const { name, company, line1, line2, city, region, postal_code, country } = address
  const town = [city, region].filter(isGiven).join(', ')
  const place = codeBehindCity.has(country) ? [town, postal_code] : [postal_code, town]
  const lines = [name, company, line1, line2, place.filter(isGiven).join(' ')].filter(isGiven)
  return [...lines, countryName(country, countries)]
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
