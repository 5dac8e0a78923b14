import { type Static, Type } from 'typebox'
import { body, line, Nullable, named } from '#src/platform/http/envelope.ts'
import { isCountry } from '#src/platform/lib/countries.ts'
import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import { phoneFault, readPhone } from '#src/platform/lib/phone.ts'
import { readPostalCode } from '#src/platform/lib/postal-codes.ts'

const text = (examples: string[], description?: string) =>
  line({ max: 200, examples, ...(description !== undefined && { description }) })
const optional = (examples: string[], description?: string) => Type.Optional(Nullable(text(examples, description)))
const Country = Type.String({
  pattern: '^[A-Z]{2}$',
  description: 'ISO 3166-1 alpha-2, in capitals, or XK (Kosovo).',
  examples: ['GB'],
})

/** A postal address, as the address book and orders show it. */
export const Address = named(
  'Address',
  Type.Object({
    name: text(['Ada Lovelace']),
    company: Nullable(text(['Analytical Engines Ltd'])),
    line1: text(['12 St James’s Square']),
    line2: Nullable(text(['Flat 2'])),
    city: text(['London']),
    region: Nullable(text(['Greater London'])),
    postal_code: Nullable(text(['SW1Y 4JH'])),
    country: Country,
    phone: Nullable(Type.String({ examples: ['+442079460000'] })),
  }),
)
export type PostalAddress = Static<typeof Address>

/** An address in a request: absent and null are the same. */
export const addressInput = {
  name: text(['Ada Lovelace']),
  company: optional(['Analytical Engines Ltd']),
  line1: text(['12 St James’s Square']),
  line2: optional(['Flat 2']),
  city: text(['London']),
  region: optional(['Greater London']),
  postal_code: optional(['SW1Y 4JH'], 'With or without separators; stored as the country writes it.'),
  country: Country,
  phone: optional(['+44 20 7946 0000'], 'International, or a number of the country; stored as E.164.'),
}
export const AddressInput = body('AddressInput', addressInput)
export type AddressInput = Static<typeof AddressInput>

/** The fields of an address by name, and nothing else of the row. */
export function presentAddress(row: PostalAddress): PostalAddress {
  const { name, company, line1, line2, city, region, postal_code, country, phone } = row
  return { name, company, line1, line2, city, region, postal_code, country, phone }
}

const texts = ['name', 'company', 'line1', 'line2', 'city', 'region', 'postal_code'] as const

/**
 * The stored form of an address: trimmed texts, the postal code as its country writes it, the phone in E.164.
 * @param field where the address stands in the request: `shipping_address` names faults `shipping_address.country`
 * @throws AppError VALIDATION_ERROR, with all faults
 */
export function checkAddress(input: AddressInput, field?: string): PostalAddress {
  const faults: FieldFault[] = []
  const fault = (name: keyof PostalAddress, message: string) =>
    faults.push({ field: field === undefined ? name : `${field}.${name}`, message })
  const text = (name: keyof PostalAddress) => input[name]?.trim() ?? null

  for (const name of texts) if (text(name) === '') fault(name, 'must not be blank')
  const { country } = input
  const hasCountry = isCountry(country)
  if (!hasCountry) fault('country', 'must be a country code of ISO 3166-1 alpha-2')
  const code = text('postal_code')
  const postalCode = code && hasCountry ? readPostalCode(code, country) : code
  if (postalCode === undefined) fault('postal_code', `is not a postal code of ${country}`)
  const phone = input.phone == null ? null : readPhone(input.phone, country)
  if (phone === undefined) fault('phone', phoneFault(hasCountry ? country : undefined))
  if (faults.length > 0) throw invalid(...faults)

  return {
    name: input.name.trim(),
    company: text('company'),
    line1: input.line1.trim(),
    line2: text('line2'),
    city: input.city.trim(),
    region: text('region'),
    postal_code: postalCode ?? null,
    country,
    phone: phone ?? null,
  }
}
