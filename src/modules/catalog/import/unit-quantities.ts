import type { UnitPricingValue } from '../products/field-schemas.ts'
import { isUnit } from '../products/field-schemas.ts'
import { readNumber } from './cell-numbers.ts'

type Quantity = UnitPricingValue['measure']

/** Other names of our units, in lower case. */
const aliases = new Map([
  ...['litre', 'litres', 'liter', 'liters', 'ltr'].map((name) => [name, 'l'] as const),
  ...['gram', 'grams', 'gramm', 'gr'].map((name) => [name, 'g'] as const),
  ...['kilogram', 'kilograms', 'kilogramm', 'kilo'].map((name) => [name, 'kg'] as const),
  ...['item', 'items', 'unit', 'units', 'piece', 'pieces', 'pcs', 'stk', 'stück', 'stück(e)'].map(
    (name) => [name, 'ct'] as const,
  ),
  ...[
    ['lbs', 'lb'],
    ['cbm', 'm3'],
    ['m³', 'm3'],
    ['sqm', 'm2'],
    ['m²', 'm2'],
    ['qm', 'm2'],
    ['cm²', 'cm2'],
  ].map(([name = '', unit = '']) => [name, unit] as const),
])

/** The unit of ours that a file names; undefined if it is none. */
export function unitNamed(text: string): string | undefined {
  const name = text.trim().toLowerCase().replace(/\.$/, '')
  return isUnit(name) ? name : aliases.get(name)
}

/** Such as `0.75 l` or `500g`. */
export function readQuantity(text: string): Quantity | undefined {
  const [, number = '', name = ''] = /^(\d[\d.,\s]*(?:e-\d+)?)\s*([^\d.,\s]\S*)$/.exec(text.trim()) ?? []
  const amount = number.trim()
  // With a point it is the number of an export; with a comma it is read as in any cell.
  const read = /^\d+(?:\.\d+)?(?:e-\d+)?$/.test(amount)
    ? { value: Number(amount) }
    : readNumber(amount, { decimalComma: true, whole: false })
  const unit = unitNamed(name)
  if ('fault' in read || unit === undefined || !(read.value > 0) || read.value > 1_000_000) return undefined
  return { value: read.value, unit }
}

export const quantityText = ({ value, unit }: Quantity): string => `${value} ${unit}`

export const quantityFault = 'must be a quantity with its unit, such as 0.75 l or 500 g'
