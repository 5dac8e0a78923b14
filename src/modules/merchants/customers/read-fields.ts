import { checkAddress, emailKey, type PostalAddress } from '#src/modules/identity/index.ts'
import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import { phoneFault, readPhone } from '#src/platform/lib/phone.ts'
import { readTags } from '#src/platform/lib/tags.ts'
import type { CustomerFields } from './schemas.ts'
import type { ShownCustomer } from './shown-queries.ts'

/** What staff can change of a record. */
export interface RecordFields {
  email: string | null
  name: string | null
  phone: string | null
  company: string | null
  vat_number: string | null
  addresses: PostalAddress[]
  tags: string[]
  note: string | null
  locale: string | null
  consent_at: Date | null
  consent_source: string | null
  consent_withdrawn_at: Date | null
  tax_exempt: boolean
  send_before_paid: boolean
}

export const recordFields = [
  ...(['email', 'name', 'phone', 'company', 'vat_number', 'addresses', 'tags', 'note', 'locale'] as const),
  ...(['consent_at', 'consent_source', 'consent_withdrawn_at', 'tax_exempt', 'send_before_paid'] as const),
]

export const noFields: RecordFields = {
  email: null,
  name: null,
  phone: null,
  company: null,
  vat_number: null,
  addresses: [],
  tags: [],
  note: null,
  locale: null,
  consent_at: null,
  consent_source: null,
  consent_withdrawn_at: null,
  tax_exempt: false,
  send_before_paid: false,
}

/** The record with the given fields in place of its own. @throws AppError VALIDATION_ERROR */
export function readFields(before: RecordFields | ShownCustomer, input: CustomerFields, now: Date): RecordFields {
  const faults: FieldFault[] = []
  const text = (field: 'name' | 'company' | 'vat_number' | 'note' | 'locale') =>
    input[field] === undefined ? before[field] : input[field]?.trim() || null
  const addresses = input.addresses?.map((address, index) => checkAddress(address, `addresses[${index}]`))
  const fields: RecordFields = {
    email: input.email === undefined ? before.email : input.email,
    name: text('name'),
    phone: before.phone,
    company: text('company'),
    vat_number: text('vat_number'),
    addresses: addresses ?? before.addresses,
    tags: input.tags === undefined ? before.tags : readTags(input.tags, faults),
    note: text('note'),
    locale: text('locale'),
    ...readConsent(before, input.accepts_marketing, now, faults),
    tax_exempt: input.tax_exempt ?? before.tax_exempt,
    send_before_paid: input.send_before_paid ?? before.send_before_paid,
  }
  if (input.phone !== undefined) {
    const country = fields.addresses[0]?.country
    const phone = input.phone === null ? null : readPhone(input.phone, country)
    if (phone === undefined) faults.push({ field: 'phone', message: phoneFault(country) })
    else fields.phone = phone
  }
  if (fields.name === null && fields.phone === null && (fields.email ?? '') === '')
    faults.push({ field: 'name', message: 'is required, unless the customer has a phone or an email' })
  if (faults.length > 0) throw invalid(...faults)
  return fields
}

function readConsent(
  before: RecordFields | ShownCustomer,
  given: CustomerFields['accepts_marketing'],
  now: Date,
  faults: FieldFault[],
): Pick<RecordFields, 'consent_at' | 'consent_source' | 'consent_withdrawn_at'> {
  if (given === undefined) {
    const { consent_at, consent_source, consent_withdrawn_at } = before
    return { consent_at, consent_source, consent_withdrawn_at }
  }
  if (given === null) return { consent_at: null, consent_source: null, consent_withdrawn_at: null }
  const consent_at = given.at === undefined ? (before.consent_at ?? now) : new Date(given.at)
  const withdrawn = given.withdrawn_at ? new Date(given.withdrawn_at) : null
  if (withdrawn !== null && withdrawn < consent_at)
    faults.push({ field: 'accepts_marketing.withdrawn_at', message: 'must not be before accepts_marketing.at' })
  return { consent_at, consent_source: given.source.trim(), consent_withdrawn_at: withdrawn }
}

export const keyOfEmail = (email: string | null) => (email ? emailKey(email) : '')
