import { within } from './within.ts'

/** What a new process loads so as to be fast. It answers meanwhile, but is better not asked yet. */
export interface WarmUp {
  /** Waits for this, too; whoever began it minds its failure. */
  waitFor(work: Promise<unknown>): void
  isOver(): boolean
}

/** After this time others have waited long enough: a process that is slow is better than none. */
const limitMs = 20_000

export function createWarmUp(): WarmUp {
  let open = 0
  return {
    waitFor(work) {
      open++
      const end = () => {
        open--
      }
      within(limitMs, work).then(end, end)
    },
    isOver: () => open === 0,
  }
}
