/**
 * Slips of the finger between two words: a letter wrong, missing or too many, or two neighbours swapped, count one each
 * (optimal string alignment). Answers `most + 1` once it is sure to be above `most`.
 */
export function slips(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1
  let before: number[] = []
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      let cost = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (swapped) cost = Math.min(cost, (before[column - 2] ?? 0) + 1)
      current.push(cost)
    }
    if (Math.min(...current) > most) return most + 1
    before = previous
    previous = current
  }
  return previous[to.length] ?? most + 1
}

export interface Candidate {
  word: string
  lexeme: string
  products: number
}

const mostCorrections = 4

/** Short words leave room for one slip, long ones for two. */
function tolerance(word: string): number {
  return word.length >= 6 ? 2 : 1
}

/** Known words an unknown one may have been meant to be. */
export interface Corrections {
  /** With the fewest slips between, among them those in most products first. */
  nearest: Candidate[]
  /** With more slips; which it was, the other words of the query decide. */
  further: Candidate[]
}

/** The last word of a query may be the beginning of one. */
export function corrections(word: string, candidates: readonly Candidate[], mayBePrefix: boolean): Corrections {
  const most = tolerance(word)
  const rated = candidates
    .map((candidate) => {
      const whole = slips(word, candidate.word, most)
      // A beginning counts half a slip more: a whole word as near is what was meant.
      const begun = mayBePrefix ? slipsToBeginning(word, candidate.word) + 0.5 : Number.POSITIVE_INFINITY
      return { ...candidate, distance: Math.min(whole, begun) }
    })
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance || b.products - a.products || (a.word < b.word ? -1 : 1))
  const chosen = rated
    .filter(({ lexeme }, index) => rated.findIndex((other) => other.lexeme === lexeme) === index)
    .slice(0, mostCorrections)
  const least = chosen[0]?.distance
  return {
    nearest: chosen.filter(({ distance }) => distance === least),
    further: chosen.filter(({ distance }) => distance !== least),
  }
}

function slipsToBeginning(begun: string, word: string): number {
  const lengths = [begun.length - 1, begun.length, begun.length + 1].filter((length) => length < word.length)
  return Math.min(Number.POSITIVE_INFINITY, ...lengths.map((length) => slips(begun, word.slice(0, length), 1)))
}
