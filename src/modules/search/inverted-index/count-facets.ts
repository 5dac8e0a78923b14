import { type FacetCounts, type FacetName, mostValues } from '../facet-queries.ts'
import type { InvertedIndex } from './inverted-index.ts'

/** Facets of the first `total` matches. */
export function countFacets(index: InvertedIndex, total: number, names: readonly FacetName[]): FacetCounts {
  const { categories, merchants } = index.columns
  const facets = {
    category: () => countValues(index, total, categories, index.categories.texts),
    merchant: () => countValues(index, total, merchants, index.merchants.texts),
  }
  return Object.fromEntries(names.map((name) => [name, facets[name]()]))
}

function countValues({ columns }: InvertedIndex, total: number, column: Uint32Array, texts: readonly string[]) {
  const counts = new Uint32Array(texts.length + 1)
  for (let n = 0; n < total; n++) {
    const value = column[columns.matches[n] ?? 0] ?? 0
    counts[value] = (counts[value] ?? 0) + 1
  }
  return texts
    .map((value, n) => ({ value, count: counts[n + 1] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || Buffer.compare(Buffer.from(a.value), Buffer.from(b.value)))
    .slice(0, mostValues)
}
