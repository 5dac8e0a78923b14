import type { Ranking } from '../modes.ts'
import { pointsOf, type SearchPlan } from '../rules.ts'
import type { InvertedIndex } from './inverted-index.ts'
import { anywhere, bitsOfTerm, exactlyInName, headBit, nearlyInName, phraseOf } from './matching.ts'

/** Score of a document by what it has of the terms. */
type Score = (document: number, found: number) => number

/** Scores of the first `count` matches, into their column: the same as in `queries.ts` of the module. */
export function scoreMatches(index: InvertedIndex, plan: SearchPlan, ranking: Ranking, count: number): void {
  const { matches, found, scores } = index.columns
  const score = ranking === 'closely' ? closeScore(index, plan) : broadScore(index, plan)
  for (let n = 0; n < count; n++) scores[n] = score(matches[n] ?? 0, found[n] ?? 0)
}

function broadScore({ columns: { inStock, nameWords } }: InvertedIndex, { terms }: SearchPlan): Score {
  const inName = ofEveryTerm(terms.length, nearlyInName)
  return (document, found) =>
    ((found & inName) === inName ? 1_000 : 0) + 500 * (inStock[document] ?? 0) - (nameWords[document] ?? 0)
}

function closeScore(index: InvertedIndex, { terms }: SearchPlan): Score {
  const { inStock, nameWords } = index.columns
  const inName = ofEveryTerm(terms.length, exactlyInName)
  const isPhrase = phraseOf(index, terms)
  const points = pointsOf(terms).map((weight) => ({
    exactly: weight,
    nearly: Math.trunc((weight * 9) / 10),
    anywhere: Math.trunc((weight * 4) / 10),
  }))
  const last = terms.length - 1
  return (document, found) => {
    const head = found & headBit ? 50_000 : 0
    let score = 10_000 * (inStock[document] ?? 0) - 10_000 * (nameWords[document] ?? 0)
    if ((found & inName) === inName) return score + (isPhrase(document) ? 1_100_000 : 1_000_000) + head
    for (let n = 0; n <= last; n++) {
      const how = found >>> (n * bitsOfTerm)
      const term = points[n] ?? none
      if (how & exactlyInName) score += term.exactly + (n === last ? head : 0)
      else if (how & nearlyInName) score += term.nearly
      else if (how & anywhere) score += term.anywhere
    }
    return score
  }
}

const none = { exactly: 0, nearly: 0, anywhere: 0 }

function ofEveryTerm(terms: number, how: number): number {
  let bits = 0
  for (let n = 0; n < terms; n++) bits |= how << (n * bitsOfTerm)
  return bits
}
