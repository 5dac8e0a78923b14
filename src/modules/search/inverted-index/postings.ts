/**
 * Which documents have a word, in ascending order. An entry is one number of 32 bits: 23 for the document, 8 for the
 * word's position in the name (0: not in the name), 1 if it is the last word of the name. A word that a name has twice
 * has two entries.
 */
export interface Postings {
  entries: Uint32Array
  length: number
}

export const mostDocuments = 2 ** 23
const mostPosition = 255

export const documentOf = (entry: number): number => entry >>> 9
export const positionOf = (entry: number): number => (entry >>> 1) & mostPosition
export const endsName = (entry: number): boolean => (entry & 1) === 1

export function toEntry(document: number, position: number, endsName: boolean): number {
  return document * 512 + Math.min(position, mostPosition) * 2 + Number(endsName)
}

/**
 * Index of the first entry of this document or a later one, by galloping search (Bentley and Yao, 1976) from an entry
 * that is not behind it.
 */
export function seek({ entries, length }: Postings, document: number, from = 0): number {
  let [low, step] = [from, 1]
  while (low + step <= length && documentOf(entries[low + step - 1] ?? 0) < document) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step - 1, length)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (documentOf(entries[middle] ?? 0) < document) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether the document whose entries begin at `at` has the word at this position of its name. */
export function hasPosition({ entries, length }: Postings, at: number, document: number, position: number): boolean {
  const wanted = document * 256 + position
  for (let next = at; next < length; next++) {
    const found = (entries[next] ?? 0) >>> 1
    if (found >= wanted) return found === wanted
  }
  return false
}

/** Every word with its postings. */
export interface Lexicon {
  get(lexeme: string): Postings | undefined
  beginningWith(prefix: string): Postings[]
  add(lexeme: string, entry: number): void
  /** An estimate: V8 does not tell. */
  bytes(): number
}

/** Of a word, its object and its place in the map. */
const bytesOfWord = 300

export function createLexicon(): Lexicon {
  const postings = new Map<string, Postings>()
  /** All words in order, but the newest. */
  let sorted: string[] = []
  let unsorted: string[] = []
  let entryBytes = 0

  return {
    get: (lexeme) => postings.get(lexeme),
    beginningWith(prefix) {
      const found = unsorted.filter((lexeme) => lexeme.startsWith(prefix))
      for (let at = firstFrom(sorted, prefix); sorted[at]?.startsWith(prefix); at++) found.push(sorted[at] ?? '')
      return found.map((lexeme) => postings.get(lexeme)).filter((list) => list !== undefined)
    },
    add(lexeme, entry) {
      let list = postings.get(lexeme)
      if (list === undefined) {
        list = { entries: new Uint32Array(firstCapacity), length: 0 }
        postings.set(lexeme, list)
        unsorted.push(lexeme)
        if (unsorted.length > mostUnsorted + sorted.length / 16) {
          sorted = merged(sorted, unsorted.sort(byCode))
          unsorted = []
        }
        entryBytes += list.entries.byteLength
      } else if (list.length === list.entries.length) {
        entryBytes += list.entries.byteLength
        const larger = new Uint32Array(2 * list.length)
        larger.set(list.entries)
        list.entries = larger
      }
      list.entries[list.length++] = entry
    },
    bytes: () => entryBytes + postings.size * bytesOfWord,
  }
}

const firstCapacity = 4
const mostUnsorted = 1_000

function byCode(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Both in order. Sorting all again would hold the event loop for as long as all words take. */
function merged(some: readonly string[], others: readonly string[]): string[] {
  const all: string[] = []
  let next = 0
  for (const word of some) {
    for (; next < others.length && (others[next] ?? '') < word; next++) all.push(others[next] ?? '')
    all.push(word)
  }
  return [...all, ...others.slice(next)]
}

function firstFrom(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}
