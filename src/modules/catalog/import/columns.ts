import { type TSchema, Type } from 'typebox'
import type { CellKind, Field } from '../products/field.ts'
import { allFields } from '../products/fields.ts'
import type { ProductValues } from '../products/schemas.ts'

/** A column of files of products. */
export interface FileColumn {
  name: string
  /** The field whose value it is, or a part of: its key. */
  field: keyof ProductValues
  key: string | undefined
  kind: CellKind
  schema: TSchema
  /** An empty cell clears it; that of any other column leaves the product as it is. */
  clears: boolean
}

/** Columns of an import, and of an export in this order. */
export const fileColumns: readonly FileColumn[] = allFields.flatMap(
  ([name, { cell, input, parts }]: [string, Field]) => {
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
  },
)

export const columnNames: readonly string[] = fileColumns.map(({ name }) => name)

/** Names of the columns that an empty cell clears. */
export const clearedNames: readonly string[] = fileColumns.filter(({ clears }) => clears).map(({ name }) => name)

const required = new Set(['sku'])

/** A row as a file states it: a column that is absent leaves the product as it is, null clears it. */
export const FileRow = Type.Object(
  Object.fromEntries(
    fileColumns.map(({ name, schema }) => [name, required.has(name) ? schema : Type.Optional(schema)]),
  ),
  { additionalProperties: false },
)

const parts = fileColumns.filter(({ key }) => key !== undefined)

/** The values of a row that is valid. */
export function valuesOfRow(row: Record<string, unknown>): ProductValues {
  const values: Record<string, unknown> = { ...row }
  for (const { name, field, key } of parts) {
    if (key === undefined || row[name] === undefined) continue
    delete values[name]
    values[field] = { ...(values[field] as object | undefined), [key]: row[name] }
  }
  return values
}

/** The row of the values that a product is presented with. */
export function rowOfValues(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    fileColumns.map(({ name, field, key }) => {
      const value = values[field]
      return [name, key === undefined ? value : (value as Record<string, unknown>)[key]]
    }),
  )
}
