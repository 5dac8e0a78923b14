import { type AuditChanges, changesOf } from '#src/platform/audit/index.ts'
import type { FieldFault } from '#src/platform/lib/errors.ts'
import { ownHtml, shownHtml, withOneDescription } from './descriptions.ts'
import type { Audience, Field, Money, NewProduct, ProductColumns, ShownProduct } from './field.ts'
import { allFields, type FieldName, fields } from './fields.ts'
import type { ListedProduct, PresentedEventProduct, PresentedProduct, ProductValues } from './schemas.ts'

type Presenter = NonNullable<Field['present']>

/** Computed once: rows are presented by the thousand. */
const presenters = allFields.flatMap(([name, field]): [FieldName, Presenter][] => {
  if (field.shown === undefined) return []
  const column = field.columns[0] as keyof ShownProduct
  return [[name, field.present ?? ((row) => row[column])]]
})

const hasFlag =
  (flag: 'staffOnly' | 'detail') =>
  ([name]: [FieldName, Presenter]) =>
    (fields[name] as Field)[flag] === true
const ofStaff = presenters.filter(hasFlag('staffOnly'))
const ofAll = presenters.filter((presenter) => !hasFlag('staffOnly')(presenter) && !hasFlag('detail')(presenter))

/** A row of a list, which does not read what only one product shows. */
export type ListedRow = Omit<ShownProduct, 'description_html'>

/** The product in a list, for shoppers. */
export function presentListed(row: ListedRow): ListedProduct {
  return present(row, 'shoppers')
}

/** The product in a list, for the shop. */
export function presentOwnListed(row: ListedRow): ListedProduct {
  return { ...present(row, 'staff'), ...ofStaffAlone(row) }
}

/** The product by itself, for shoppers. */
export function presentProduct(row: ShownProduct): PresentedProduct {
  return withDetails(row, presentListed(row))
}

/** The product by itself, for the shop. */
export function presentOwnProduct(row: ShownProduct): PresentedProduct {
  return { ...presentOwnListed(row), description_html: ownHtml(row) }
}

/** With the fields that lists leave out. */
export function withDetails<Listed extends ListedProduct>(row: ShownProduct, listed: Listed) {
  return { ...listed, description_html: shownHtml(row) }
}

function ofStaffAlone(row: ListedRow): Partial<ListedProduct> {
  const own = ofStaff.map(([name, value]) => [name, value(row as ShownProduct, 'staff')] as const)
  return Object.fromEntries(own.filter(([, value]) => value !== null))
}

const priced = (['price', 'currency', 'compare_at_price', 'lowest_price_30d', 'reduction'] as const).flatMap((name) =>
  presenters.filter(([one]) => one === name),
)

type Prices = Pick<ShownProduct, 'price_minor' | 'currency' | 'compare_at_minor' | 'lowest_30d_minor'>

/** What answers say of prices. */
export function pricedFields(row: Prices) {
  const shown = Object.fromEntries(priced.map(([name, value]) => [name, value(row as ShownProduct, 'shoppers')]))
  return shown as Pick<ListedProduct, 'price' | 'currency' | 'compare_at_price' | 'lowest_price_30d' | 'reduction'>
}

/** As events tell of it: of a variant with its group, and with a status that says whether it is sold. */
export function presentEventProduct(row: ShownProduct): PresentedEventProduct {
  if (row.group_id === null) return presentForReceivers(row)
  return {
    ...forReceivers(row),
    status: statusForSale(row),
    group: { id: row.group_id, name: row.group_name ?? '', options: row.options },
  }
}

/** As events show it: receivers learn what shoppers do not, but not what it costs the shop. */
export function presentForReceivers(row: ShownProduct): PresentedProduct {
  return withDetails(row, forReceivers(row))
}

function forReceivers(row: ShownProduct): ListedProduct {
  const prices = fields.prices.present(row)
  return { ...present(row, 'staff'), ...(prices && { prices }) }
}

/** Of a variant that is active itself: the status of its group. */
export function statusForSale({ status, withheld }: Pick<ShownProduct, 'status' | 'withheld'>): ShownProduct['status'] {
  return status === 'active' ? (withheld ?? status) : status
}

function present(row: ListedRow, audience: Audience): ListedProduct {
  const shown: Partial<Record<FieldName, unknown>> = {}
  for (const [name, value] of ofAll) shown[name] = value(row as ShownProduct, audience)
  return shown as ListedProduct
}

/** Faults of values that their schemas allow. */
export function faultsOf(values: ProductValues, money: Money): FieldFault[] {
  return setFields(withOneDescription(values)).flatMap(({ name, field, value }) => {
    const fault = field.fault?.(value, money)
    if (fault === undefined) return []
    return [typeof fault === 'string' ? { field: name, message: fault } : fault]
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
  const written = setFields(withOneDescription(values)).map(({ field: { columns, write }, value }) => {
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
