import type { Term } from '../rules.ts'
import type { InvertedIndex } from './inverted-index.ts'
import { documentOf, endsName, hasPosition, type Postings, positionOf, seek } from './postings.ts'

/** What a document has of a term, three bits for each of up to eight terms. */
export const anywhere = 1
export const nearlyInName = 2
export const exactlyInName = 4
export const bitsOfTerm = 3
/** The last word of the search is the last of its name. */
export const headBit = 1 << 24

type Index = Pick<InvertedIndex, 'columns' | 'lexicon'>

/**
 * Puts the documents that have all terms of one of the subsets (numbers with a bit for each term) into the column of
 * matches, and beside it what each has of all terms; returns their number.
 */
export function collectMatches(index: Index, terms: readonly Term[], subsets: readonly number[]): number {
  const { scratch, present, matches, found } = index.columns
  const wantsAll = subsets.length === 1 && subsets[0] === 2 ** terms.length - 1
  const enough = subsets.map(bitsAnywhere)
  let count = 0
  for (const { entries, length } of markTerms(index, terms, wantsAll)) {
    for (let at = 0; at < length; at++) {
      const document = documentOf(entries[at] ?? 0)
      const bits = scratch[document] ?? 0
      if (bits === 0) continue
      scratch[document] = 0
      if (present[document] === 0 || !hasOne(bits, enough)) continue
      matches[count] = document
      found[count++] = bits
    }
  }
  return count
}

/** Asked for each document, as a phrase is: a function in here, or an iterator, would be an object each time. */
function hasOne(bits: number, subsets: readonly number[]): boolean {
  for (let n = 0; n < subsets.length; n++) {
    const subset = subsets[n] ?? 0
    if ((bits & subset) === subset) return true
  }
  return false
}

/** What a document has that has these terms anywhere. */
function bitsAnywhere(subset: number): number {
  let bits = 0
  for (let n = 0; subset >>> n > 0; n++) if (subset & (1 << n)) bits |= anywhere << (n * bitsOfTerm)
  return bits
}

/**
 * Notes in the scratch column what each document has of the terms; if all are wanted, only of those that have the
 * rarest. Returns the postings of the documents noted.
 */
function markTerms(index: Index, terms: readonly Term[], wantsAll: boolean): Postings[] {
  const { scratch } = index.columns
  const marks = terms.map((term, n) => marksOf(index, term, n * bitsOfTerm, n === terms.length - 1))
  if (wantsAll) marks.sort((a, b) => sizeOf(a) - sizeOf(b))
  for (const [n, ofTerm] of marks.entries()) {
    for (const mark of ofTerm) {
      const amongMarked = wantsAll && n > 0
      if (mark.second !== undefined) markSplit(scratch, mark, mark.second, amongMarked)
      else if (amongMarked) markAmongMarked(scratch, mark)
      else markAll(scratch, mark)
    }
  }
  const touched = wantsAll ? marks.slice(0, 1) : marks
  return touched.flat().map(({ list }) => list)
}

/** What to note of the documents that have a word. */
interface Mark {
  list: Postings
  /** The word that follows, for two words that are one in the search. */
  second?: Postings
  inText: number
  inName: number
  /** For the last word of the name. */
  atEnd: number
}

function sizeOf(marks: readonly Mark[]): number {
  return marks.reduce((sum, { list }) => sum + list.length, 0)
}

function marksOf({ lexicon }: Index, term: Term, shift: number, isLast: boolean): Mark[] {
  const marks: Mark[] = []
  const inText = anywhere << shift
  const nearly = inText | (nearlyInName << shift)
  const exactly = nearly | (exactlyInName << shift)
  const add = (list: Postings | undefined, inName: number, head = 0) => {
    if (list !== undefined) marks.push({ list, inText, inName, atEnd: inName | head })
  }
  for (const lexeme of term.exact) {
    add(lexicon.get(lexeme), exactly, isLast && term.lexemes.includes(lexeme) ? headBit : 0)
  }
  for (const lexeme of term.close) add(lexicon.get(lexeme), nearly)
  if (term.beginning !== null) for (const list of lexicon.beginningWith(term.beginning)) add(list, nearly)
  if (term.split === null) return marks
  const [list, second] = term.split.map((part) => lexicon.get(part))
  // Next to each other they match; apart they are only nearly in the name.
  if (list && second) marks.push({ list, second, inText: nearlyInName << shift, inName: nearly, atEnd: nearly })
  return marks
}

