import { readDay } from './camt-entry.ts'

/** Whether the day or the month stands first in `03/04/2026`. */
export type DayOrder = 'day' | 'month'

const threeNumbers = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})\b/

/** The month stands first if a slash separates and no other reading is possible. */
export function dayOrderOf(cells: readonly string[]): DayOrder {
  return cells.some((cell) => {
    const [, , separator, second] = threeNumbers.exec(cell) ?? []
    return separator === '/' && Number(second) > 12
  })
    ? 'month'
    : 'day'
}

/** `2026-11-30`, `20261130`, `30.11.2026`, `30/11/26` as YYYY-MM-DD; null if it is no day. */
export function readCellDay(cell: string, order: DayOrder): string | null {
  const iso = /^(\d{4})[-./]?(\d{2})[-./]?(\d{2})(?!\d)/.exec(cell)
  if (iso !== null) return readDay(iso.slice(1).join('-'))
  const found = threeNumbers.exec(cell)
  if (found === null) return null
  const [, first = '', , second = '', year = ''] = found
  const [day, month] = order === 'day' ? [first, second] : [second, first]
  return readDay([year.padStart(4, '20'), month.padStart(2, '0'), day.padStart(2, '0')].join('-'))
}
