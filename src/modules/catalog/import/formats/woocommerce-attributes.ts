import { foldText } from '#src/platform/lib/folding.ts'
import type { ColumnNotes } from './column-notes.ts'
import type { ForeignRow } from './foreign-product.ts'
import { lineOf, listOf, titleKey } from './sheet.ts'

export interface Attribute {
  name: string
  values: string[]
  /** Index of the column with the values. */
  title: string
}

/** The columns `Attribute 1 name`, `Attribute 1 value(s)` and so on. */
export interface Attributes {
  of(row: ForeignRow): Attribute[]
  titleOf(number: number): string
  /** Columns read by this reader. */
  known: Map<string, undefined>
}

export function attributeColumns(titles: readonly string[]): Attributes {
  const keys = titles.map(titleKey)
  const named = keys.flatMap((key) => /^attribute (\d{1,3}) name$/.exec(key)?.[1] ?? [])
  const numbers = [...new Set(named)].slice(0, mostAttributes)
  const columns = numbers.map((number) => ({
    name: keys.indexOf(`attribute ${number} name`),
    value: keys.findIndex((key) => key === `attribute ${number} value(s)` || key === `attribute ${number} value`),
  }))
  return {
    of: (row) =>
      columns.flatMap(({ name, value }) => {
        const cell = row.cells[name]
        if (cell === undefined || cell === '') return []
        const read = lineOf(cell)
        // Files made by hand have a taxonomy's name instead of its label.
        const label = read.replace(/^pa_/, '')
        return label === '' ? [] : [{ name: label, values: listOf(row.cells[value] ?? ''), title: titles[value] ?? '' }]
      }),
    titleOf: (number) => titles[columns[number - 1]?.value ?? -1] ?? `Attribute ${number} value(s)`,
    known: new Map(
      keys
        .filter((key) => /^attribute \d{1,3} (?:name|value(?:\(s\))?|visible|global|default)$/.test(key))
        .map((key) => [key, undefined]),
    ),
  }
}

export interface VariationOption {
  name: string
  valueOf(row: ForeignRow): string
}

const mostOptions = 3
/** Each is looked at in every row. */
const mostAttributes = 100
const any = 'Any'

/**
 * The attributes by which variations differ. An empty value means any. If it is empty in all variations of a product,
 * shoppers chose it without a separate SKU, and it is no option.
 */
export function optionsOf(
  parent: ForeignRow,
  variations: readonly ForeignRow[],
  attributes: Attributes,
  notes: ColumnNotes,
): VariationOption[] {
  const found = new Map<string, { name: string; title: string; values: Map<ForeignRow, string> }>()
  const ofParent = new Map<string, Map<string, string>>()
  for (const { name, title, values } of attributes.of(parent)) {
    found.set(foldText(name), { name, title, values: new Map() })
    ofParent.set(foldText(name), new Map(values.map((value) => [foldText(value), value])))
  }
  for (const row of variations) {
    for (const { name, title, values } of attributes.of(row)) {
      const key = foldText(name)
      const attribute = found.get(key) ?? { name, title, values: new Map() }
      found.set(key, attribute)
      const value = values.join(', ')
      // Value in the parent's spelling.
      attribute.values.set(row, ofParent.get(key)?.get(foldText(value)) ?? value)
    }
  }
  const named = [...found.values()].filter(({ title, values }) => {
    if ([...values.values()].some((value) => value !== '')) return true
    notes.dropped(title, values.size === 0 ? 'an attribute that is no option' : 'an option without values')
    return false
  })
  const options = named.map(({ name, title, values }) => ({
    name: name.slice(0, 100),
    valueOf(row: ForeignRow) {
      const value = values.get(row) ?? ''
      if (value === '') notes.changed(title, `no value is ${any}`)
      return value === '' ? any : value
    },
  }))
  if (options.length <= mostOptions) return options
  const last = options.slice(mostOptions - 1)
  for (const { title } of named.slice(mostOptions)) notes.changed(title, 'a fourth option is joined to the third')
  const joined = {
    name: last
      .map(({ name }) => name)
      .join(' / ')
      .slice(0, 100),
    valueOf: (row: ForeignRow) => last.map((option) => option.valueOf(row)).join(' / '),
  }
  return [...options.slice(0, mostOptions - 1), joined]
}
