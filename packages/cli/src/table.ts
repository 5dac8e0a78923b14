/** Columns side by side. An empty list says so. */
export function table(head: string[], rows: (string | number | null | undefined)[][], empty: string): string[] {
  if (rows.length === 0) return [empty]
  const cells = [head, ...rows.map((row) => row.map((cell) => clean(String(cell ?? '–'))))]
  const widths = head.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)))
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Texts of customers must not move a terminal's cursor. */
export function clean(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ')
}
