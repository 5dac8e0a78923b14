/** Runs the work at most once per `ms` and never concurrently: calls in between get the last outcome. */
export function atMostEvery<T>(
  ms: number,
  work: () => Promise<T>,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let last: { at: number; outcome: Promise<T>; isOver: boolean } | undefined
  return () => {
    if (last !== undefined && (!last.isOver || now() - last.at < ms)) return last.outcome
    const current = { at: now(), outcome: work(), isOver: false }
    const end = () => {
      current.isOver = true
    }
    current.outcome.then(end, end)
    last = current
    return current.outcome
  }
}
