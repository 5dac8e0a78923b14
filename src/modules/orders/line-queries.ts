import { type RawBuilder, sql } from 'kysely'
import { lineFieldNames, lineFields, type WrittenLine } from './line-fields.ts'

/** Columns of `order_items` that are written with a line. */
export const lineColumns = sql.join(lineFieldNames.map((name) => sql.ref(name)))

/** What an edit changes of a line that stays, from `excluded`. */
export const editedColumns = sql.join(
  lineFieldNames
    .filter((name) => lineFields[name].edited)
    .map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`),
)

/** Fields of `order_items item` and its `product`, as arguments of `json_build_object`. */
export const linePairs = sql.join(
  lineFieldNames.map((name) => {
    // Lines of earlier releases, and lines that they edited, kept no options.
    const value = name === 'options' ? sql`coalesce(item.options, product.options, '{}')` : sql`item.${sql.ref(name)}`
    return sql`${sql.lit(name)}, ${value}`
  }),
)

/** Values of lines, one array for each column. */
export type LineValues = Record<`line_${string}`, readonly unknown[]>

export function valuesOfLines(lines: readonly WrittenLine[]): LineValues {
  return Object.fromEntries(
    lineFieldNames.map((name) => {
      const { type, initial = null } = lineFields[name]
      const values = lines.map((line) => line[name] ?? initial)
      return [`line_${name}`, type === 'jsonb' ? values.map((value) => value && JSON.stringify(value)) : values]
    }),
  )
}

/** Lines as rows, which a `from` names `item (lineColumns)`. */
export function unnestedLines(values: LineValues): RawBuilder<unknown> {
  const arrays = lineFieldNames.map((name) => sql`${values[`line_${name}`]}::${sql.raw(lineFields[name].type)}[]`)
  return sql`unnest(${sql.join(arrays)})`
}
