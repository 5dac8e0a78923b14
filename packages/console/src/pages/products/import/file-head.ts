/** Bytes that are read: some rows. */
const headBytes = 65_536
const separators = [',', ';', '\t', '|']

/** The first value of each column of a CSV, to tell by it what the column holds. The service reads the file itself. */
export async function firstValues(file: File): Promise<Map<string, string>> {
  const rows = records(textOf(new Uint8Array(await file.slice(0, headBytes).arrayBuffer())))
  const [titles = [], ...others] = rows
  return new Map(
    titles.map((title, at) => [
      title.trim(),
      others.map((row) => row[at]?.trim() ?? '').find((text) => text !== '') ?? '',
    ]),
  )
}

function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    // Cut off within a character, perhaps: `stream` leaves that out.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function records(text: string): string[][] {
  const [header = ''] = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !/^"?sep=.?"?$/.test(line.trim()))
  const counts = separators.map((separator) => header.split(separator).length)
  const separator = separators[counts.indexOf(Math.max(...counts))] ?? ','
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  for (let at = text.indexOf(header); at < text.length; at++) {
    const letter = text[at] ?? ''
    if (letter === '"' && isQuoted && text[at + 1] === '"') cell += text[++at]
    else if (letter === '"') isQuoted = !isQuoted
    else if (isQuoted || (letter !== separator && letter !== '\n')) cell += letter
    else {
      rows.at(-1)?.push(cell)
      cell = ''
      if (letter === '\n') rows.push([])
    }
  }
  return rows
}
