/**
 * Edit distance of two words: a letter substituted, missing or added, or two neighbours swapped, counts one (optimal
 * string alignment). Returns `most + 1` as soon as the distance is known to be above `most`.
 */
function editDistance(from: string, to: string, max: number): number {
  if (Math.abs(from.length - to.length) > max) return max + 1
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
    if (Math.min(...current) > max) return max + 1
    before = previous
    previous = current
  }
  return previous[to.length] ?? max + 1
}

export interface Candidate {
  word: string
  /** As texts have it, with its accents; absent: as `word`. */
  written?: string
  lexeme: string
  products: number
}

const maxCorrections = 4

/** Allowed edits: one in a short word, two in a long one. */
function tolerance(word: string): number {
  return word.length >= 6 ? 2 : 1
}

/** Known words as corrections of an unknown one. */
export interface Corrections {
  /** Corrections of the smallest edit distance, the most frequent first. */
  nearest: Candidate[]
  /** Corrections of a larger distance; the other words of the search decide between them. */
  further: Candidate[]
}

/** @param mayBePrefix true for the last word, which may be incomplete */
export function corrections(word: string, candidates: readonly Candidate[], mayBePrefix: boolean): Corrections {
  const max = tolerance(word)
  const rated = candidates
    .map((candidate) => {
      const whole = editDistance(word, candidate.word, max)
      // Half an edit more for a prefix, so that a whole word of the same distance wins.
      const prefix = mayBePrefix ? distanceToPrefix(word, candidate.word) + 0.5 : Number.POSITIVE_INFINITY
      return { ...candidate, distance: Math.min(whole, prefix) }
    })
    .filter(({ distance }) => distance <= max)
    .sort((a, b) => a.distance - b.distance || b.products - a.products || (a.word < b.word ? -1 : 1))
  const chosen = rated
    .filter(({ lexeme }, index) => rated.findIndex((other) => other.lexeme === lexeme) === index)
    .slice(0, maxCorrections)
  const least = chosen[0]?.distance
  return {
    nearest: chosen.filter(({ distance }) => distance === least),
    further: chosen.filter(({ distance }) => distance !== least),
  }
}

function distanceToPrefix(prefix: string, word: string): number {
  const lengths = [prefix.length - 1, prefix.length, prefix.length + 1].filter((length) => length < word.length)
  return Math.min(Number.POSITIVE_INFINITY, ...lengths.map((length) => editDistance(prefix, word.slice(0, length), 1)))
}
