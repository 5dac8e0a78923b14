/** Country names of the file, with their ISO 3166-1 codes. Excludes "Unspecified" and the like. */
const codes: Readonly<Record<string, string>> = {
  Australia: 'AU',
  Austria: 'AT',
  Bahrain: 'BH',
  Belgium: 'BE',
  Brazil: 'BR',
  Canada: 'CA',
  Cyprus: 'CY',
  'Czech Republic': 'CZ',
  Denmark: 'DK',
  EIRE: 'IE',
  Finland: 'FI',
  France: 'FR',
  Germany: 'DE',
  Greece: 'GR',
  'Hong Kong': 'HK',
  Iceland: 'IS',
  Israel: 'IL',
  Italy: 'IT',
  Japan: 'JP',
  Lebanon: 'LB',
  Lithuania: 'LT',
  Malta: 'MT',
  Netherlands: 'NL',
  Norway: 'NO',
  Poland: 'PL',
  Portugal: 'PT',
  RSA: 'ZA',
  'Saudi Arabia': 'SA',
  Singapore: 'SG',
  Spain: 'ES',
  Sweden: 'SE',
  Switzerland: 'CH',
  'United Arab Emirates': 'AE',
  USA: 'US',
  'United Kingdom': 'GB',
  UK: 'GB',
  // They have two codes, and the file does not say which island; for tax they are alike.
  'Channel Islands': 'JE',
}

/**
 * Where a British shop charges its own VAT in those years: at home, and to consumers in the rest of the EU as long as
 * it sells little there. Who is a business, and so is charged none, the file does not say.
 */
const taxed: ReadonlySet<string> = new Set(
  'GB AT BE BG CY CZ DE DK EE ES FI FR GR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/** From here on 20 %, before 17.5 %. Other rates have been, at no time that the data set covers. */
const raisedOn = '2011-01-04'

export function countryCode(name: string): string | undefined {
  return codes[name.trim()]
}

/** British VAT in tenths of a percent. @param day as `2010-12-01` */
export function vatOn(day: string): number {
  return day < raisedOn ? 175 : 200
}

export function isTaxed(country: string | undefined): boolean {
  return country !== undefined && taxed.has(country)
}

/** The part of a price that is tax, half up to the penny. */
export function taxIn(pence: number, country: string | undefined, perMille: number): number {
  if (!isTaxed(country)) return 0
  return Math.floor((2 * pence * perMille + 1_000 + perMille) / (2 * (1_000 + perMille)))
}

/** The shop's table of tax rates. */
export function ratesAt(perMille: number) {
  return [...taxed].map((country) => ({ country, tax_class: 'standard', name: 'VAT', rate: perMille / 10 }))
}
