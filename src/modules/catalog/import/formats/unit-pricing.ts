import { areComparable } from '../../products/field-schemas.ts'
import { quantityText, unitNamed } from '../unit-quantities.ts'
import type { ColumnNotes } from './column-notes.ts'
import type { ForeignRow, ForeignUnitPricing } from './foreign-product.ts'
import type { CellReader, Sheet } from './sheet.ts'

interface Context<Name extends string> {
  sheet: Sheet<Name>
  cells: CellReader<Name>
  notes: ColumnNotes
}

/**
 * The quantity that is sold, and the one of the unit price, from columns of numbers and units. A unit may stand in one
 * column for both.
 */
export function unitPricingOf<Name extends string>(
  row: ForeignRow,
  sku: string,
  { sheet, cells, notes }: Context<Name>,
  [measure, measureUnit, base, baseUnit]: readonly [Name, Name, Name, Name],
): ForeignUnitPricing | null | undefined {
  if (!sheet.has(measure)) return undefined
  const sold = cells.number(row, measure, sku)
  if (!sold) return sold === undefined ? undefined : null
  const names = [sheet.text(row, measureUnit), sheet.text(row, baseUnit) || sheet.text(row, measureUnit)]
  const [unit, ofBase] = names.map(unitNamed)
  if (unit === undefined || ofBase === undefined) {
    const unknown = (unit === undefined ? names[0] : names[1]) || 'no unit'
    notes.dropped(sheet.title(measureUnit), `${unknown.slice(0, 50)} is no unit of ours`)
    return null
  }
  const reference = cells.number(row, base, sku) || 1
  if (!areComparable(unit, ofBase)) {
    notes.dropped(sheet.title(measureUnit), `${unit} and ${ofBase} cannot be compared`)
    return null
  }
  return {
    measure: quantityText({ value: sold, unit }),
    base: quantityText({ value: reference, unit: ofBase }),
  }
}
