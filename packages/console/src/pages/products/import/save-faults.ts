import type { Schemas } from '@commerce-platform/client'
import { saveFile } from '#console/lib/save-file.ts'

type Report = Schemas['Import']

/** Saves all that a report tells of rows and columns as a CSV, to mend the file by. */
export function saveFaults(name: string, { errors, warnings, columns }: Report): void {
  const ofRows = (outcome: string, faults: Report['errors']) =>
    faults.map(({ row, sku, field, message }) => [outcome, `${row}`, sku ?? '', field, message])
  const lines = [
    ['outcome', 'row', 'sku', 'column', 'message'],
    ...ofRows('left out', errors),
    ...ofRows('taken without', warnings),
    ...columns.map(({ column, outcome, count, reason }) => [
      `column ${outcome}`,
      '',
      '',
      column,
      `${reason} (${count})`,
    ]),
  ]
  saveLines(name, lines)
}

/** Saves a CSV beside the one that it is about. */
export function saveLines(name: string, lines: readonly (readonly string[])[]): void {
  const text = lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')
  // The mark tells spreadsheets that it is UTF-8.
  saveFile(`${name.replace(/\.\w+$/, '')}-report.csv`, new Blob(['\ufeff', text], { type: 'text/csv' }))
}

/** An apostrophe keeps a spreadsheet from taking the text of a stranger's file for a formula. */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
