import { isDeepStrictEqual } from 'node:util'
import { type AddressInput, checkAddress } from '#src/modules/identity/index.ts'
import type { FieldFault } from '#src/platform/lib/errors.ts'
import type { CustomerDetailsRow } from '../customers/queries.ts'
import type { CustomerFields } from '../customers/schemas.ts'
import type { Target } from './columns.ts'
import type { FileRow } from './read-file.ts'
import type { CustomerFormat } from './schemas.ts'

export interface RowFields {
  fields: CustomerFields
  address: AddressInput | undefined
  /** The file has a part of an address, which is none. */
  lacksAddress: boolean
  faults: FieldFault[]
}

const yes = /^(1|true|yes|y|ja)$/i
const no = /^(0|false|no|n|nein)$/i

/** What a row says of a customer; an empty cell says nothing. */
export function fieldsOf({ cells }: FileRow, format: CustomerFormat): RowFields {
  const faults: FieldFault[] = []
  const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ') || undefined
  const given = (target: 'email' | 'phone' | 'vat_number' | 'note' | 'locale') =>
    cells[target] === undefined ? {} : { [target]: cells[target] }
  const ofAddress = cells['address.name'] ?? joined(cells['address.first_name'], cells['address.last_name'])
  // Our own files have a name and a company of the customer beside those of the address.
  const isOwn = format === 'own'
  const name = joined(cells.first_name, cells.last_name) ?? cells.name ?? (isOwn ? undefined : ofAddress)
  const company = cells.company ?? (isOwn ? undefined : cells['address.company'])
  const { consent_at: at, consent_source: source } = cells
  const flag = (target: 'tax_exempt' | 'send_before_paid') => {
    const cell = cells[target]
    if (cell === undefined) return {}
    if (!yes.test(cell) && !no.test(cell)) faults.push({ field: target, message: 'must be true or false' })
    return { [target]: yes.test(cell) }
  }
  if ((at ?? cells.consent_withdrawn_at) !== undefined && source === undefined)
    faults.push({ field: 'accepts_marketing.source', message: 'must say how the customer agreed' })
  if (at === undefined && (source ?? cells.consent_withdrawn_at) !== undefined)
    faults.push({ field: 'accepts_marketing.at', message: 'must say when the customer agreed' })
  const fields: CustomerFields = {
    ...(name !== undefined && { name }),
    ...(company !== undefined && { company }),
    ...given('email'),
    ...given('phone'),
    ...given('vat_number'),
    ...given('note'),
    // WordPress writes en_GB.
    ...(cells.locale !== undefined && { locale: isOwn ? cells.locale : cells.locale.replaceAll('_', '-') }),
    ...(cells.tags !== undefined && { tags: tagsOf(cells.tags) }),
    ...flag('tax_exempt'),
    ...flag('send_before_paid'),
    ...(at !== undefined &&
      source !== undefined && {
        accepts_marketing: { at, source, withdrawn_at: cells.consent_withdrawn_at ?? null },
      }),
  }
  return { fields, faults, ...addressOf(cells, ofAddress ?? name ?? company) }
}

const tagsOf = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
]

function addressOf(cells: FileRow['cells'], name: string | undefined): Pick<RowFields, 'address' | 'lacksAddress'> {
  const of = (field: string) => cells[`address.${field}` as Target]
  const [line1, city, country] = [of('line1'), of('city'), of('country')?.toUpperCase()]
  if (line1 === undefined || city === undefined || country === undefined || name === undefined)
    return { address: undefined, lacksAddress: (line1 ?? city ?? of('postal_code')) !== undefined }
  const optional = ['company', 'line2', 'region', 'postal_code', 'phone'] as const
  const rest = optional.flatMap((field) => (of(field) === undefined ? [] : [[field, of(field)]]))
  return { address: { name, line1, city, country, ...Object.fromEntries(rest) }, lacksAddress: false }
}

export function fieldsOfNew({ fields, address }: RowFields): CustomerFields {
  return { ...fields, ...(address !== undefined && { addresses: [address] }) }
}

/**
 * What changes of a customer whom the shop knows: an address is added to those before, and so are the tags of another
 * system. A consent that was withdrawn after the file's stays withdrawn. @throws AppError VALIDATION_ERROR
 */
export function fieldsOfKnown(
  { fields, address }: RowFields,
  before: CustomerDetailsRow,
  format: CustomerFormat,
): CustomerFields {
  const { accepts_marketing: consent, tags, ...rest } = fields
  const isAgain = before.consent_withdrawn_at !== null && consent != null && consent.at !== undefined
  const stays =
    isAgain && !consent.withdrawn_at && new Date(consent.at as string) <= (before.consent_withdrawn_at as Date)
  const tagsBefore = new Set(before.tags.map((tag) => tag.toLowerCase()))
  const more = tags?.filter((tag) => !tagsBefore.has(tag.toLowerCase())) ?? []
  const checked = address && checkAddress(address, 'addresses[0]')
  const isNew =
    checked !== undefined && !before.addresses.some((kept) => isDeepStrictEqual({ ...kept }, { ...checked }))
  return {
    ...rest,
    ...(consent !== undefined && !stays && { accepts_marketing: consent }),
    ...(tags !== undefined && { tags: format === 'own' ? tags : [...before.tags, ...more] }),
    ...(isNew && { addresses: [checked, ...before.addresses].slice(0, 20) }),
  }
}
