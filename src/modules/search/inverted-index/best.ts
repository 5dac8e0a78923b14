import type { Columns } from './columns.ts'
import { compareIds } from './product-ids.ts'

/**
 * The best `most` of some matches, best first: by score, of equals the larger id. Matches are places in the column of
 * them. A heap of those found so far, the worst on top: where many more are looked at than wanted, most cost one
 * comparison.
 */
export function bestOf({ ids, matches, scores }: Columns, some: readonly number[] | number, most: number): number[] {
  const [count, matchAt] = typeof some === 'number' ? [some, itself] : [some.length, (n: number) => some[n] ?? 0]
  const isBetter = (a: number, b: number): boolean => {
    const difference = (scores[a] ?? 0) - (scores[b] ?? 0)
    return difference === 0 ? compareIds(ids, matches[a] ?? 0, matches[b] ?? 0) > 0 : difference > 0
  }
  const inOrder = (found: number[]) => found.sort((a, b) => (isBetter(a, b) ? -1 : 1))
  const heap = inOrder(Array.from({ length: Math.min(count, most) }, (_, n) => matchAt(n)))
  if (count <= most) return heap
  heap.reverse()
  for (let n = most; n < count; n++) {
    const match = matchAt(n)
    const worst = heap[0] ?? 0
    if ((scores[match] ?? 0) >= (scores[worst] ?? 0) && isBetter(match, worst)) replaceFirst(heap, match, isBetter)
  }
  return inOrder(heap)
}

const itself = (n: number) => n

/** Puts a value in the place of the first and lets it sink below all that are worse. */
function replaceFirst(heap: number[], value: number, isBetter: (a: number, b: number) => boolean): void {
  let parent = 0
  for (;;) {
    let child = 2 * parent + 1
    if (child >= heap.length) break
    const other = heap[child + 1]
    if (other !== undefined && isBetter(heap[child] ?? 0, other)) child++
    const worst = heap[child] ?? 0
    if (!isBetter(value, worst)) break
    heap[parent] = worst
    parent = child
  }
  heap[parent] = value
}
