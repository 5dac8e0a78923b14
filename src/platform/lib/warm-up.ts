import { within } from './within.ts'

/** What a new process loads so as to be fast. It answers meanwhile, but is better not asked yet. */
export interface WarmUp {
  /** Waits for this, too; whoever began it minds its failure. */
  waitFor(work: Promise<unknown>): void
  isOver(): boolean
  /** Resolves when it is over. */
  ended(): Promise<void>
}

/** After this time others have waited long enough: a process that is slow is better than none. */
const limitMs = 20_000

export function createWarmUp(): WarmUp {
  const open = new Set<Promise<void>>()
  return {
    waitFor(work) {
      const ended: Promise<void> = within(limitMs, work).then(end, end)
      open.add(ended)
      function end() {
        open.delete(ended)
      }
    },
    isOver: () => open.size === 0,
    async ended() {
      while (open.size > 0) await Promise.all(open)
    },
  }
}
