/**
 * Cells of CSV. A spreadsheet takes a cell for a formula by its first character, quoted or not (OWASP, CSV Injection;
 * CWE-1236). An apostrophe before it makes it text.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/
const guarded = /^'+[=+\-@\t\r\n＝＋－＠]/
/** A stored telephone number (E.164) is a plain number to a spreadsheet, too, and needs no guard. */
const phone = /^\+[1-9]\d{6,14}$/

/**
 * A line of cells (RFC 4180). Text that a spreadsheet would take for a formula gets an apostrophe; numbers and phones
 * stay.
 */
export function csvLine(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map(csvCell).join(',')}\n`
}

function csvCell(value: string | number | boolean | null): string {
  const text =
    typeof value === 'string' && formula.test(value) && !phone.test(value) ? `'${value}` : String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The text of a cell before `csvLine`. */
export function withoutGuard(text: string): string {
  return guarded.test(text) ? text.slice(1) : text
}
