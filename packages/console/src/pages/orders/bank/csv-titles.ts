const separators = [';', ',', '\t', '|'] as const
/** Rows above the titles: the account, the period. */
const maxPreamble = 40

/** The titles of a bank's CSV: the first row with the most cells. */
export async function titlesOf(file: File): Promise<string[]> {
  const rows = decode(await file.slice(0, 65_536).arrayBuffer()).split(/\r\n|\n|\r/, maxPreamble)
  const split = separators.flatMap((separator) => rows.map((row) => cellsOf(row, separator)))
  const titles = split.reduce((most, row) => (row.length > most.length ? row : most), [])
  return [...new Set(titles.filter((title) => title !== ''))]
}

function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    // A character may be cut at the end.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function cellsOf(row: string, separator: string): string[] {
  const cells = ['']
  let isQuoted = false
  for (const character of row) {
    if (character === '"') isQuoted = !isQuoted
    else if (character === separator && !isQuoted) cells.push('')
    else cells[cells.length - 1] += character
  }
  return cells.map((cell) => cell.trim())
}