function markAll(scratch: Uint32Array, { list: { entries, length }, inText, inName, atEnd }: Mark): void {
  for (let at = 0; at < length; at++) {
    const entry = entries[at] ?? 0
    const document = documentOf(entry)
    const found = positionOf(entry) === 0 ? inText : endsName(entry) ? atEnd : inName
    scratch[document] = (scratch[document] ?? 0) | found
  }
}

function markAmongMarked(scratch: Uint32Array, { list: { entries, length }, inText, inName, atEnd }: Mark): void {
  for (let at = 0; at < length; at++) {
    const entry = entries[at] ?? 0
    const document = documentOf(entry)
    const before = scratch[document] ?? 0
    if (before === 0) continue
    scratch[document] = before | (positionOf(entry) === 0 ? inText : endsName(entry) ? atEnd : inName)
  }
}

function markSplit(scratch: Uint32Array, { list, inText, inName }: Mark, second: Postings, amongMarked: boolean): void {
  let place = 0
  for (let at = 0; at < list.length; at++) {
    const entry = list.entries[at] ?? 0
    const document = documentOf(entry)
    if (positionOf(entry) === 0 || (amongMarked && scratch[document] === 0)) continue
    place = seek(second, document, place)
    const other = second.entries[place] ?? 0
    if (documentOf(other) !== document || positionOf(other) === 0) continue
    const found = hasPosition(second, place, document, positionOf(entry) + 1) ? inName : inText
    scratch[document] = (scratch[document] ?? 0) | found
  }
}

/** Postings of a word, and where the search for the last document ended. */
interface Place {
  list: Postings
  at: number
}

/**
 * Whether the words of a name are those of the terms, next to each other as typed; a single word is no phrase. For
 * documents that have all terms in their names; it is quickest if it is asked for them in their order.
 */
export function phraseOf({ lexicon }: Index, terms: readonly Term[]): (document: number) => boolean {
  const placesOf = ({ lexemes }: Term): Place[] =>
    lexemes.flatMap((lexeme) => {
      const list = lexicon.get(lexeme)
      return list === undefined ? [] : [{ list, at: 0 }]
    })
  const [first = [], ...others] = terms.map(placesOf)
  let last = 0
  return (document) => {
    if (others.length === 0) return false
    const isBehind = document < last
    last = document
    moveTo(first, document, isBehind)
    for (let n = 0; n < others.length; n++) moveTo(others[n] ?? [], document, isBehind)
    for (let n = 0; n < first.length; n++) {
      const { list, at } = first[n] as Place
      for (let next = at; next < list.length; next++) {
        const entry = list.entries[next] ?? 0
        if (documentOf(entry) !== document) break
        if (follow(others, document, positionOf(entry) + 1)) return true
      }
    }
    return false
  }
}

function moveTo(places: readonly Place[], document: number, isBehind: boolean): void {
  for (let n = 0; n < places.length; n++) {
    const place = places[n] as Place
    place.at = seek(place.list, document, isBehind ? 0 : place.at)
  }
}

/** Whether a document has the words next to each other, the first of them at a position. */
function follow(words: readonly (readonly Place[])[], document: number, position: number): boolean {
  for (let n = 0; n < words.length; n++) if (!isAt(words[n] ?? [], document, position + n)) return false
  return true
}

function isAt(places: readonly Place[], document: number, position: number): boolean {
  for (let n = 0; n < places.length; n++) {
    const { list, at } = places[n] as Place
    if (hasPosition(list, at, document, position)) return true
  }
  return false
}
