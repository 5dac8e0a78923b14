/** Texts with commas between them. */
export function listText(texts: readonly string[]): string {
  return texts.join(', ')
}

/** What was typed; that of texts which are untouched is these, commas within them included. */
export function readList(typed: string, before: readonly string[]): readonly string[] {
  if (typed.trim() === listText(before)) return before
  return typed
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
}

/** A line for each: `key: text`. */
export function linesText(texts: Readonly<Record<string, string>>): string {
  return Object.entries(texts)
    .map(([key, text]) => `${key}: ${text}`)
    .join('\n')
}

/** The same of lines that were typed. A line without a colon is a key without a text. */
export function readLines(typed: string, before: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (typed.trim() === linesText(before).trim()) return before
  const lines = typed.split('\n').filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line) => {
      const [key = '', ...text] = line.split(':')
      return [key.trim(), text.join(':').trim()]
    }),
  )
}
