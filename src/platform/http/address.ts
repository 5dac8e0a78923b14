import { type Static, Type } from 'typebox'
import { body, line, Nullable, named } from './envelope.ts'

const text = (examples: string[]) => line({ max: 200, examples })
const optional = (examples: string[]) => Type.Optional(Nullable(text(examples)))
const Country = Type.String({
  pattern: '^[A-Z]{2}$',
  description: 'ISO 3166-1 alpha-2, in capitals.',
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
  postal_code: optional(['SW1Y 4JH']),
  country: Country,
  phone: optional(['+44 20 7946 0000']),
}
export const AddressInput = body('AddressInput', addressInput)
export type AddressInput = Static<typeof AddressInput>

/** The fields of an address by name, and nothing else of the row. */
export function presentAddress(row: PostalAddress): PostalAddress {
  const { name, company, line1, line2, city, region, postal_code, country, phone } = row
  return { name, company, line1, line2, city, region, postal_code, country, phone }
}
