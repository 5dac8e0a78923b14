import { type AuditChanges, changesOf } from '#src/platform/audit/index.ts'
import type { FieldFault } from '#src/platform/lib/errors.ts'
import type { Audience, Field, Money, NewProduct, ProductColumns, ShownProduct } from './field.ts'
import { allFields, type FieldName, fields } from './fields.ts'
import type { PresentedEventProduct, PresentedProduct, ProductValues } from './schemas.ts'

type Presenter = NonNullable<Field['present']>

/** Computed once: rows are presented by the thousand. */
const presenters = allFields.flatMap(([name, field]): [FieldName, Presenter][] => {
  if (field.shown === undefined) return []
  const column = field.columns[0] as keyof ShownProduct
  return [[name, field.present ?? ((row) => row[column])]]
})

const isOfStaff = ([name]: [FieldName, Presenter]) => (fields[name] as Field).staffOnly === true
const ofStaff = presenters.filter(isOfStaff)
const ofAll = presenters.filter((presenter) => !isOfStaff(presenter))

/** The product for shoppers. */
export function presentProduct(row: ShownProduct): PresentedProduct {
  return present(row, 'shoppers')
}

/** The product for the shop. */
export function presentOwnProduct(row: ShownProduct): PresentedProduct {
  const own = ofStaff.map(([name, value]) => [name, value(row, 'staff')] as const)
  return { ...presentForReceivers(row), ...Object.fromEntries(own.filter(([, value]) => value !== null)) }
}

/** As events tell of it: of a variant with its group, and with a status that says whether it is sold. */
export function presentEventProduct(row: ShownProduct): PresentedEventProduct {
  const product = presentForReceivers(row)
  if (row.group_id === null) return product
  return {
    ...product,
    status: statusForSale(row),
    group: { id: row.group_id, name: row.group_name ?? '', options: row.options },
  }
}

/** As events show it: receivers learn what shoppers do not, but not what it costs the shop. */
export function presentForReceivers(row: ShownProduct): PresentedProduct {
  return present(row, 'staff')
}

/** Of a variant that is active itself: the status of its group. */
export function statusForSale({ status, withheld }: Pick<ShownProduct, 'status' | 'withheld'>): ShownProduct['status'] {
  return status === 'active' ? (withheld ?? status) : status
}

function present(row: ShownProduct, audience: Audience): PresentedProduct {
  const shown: Partial<Record<FieldName, unknown>> = {}
  for (const [name, value] of ofAll) shown[name] = value(row, audience)
  return shown as PresentedProduct
}

/** Faults of values that their schemas allow. */
export function faultsOf(values: ProductValues, money: Money): FieldFault[] {
  return setFields(values).flatMap(({ name, field, value }) => {
    const message = field.fault?.(value, money)
    return message === undefined ? [] : [{ field: name, message }]
  })
}

/** What a variant reads of its group is not given of a variant. */
export function groupFaults(values: ProductValues): FieldFault[] {
  return setFields(values).flatMap(({ name, field }) =>
    field.ofGroup === true ? [{ field: name, message: 'belongs to the group: change it there' }] : [],
  )
}

/** Columns of valid values. */
export function columnsOf(values: ProductValues, money: Money): Partial<ProductColumns> {
  const written = setFields(values).map(({ field: { columns, write }, value }) => {
    if (write !== undefined) return write(value, money)
    const [column] = columns
    return column === undefined ? {} : { [column]: value }
  })
  return Object.assign({}, ...written)
}

function setFields(values: ProductValues): { name: FieldName; field: Field; value: never }[] {
  return (Object.entries(values) as [FieldName, never][]).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, field: fields[name], value }],
  )
}

const chosen = allFields.filter(([, { input, initial, counted }]) => input || initial !== undefined || counted)

/** Default columns of a new product; SKU, name and price are always given. */
export const initialColumns = Object.fromEntries([
  ...chosen.flatMap(([, { columns, initial = null }]) => columns.map((column) => [column, initial])),
  ['options_key', null],
]) as unknown as Omit<NewProduct, 'merchant_id' | 'id' | 'in_stock' | 'currency'>

const audited = presenters
  .filter(([name]) => 'input' in fields[name])
  .map(([name, present]): [FieldName, Presenter] => [name, (fields[name] as Field).audited ?? present])

/** Changed fields that staff sets, for the audit log. */
export function productChanges(before: ShownProduct | null, after: ShownProduct | null): AuditChanges {
  return changesOf(before && auditedOf(before), after && auditedOf(after))
}

/** The parts of a structured value are recorded separately, such as `seo.title`. */
function auditedOf(row: ShownProduct): Record<string, string> {
  const values: [string, unknown][] = audited.flatMap(([name, present]) => {
    const value = present(row, 'staff')
    if (Array.isArray(value)) return [[name, value.length === 0 ? null : value]]
    if (typeof value !== 'object' || value === null) return [[name, value]]
    return Object.entries(value).map(([key, part]): [string, unknown] => [
      `${name}.${key}`,
      typeof part === 'object' && part !== null ? JSON.stringify(part) : part,
    ])
  })
  return Object.fromEntries(values) as Record<string, string>
}
