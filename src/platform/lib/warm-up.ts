/** What a new process loads so as to be fast. It answers meanwhile, but is better not asked yet. */
export interface WarmUp {
  /** Waits for this, too; whoever began it minds its failure. */
  waitFor(work: Promise<unknown>): void
  isOver(): boolean
}

/** After this time others have waited long enough: a process that is slow is better than none. */
const mostMs = 20_000

export function createWarmUp(limitMs = mostMs): WarmUp {
  let open = 0
  return {
    waitFor(work) {
      open++
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(late.resolve, limitMs).unref()
      const end = () => {
        open--
        clearTimeout(timer)
      }
      Promise.race([work, late.promise]).then(end, end)
    },
    isOver: () => open === 0,
  }
}
