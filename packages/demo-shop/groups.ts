/** What a line of the catalog's file tells of a product that may be one of several variants. */
interface Named {
  sku: string
  name: string
  category: string
}

export interface DemoGroup {
  name: string
  variesBy: string[]
  /** By SKU, in the order of the file. */
  options: Map<string, Record<string, string>>
}

/** Words of names that tell variants apart, by what they vary in. */
const words: readonly (readonly [option: string, values: readonly string[]])[] = [
  ['Size', ['Mini', 'Small', 'Medium', 'Large', 'Jumbo']],
  [
    'Colour',
    [
      'Red',
      'Pink',
      'Blue',
      'Green',
      'White',
      'Black',
      'Ivory',
      'Cream',
      'Silver',
      'Gold',
      'Purple',
      'Yellow',
      'Orange',
      'Turquoise',
      'Brown',
      'Grey',
      'Lilac',
      'Amethyst',
      'Copper',
    ],
  ],
  ['Pack', ['Set of 2', 'Set of 3', 'Set of 4', 'Set of 6', 'Set of 8', 'Set of 10', 'Set of 12', 'Set of 20']],
]

interface Read {
  line: Named
  options: Record<string, string>
}

/** Products whose names are the same but for a size, a colour or the pieces of a set. */
export function findGroups(lines: readonly Named[]): DemoGroup[] {
  const read = lines.map((line): Read => ({ line, options: optionsOf(line.name) }))
  const alike = Map.groupBy(
    read,
    ({ line, options }) => `${line.category}\n${without(line.name, options).toLowerCase()}`,
  )
  return [...alike.values()].flatMap((products) => groupOf(products) ?? [])
}

function optionsOf(name: string): Record<string, string> {
  const found = words.flatMap(([option, values]) => {
    const value = values.find((word) => new RegExp(`\\b${word}\\b`, 'i').test(name))
    return value === undefined ? [] : [[option, value]]
  })
  return Object.fromEntries(found)
}

function without(name: string, options: Record<string, string>): string {
  const rest = Object.values(options).reduce((text, word) => text.replace(new RegExp(`\\b${word}\\b`, 'i'), ''), name)
  return rest.replaceAll(/\s+/g, ' ').replaceAll(/^[ ,-]+|[ ,-]+$/g, '')
}

/** Undefined unless they are several, told apart by the values of the same options. */
function groupOf(products: readonly Read[]): DemoGroup | undefined {
  const [first] = products
  if (first === undefined || products.length < 2) return undefined
  const variesBy = words
    .map(([option]) => option)
    .filter((option) => new Set(products.map(({ options }) => options[option])).size > 1)
  const chosen = products.map(({ line, options }) => ({
    sku: line.sku,
    options: Object.fromEntries(variesBy.map((option) => [option, options[option] ?? ''])),
  }))
  const different = new Set(chosen.map(({ options }) => JSON.stringify(options)))
  const isWhole = chosen.every(({ options }) => Object.values(options).every((value) => value !== ''))
  if (variesBy.length === 0 || !isWhole || different.size < products.length) return undefined
  const varying = Object.fromEntries(variesBy.map((option) => [option, first.options[option] ?? '']))
  const name = without(first.line.name, varying)
  return { name, variesBy, options: new Map(chosen.map(({ sku, options }) => [sku, options])) }
}
