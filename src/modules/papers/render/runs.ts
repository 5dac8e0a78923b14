import createBidi from 'bidi-js'
import LineBreaker from 'linebreak'

/** Some characters in one font. */
export interface Piece {
  text: string
  font: string
}

/** Pieces that stand beside each other, in one font and one direction. */
export interface Run extends Piece {
  /** Odd: from right to left. */
  level: number
}

const bidi = createBidi()
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('th', { granularity: 'word' })
/** Scripts that write words without spaces and break lines between words. */
const spaceless = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** What a reader takes for characters: a letter with its accents is one. */
export function clustersOf(text: string): string[] {
  return [...clusters.segment(text)].map(({ segment }) => segment)
}

/** The direction of each character, by the first letter of the text that has one. */
export function levelsOf(text: string): Uint8Array {
  return bidi.getEmbeddingLevels(text).levels
}

/** Where lines may end, last of all the end of the text. */
export function stopsOf(text: string): number[] {
  const stops = new Set([text.length])
  const breaker = new LineBreaker(text)
  for (let stop = breaker.nextBreak(); stop !== null; stop = breaker.nextBreak()) stops.add(stop.position)
  if (spaceless.test(text))
    for (const { segment, index } of words.segment(text)) if (spaceless.test(segment) && index > 0) stops.add(index)
  return [...stops].sort((one, other) => one - other)
}

/** The runs of a part of a text, in the order of the eye. Without levels, all of it is from left to right. */
export function runsOf(pieces: readonly Piece[], levels: Uint8Array | undefined, start: number, end: number): Run[] {
  const runs: Run[] = []
  let at = 0
  for (const { text, font } of pieces) {
    if (at >= end) break
    const shown = text.slice(Math.max(start - at, 0), end - at)
    const level = levels?.[at] ?? 0
    const last = runs.at(-1)
    if (shown !== '' && last?.font === font && last.level === level) last.text += shown
    else if (shown !== '') runs.push({ text: shown, font, level })
    at += text.length
  }
  return inOrderOfEye(runs)
}

/** From the highest level down to 1, each sequence of runs of at least that level is reversed (UAX 9, L2). */
function inOrderOfEye(runs: Run[]): Run[] {
  let ordered = runs
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    const next: Run[] = []
    let reversed: Run[] = []
    for (const run of ordered) {
      if (run.level >= level) reversed = [run, ...reversed]
      else {
        next.push(...reversed, run)
        reversed = []
      }
    }
    ordered = [...next, ...reversed]
  }
  return ordered
}
