import { type TSchema, Type } from 'typebox'
import { line, Nullable } from '#src/platform/http/envelope.ts'
import type { CellKind, Field } from '../products/field.ts'
import { Slug } from '../products/field-schemas.ts'
import { allFields } from '../products/fields.ts'
import { mostOptions } from '../products/membership-schemas.ts'
import type { ProductValues } from '../products/schemas.ts'

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
    clears: 'anyOf' in schema,
  }))
})

const OptionText = Nullable(line({ max: 100 }))
const numbers = Array.from({ length: mostOptions }, (_, index) => index + 1)

/** The group of a variant, by its slug, and the options that it has there. */
const placeColumns: readonly FileColumn[] = [
  ['group', Slug] as const,
  ...numbers.flatMap((number) => [
    [`option_${number}_name`, OptionText] as const,
    [`option_${number}_value`, OptionText] as const,
  ]),
].map(([name, schema]) => ({ name, schema, field: undefined, key: undefined, kind: 'text', clears: true }))

const Addresses = Nullable(Type.Array(Type.String({ minLength: 1, maxLength: 2_000 }), { maxItems: 50 }))

/** Addresses of pictures in their order: of the product, and of its group. */
const pictureColumns: readonly FileColumn[] = ['media', 'group_media'].map((name) => ({
  name,
  schema: Addresses,
  field: undefined,
  key: undefined,
  kind: 'list',
  clears: true,
}))

/** Columns of an import, and of an export in this order. */
export const fileColumns: readonly FileColumn[] = [...fieldColumns, ...placeColumns, ...pictureColumns]

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
  for (const { name } of [...placeColumns, ...pictureColumns]) delete values[name]
  for (const { name, field, key } of parts) {
    if (key === undefined || field === undefined || row[name] === undefined) continue
    delete values[name]
    values[field] = { ...(values[field] as object | undefined), [key]: row[name] }
  }
  return values
}

/** What a row says of its group; an empty cell says nothing. */
export interface GivenPlace {
  group: string | undefined
  options: readonly { name: string | undefined; value: string | undefined }[]
}

export function placeOfRow(row: Record<string, unknown>): GivenPlace {
  const text = (name: string) => (row[name] as string | null | undefined) ?? undefined
  const options = numbers.map((number) => ({
    name: text(`option_${number}_name`),
    value: text(`option_${number}_value`),
  }))
  return { group: text('group'), options }
}

/** A picture that a row names by its address. */
export interface RowPicture {
  url: string
  alt: string | null
  /** Where it stands, if that is not in the row. */
  row?: number
}

/** The pictures of a row, in their order: its own, and those of its group. What is undefined stays. */
export interface RowPictures {
  own: readonly RowPicture[] | undefined
  group: readonly RowPicture[] | undefined
}

export function picturesOfRow(row: Record<string, unknown>): RowPictures {
  const [own, group] = pictureColumns.map(({ name }) => {
    const urls = row[name] as string[] | null | undefined
    return urls === undefined ? undefined : [...new Set(urls)].map((url) => ({ url, alt: null }))
  })
  return { own, group }
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
      return [name, key === undefined ? value : (value as Record<string, unknown>)[key]]
    }),
  )
}
