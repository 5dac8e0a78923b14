import { maxOptions } from '../../products/membership-schemas.ts'
import type { ColumnNotes } from './column-notes.ts'

/** The names or values of options, of which a group has three: what is more is joined to the third. */
export function joinOptions(texts: readonly string[]): string[] {
  if (texts.length <= maxOptions) return [...texts]
  const last = texts.slice(maxOptions - 1).join(' / ')
  return [...texts.slice(0, maxOptions - 1), last.slice(0, 100)]
}

export function noteJoined(count: number, column: string, notes: ColumnNotes): void {
  if (count > maxOptions) notes.changed(column, 'a fourth option is joined to the third')
}
