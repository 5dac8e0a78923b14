import { withoutGuard } from '#src/platform/lib/csv.ts'
import type { FieldFault } from '#src/platform/lib/errors.ts'
import type { CellKind } from '../products/field.ts'
import { readNumber } from './cell-numbers.ts'
import type { Column } from './header.ts'
import { readList, readTexts } from './list-cells.ts'

export interface ReadRecord {
  value: unknown
  /** Faults of a record without a readable value. */
  faults?: FieldFault[]
}

const booleans = new Map([
  ...['true', 'yes', '1'].map((text) => [text, true] as const),
  ...['false', 'no', '0'].map((text) => [text, false] as const),
])

/**
 * CSV has no types: an empty field clears a nullable column and leaves any other unchanged; numbers and booleans are
 * read as spreadsheets write them. A leading apostrophe that guards against formulas is not part of the text.
 */
export function readFields(header: readonly Column[], fields: readonly string[], decimalComma: boolean): ReadRecord {
  const stray = fields.findIndex((field, index) => (header[index] ?? 'nameless') === 'nameless' && field.trim() !== '')
  if (fields.length < header.length || stray >= header.length)
    throw new Error(`has ${fields.length} fields, not ${header.length}`)
  if (stray !== -1) throw new Error(`has text in column ${stray + 1}, which has no name`)
  const value: Record<string, unknown> = {}
  const faults: FieldFault[] = []
  header.forEach((column, index) => {
    if (column === 'ignored' || column === 'nameless') return
    const text = withoutGuard(fields[index] ?? '')
    const { name, kind, clears } = column
    if (text.trim() === '' && name !== 'sku') {
      if (clears) value[name] = null
      return
    }
    const read = readCell(text, kind, decimalComma)
    if ('fault' in read) faults.push({ field: name, message: read.fault })
    else value[name] = read.value
  })
  return { value, faults }
}

function readCell(text: string, kind: CellKind, decimalComma: boolean): { value: unknown } | { fault: string } {
  switch (kind) {
    case 'decimal':
    case 'integer':
      return readNumber(text, { whole: kind === 'integer', decimalComma })
    case 'boolean':
      return { value: booleans.get(text.trim().toLowerCase()) ?? text }
    case 'list':
    case 'texts':
      try {
        return { value: kind === 'list' ? readList(text) : readTexts(text) }
      } catch {
        return { fault: 'must be texts with commas between them; one with a comma stands in quotes' }
      }
    case 'json':
      try {
        return { value: JSON.parse(text) }
      } catch {
        return { fault: 'must be JSON, such as {"supplier":"Mill & Co"}' }
      }
    case 'text':
      return { value: text }
  }
}
