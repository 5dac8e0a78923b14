import { maxVariants, spellingKey } from '../../groups/rules.ts'
import type { ColumnNotes } from './column-notes.ts'
import type { ForeignRow } from './foreign-product.ts'
import { type Header, lineOf, listOf } from './sheet.ts'

interface Attribute {
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
  titles: Map<string, undefined>
}

export function attributeColumns({ titles, keys }: Header): Attributes {
  const named = keys.flatMap((key) => /^attribute (\d{1,3}) name$/.exec(key)?.[1] ?? [])
  const numbers = [...new Set(named)].slice(0, maxAttributes)
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
    titles: new Map(
      keys
        .filter((key) => /^attribute \d{1,3} (?:name|value(?:\(s\))?|visible|global|default)$/.test(key))
        .map((key) => [key, undefined]),
    ),
  }
}

export interface VariationOption {
  name: string
  /** Title of the column with its values. */
  title: string
  /** One, or all of the product where the variation leaves it open. */
  valuesOf(row: ForeignRow): readonly string[]
}

const maxOptions = 3
/** Each is looked at in every row. */
const maxAttributes = 100
const any = 'Any'

interface Found {
  name: string
  title: string
  /** Values that the product lists, by what their spellings have in common. */
  ofParent: ReadonlyMap<string, string>
  values: Map<ForeignRow, string>
}

/**
 * The attributes by which variations differ: those that they name. An empty value means any value of the product; where
 * the product lists none, and no variation has one, it is no option.
 */
export function optionsOf(
  parent: ForeignRow,
  variations: readonly ForeignRow[],
  attributes: Attributes,
  notes: ColumnNotes,
): VariationOption[] {
  const found = new Map<string, Found>()
  for (const { name, title, values } of attributes.of(parent)) {
    found.set(spellingKey(name), { name, title, ofParent: bySpelling(values), values: new Map() })
  }
  for (const row of variations) {
    for (const { name, title, values } of attributes.of(row)) {
      const attribute = found.get(spellingKey(name)) ?? { name, title, ofParent: new Map(), values: new Map() }
      found.set(spellingKey(name), attribute)
      const value = values.join(', ')
      // Value in the parent's spelling.
      attribute.values.set(row, attribute.ofParent.get(spellingKey(value)) ?? value)
    }
  }
  const named = [...found.values()].filter(({ title, ofParent, values }) => {
    const isOption = values.size > 0 && (ofParent.size > 0 || [...values.values()].some((value) => value !== ''))
    if (!isOption)
      notes.dropped(title, values.size === 0 ? 'an attribute that is no option' : 'an option without values')
    return isOption
  })
  const options = named.map(({ name, title, ofParent, values }): VariationOption => {
    const all = [...ofParent.values()]
    return { name: name.slice(0, 100), title, valuesOf: (row) => openValues(values.get(row), all) }
  })
  for (const { title, ofParent, values } of named) {
    for (const row of variations) if (!values.get(row)) notes.changed(title, openReason(ofParent))
  }
  if (options.length <= maxOptions) return options
  const last = options.slice(maxOptions - 1)
  for (const { title } of options.slice(maxOptions)) notes.changed(title, 'a fourth option is joined to the third')
  const joined: VariationOption = {
    name: last
      .map(({ name }) => name)
      .join(' / ')
      .slice(0, 100),
    title: last[0]?.title ?? '',
    valuesOf: (row) => combinations(last.map((option) => option.valuesOf(row))).map((values) => values.join(' / ')),
  }
  return [...options.slice(0, maxOptions - 1), joined]
}

const openReason = (ofParent: ReadonlyMap<string, string>) =>
  ofParent.size === 0 ? `no value is ${any}` : 'no value stands for any: a variant for each value of the product'

function openValues(value: string | undefined, ofParent: readonly string[]): readonly string[] {
  if (value) return [value]
  return ofParent.length === 0 ? [any] : ofParent
}

/** Each value once, in its first spelling. */
function bySpelling(values: readonly string[]): Map<string, string> {
  const first = new Map<string, string>()
  for (const value of values) if (!first.has(spellingKey(value))) first.set(spellingKey(value), value)
  return first
}

/** How many combinations of a value of each there are. */
export const countOf = (values: readonly (readonly string[])[]): number =>
  values.reduce((count, { length }) => count * length, 1)

/** All combinations of a value of each; too many are none. */
export function combinations(values: readonly (readonly string[])[]): string[][] {
  if (countOf(values) > maxVariants) return []
  return values.reduce<string[][]>((made, one) => made.flatMap((some) => one.map((value) => [...some, value])), [[]])
}
