import { type TSchema, Type } from 'typebox'
import { line, Nullable } from '#src/platform/http/envelope.ts'
import type { FieldFault } from '#src/platform/lib/errors.ts'
import type { CellKind, Field } from '../products/field.ts'
import { Metadata, Slug, Status, type UnitPricingValue } from '../products/field-schemas.ts'
import { allFields } from '../products/fields.ts'
import { maxOptions, Position } from '../products/membership-schemas.ts'
import type { ProductValues } from '../products/schemas.ts'
import { quantityFault, quantityText, readQuantity } from './unit-quantities.ts'

/** A column of files of products. */
export interface FileColumn {
  name: string
  /** The field whose value it is, or a part of: its key. Undefined: it tells of the group. */
  field: keyof ProductValues | undefined
  key: string | undefined
  kind: CellKind
  schema: TSchema
  /** An empty cell clears it; that of any other column leaves the product as it is. */
  clears: boolean
}

const fieldColumns: readonly FileColumn[] = allFields.flatMap(([name, { cell, input, parts }]: [string, Field]) => {
  if (cell === undefined || input === undefined) return []
  const columns = parts === undefined ? [[name, { key: undefined, input }] as const] : Object.entries(parts)
  return columns.map(([column, { key, input: schema }]) => ({
    name: column,
    field: name as keyof ProductValues,
    key,
    kind: cell,
    schema,
    // A slug that is left out is made from the name, or stays.
    clears: 'anyOf' in schema && name !== 'slug',
  }))
})

const OptionText = Nullable(line({ max: 100 }))
const numbers = Array.from({ length: maxOptions }, (_, index) => index + 1)

/** The group of a variant, by its slug, and the options that it has there. */
const placeColumns: readonly FileColumn[] = [
  ['group', Slug] as const,
  ...numbers.flatMap((number) => [
    [`option_${number}_name`, OptionText] as const,
    [`option_${number}_value`, OptionText] as const,
  ]),
].map(([name, schema]) => ({ name, schema, field: undefined, key: undefined, kind: 'text', clears: true }))

/** What a variant's row tells of its group alone, and its place there. */
const groupColumns: readonly FileColumn[] = (
  [
    ['group_status', Nullable(Status), 'text'],
    ['group_metadata', Metadata, 'json'],
    ['position', Nullable(Position), 'integer'],
  ] as const
).map(([name, schema, kind]) => ({ name, schema, field: undefined, key: undefined, kind, clears: true }))

const Addresses = Nullable(Type.Array(Type.String({ minLength: 1, maxLength: 2_000 }), { maxItems: 50 }))

const Alts = Nullable(Type.Array(Nullable(line({ min: 0, max: 500 })), { maxItems: 50 }))

const pictureTexts = (name: string, clears = false): FileColumn => {
  return { name, schema: Alts, field: undefined, key: undefined, kind: 'texts', clears }
}

/**
 * Pictures of the product, and of its group: their addresses in their order, and what each shows; of a group's also the
 * value whose variants alone show it, such as `Colour=Red`.
 */
const pictureColumns: readonly FileColumn[] = [
  ...['media', 'group_media'].flatMap((name): FileColumn[] => [
    { name, schema: Addresses, field: undefined, key: undefined, kind: 'list', clears: true },
    pictureTexts(`${name}_alt`),
  ]),
  pictureTexts('group_media_option', true),
]

const besides: readonly FileColumn[] = [...placeColumns, ...groupColumns, ...pictureColumns]

/** Columns of an import, and of an export in this order. */
export const fileColumns: readonly FileColumn[] = [...fieldColumns, ...besides]

export const columnNames: readonly string[] = fileColumns.map(({ name }) => name)

/** Names of the columns that an empty cell clears. */
export const clearedNames: readonly string[] = [...fieldColumns, ...pictureColumns]
  .filter(({ clears }) => clears)
  .map(({ name }) => name)

const required = new Set(['sku'])

/** A row as a file states it: a column that is absent leaves the product as it is, null clears it. */
export const FileRow = Type.Object(
  Object.fromEntries(
    fileColumns.map(({ name, schema }) => [name, required.has(name) ? schema : Type.Optional(schema)]),
  ),
  { additionalProperties: false },
)

const parts = fieldColumns.filter(({ key }) => key !== undefined)

/** The values of a row that is valid. */
export function valuesOfRow(row: Record<string, unknown>): ProductValues {
  const values: Record<string, unknown> = { ...row }
  for (const { name } of besides) delete values[name]
  for (const { name, field, key } of parts) {
    if (key === undefined || field === undefined || row[name] === undefined) continue
    delete values[name]
    values[field] = { ...(values[field] as object | undefined), [key]: row[name] }
  }
  if (values['slug'] === null) delete values['slug']
  if (values['unit_pricing'] !== undefined)
    values['unit_pricing'] = unitPricingOf(values['unit_pricing'] as Record<'measure' | 'base', string | null>)
  return values
}

