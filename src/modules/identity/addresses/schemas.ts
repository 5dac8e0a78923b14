import { type Static, Type } from 'typebox'
import { body, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { Address, addressInput, presentAddress } from './address.ts'
import type { AddressRow } from './queries.ts'

export const SavedAddress = named(
  'SavedAddress',
  Type.Object({
    id: Uuid,
    is_default: Type.Boolean({ description: 'True for at most one address.' }),
    ...Address.properties,
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
)

const IsDefault = Type.Boolean({ description: 'True makes this address the default one.' })

export const NewAddress = body('NewAddress', { ...addressInput, is_default: Type.Optional(IsDefault) })
export const AddressChange = body('AddressChange', {
  name: Type.Optional(addressInput.name),
  company: addressInput.company,
  line1: Type.Optional(addressInput.line1),
  line2: addressInput.line2,
  city: Type.Optional(addressInput.city),
  region: addressInput.region,
  postal_code: addressInput.postal_code,
  country: Type.Optional(addressInput.country),
  phone: addressInput.phone,
  is_default: Type.Optional(IsDefault),
})
export type AddressChange = Static<typeof AddressChange>

export function presentSavedAddress(row: AddressRow): Static<typeof SavedAddress> {
  return {
    id: row.id,
    is_default: row.is_default,
    ...presentAddress(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
