/** Numbers for texts of which many documents have the same, from 1 on: 0 is none. */
export interface Numbering {
  /** The text of number 1, of 2 and so on. */
  texts: readonly string[]
  /** Undefined if the text has none. */
  find(text: string): number | undefined
  /** Its number, which it gets if it has none. */
  give(text: string): number
}

export function createNumbering(): Numbering {
  const numbers = new Map<string, number>()
  const texts: string[] = []
  return {
    texts,
    find: (text) => numbers.get(text),
    give(text) {
      const known = numbers.get(text)
      if (known !== undefined) return known
      const next = texts.push(text)
      numbers.set(text, next)
      return next
    },
  }
}