function unitPricingOf({ measure, base }: Record<'measure' | 'base', string | null>): UnitPricingValue | null {
  const [sold, reference] = [measure, base].map((text) => (text ? readQuantity(text) : undefined))
  return sold && reference ? { measure: sold, base: reference } : null
}

/** Faults of quantities that are texts in files. Both belong together. */
export function quantityFaults(row: Record<string, unknown>): FieldFault[] {
  const names = parts.filter(({ field }) => field === 'unit_pricing').map(({ name }) => name)
  const given = names.filter((name) => row[name] != null)
  if (given.length === 0) return []
  return names.flatMap((name) => {
    const text = row[name] as string | null | undefined
    if (text == null) return [{ field: name, message: `is required with ${given[0]}` }]
    return readQuantity(text) === undefined ? [{ field: name, message: quantityFault }] : []
  })
}

/** What a row says of its group; an empty cell says nothing, apart from metadata. */
export interface GivenPlace {
  group: string | undefined
  options: readonly { name: string | undefined; value: string | undefined }[]
  ofGroup: Pick<ProductValues, 'status' | 'metadata'>
  position: number | undefined
}

export function placeOfRow(row: Record<string, unknown>): GivenPlace {
  const text = (name: string) => (row[name] as string | null | undefined) ?? undefined
  const options = numbers.map((number) => ({
    name: text(`option_${number}_name`),
    value: text(`option_${number}_value`),
  }))
  const { group_status: status, group_metadata: metadata, position } = row as GroupCells
  const ofGroup = { ...(status != null && { status }), ...(metadata !== undefined && { metadata }) }
  return { group: text('group'), options, ofGroup, position: position ?? undefined }
}

interface GroupCells {
  group_status?: string | null
  group_metadata?: Record<string, string> | null
  position?: number | null
}

/** A picture that a row names by its address. */
export interface RowPicture {
  url: string
  alt: string | null
  /** Where it stands, if that is not in the row. */
  row?: number
  /** Of a group's picture: the value whose variants alone show it. */
  option?: readonly [name: string, value: string]
}

/** The pictures of a row, in their order: its own, and those of its group. What is undefined stays. */
export interface RowPictures {
  own: readonly RowPicture[] | undefined
  group: readonly RowPicture[] | undefined
  /** Whether it is said which of the group's are shown for a value alone; else they stay tied as they are. */
  areTied: boolean
}

export function picturesOfRow(row: Record<string, unknown>): RowPictures {
  const [own, group] = ['media', 'group_media'].map((name) => {
    const urls = row[name] as string[] | null | undefined
    const [alts, options] = ['alt', 'option'].map((part) => (row[`${name}_${part}`] ?? []) as (string | null)[])
    if (urls === undefined) return undefined
    const read = (url: string, index: number): RowPicture => {
      const option = optionOf(options?.[index], row)
      return { url, alt: alts?.[index] || null, ...(option && { option }) }
    }
    return [...new Map((urls ?? []).map((url, index) => [url, read(url, index)])).values()]
  })
  return { own, group, areTied: row['group_media_option'] !== undefined }
}

/** `Colour=Red`; a name of the row's options may have an equals sign itself. */
function optionOf(
  text: string | null | undefined,
  row: Record<string, unknown>,
): readonly [string, string] | undefined {
  if (!text) return undefined
  const names = numbers.map((number) => row[`option_${number}_name`] as string | null | undefined)
  const name = names.find((one) => one && text.startsWith(`${one}=`)) ?? text.slice(0, Math.max(text.indexOf('='), 0))
  return [name, text.slice(name.length + 1)]
}

/** Faults of cells that name no option of the row. */
export function mediaOptionFaults(row: Record<string, unknown>): FieldFault[] {
  const names = numbers.flatMap((number) => (row[`option_${number}_name`] as string | null | undefined) ?? [])
  const texts = ((row['group_media_option'] ?? []) as (string | null)[]).filter((text) => text !== null)
  const isWrong = (text: string) => !names.some((name) => text.startsWith(`${name}=`) && text.length > name.length + 1)
  if (names.length === 0 || !texts.some(isWrong)) return []
  return [{ field: 'group_media_option', message: `must be an option of the row and a value, such as ${names[0]}=Red` }]
}

/** The columns that tell of a group. */
export function rowOfPlace(group: string | null, options: readonly (readonly [string, string])[]) {
  const cells = numbers.map((number) => options[number - 1])
  return {
    group,
    ...Object.fromEntries(
      cells.flatMap((option, index) => [
        [`option_${index + 1}_name`, option?.[0] ?? null],
        [`option_${index + 1}_value`, option?.[1] ?? null],
      ]),
    ),
  }
}

/** The row of the values that a product is presented with. */
export function rowOfValues(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    fileColumns.map(({ name, field, key }) => {
      const value = values[field ?? name]
      if (key === undefined) return [name, value]
      const part = (value as Record<string, unknown> | null)?.[key] ?? null
      return [name, field === 'unit_pricing' && part !== null ? quantityText(part as UnitPricingValue['base']) : part]
    }),
  )
}
