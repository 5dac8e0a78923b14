import type { Claim } from './queries.ts'

export interface ClaimLoopOptions {
  /** Leases what there is, for these receivers or for all, and begins it; undefined while no slot is free. */
  claim: (receivers: readonly string[] | null) => Promise<Claim | undefined>
  onError: (error: unknown) => void
  pollMs: number
}

export interface ClaimLoop {
  /** There may be something to claim: for these receivers, or for anyone. */
  wake(receivers?: readonly string[]): void
  /** Claims no more; resolves when the last claim is over. */
  stop(): Promise<void>
}

/** Receivers another worker was just looking at, or a round that is longer than one claim: go on after this. */
const goOnMs = 2
const errorPauseMs = { first: 100, longest: 2_000 }
/** More receivers than this are not worth naming. */
const mostHints = 256
/**
 * A claim that took longer than this and found little is followed by as long a pause, so that a slow database is not asked ever
 * more often; those who wait meanwhile are claimed together.
 */
const slowClaimMs = 5
const longestRestMs = 50
const fewDeliveries = 20

/**
 * Claims whenever there may be something. Woken for certain receivers (a commit, an outcome) it looks at those only, which
 * costs the same whatever else waits. It looks at everyone when the next retry falls due, when a claim could not take all
 * it found, and about once a second in any case, should nobody have woken it. The poll's jitter keeps workers from
 * asking all at once.
 */
export function startClaimLoop({ claim, onError, pollMs }: ClaimLoopOptions): ClaimLoop {
  const hints = new Set<string>()
  /** When everyone is to be looked at again, by the clock that only runs forward. */
  let scanAt = 0
  let stopped = false
  let endSleep: (() => void) | undefined
  let errorPause = errorPauseMs.first

  const wake = (receivers?: readonly string[]) => {
    for (const receiver of receivers ?? []) hints.add(receiver)
    if (receivers === undefined || hints.size > mostHints) scanAt = 0
    endSleep?.()
  }
  const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  const sleepUntilWoken = async (ms: number) => {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      endSleep = () => {
        clearTimeout(timer)
        resolve()
      }
      if (stopped) endSleep()
    })
    endSleep = undefined
  }

  const once = async () => {
    const begun = performance.now()
    const wanted = begun >= scanAt ? null : [...hints]
    hints.clear()
    const pollAt = begun + pollMs * (0.75 + Math.random() / 2)
    if (wanted === null) scanAt = pollAt
    const result = await claim(wanted)
    if (result === undefined) {
      await sleepUntilWoken(pollMs)
      // Nobody remembers who was wanted while no slot was free.
      scanAt = 0
      return
    }
    // A timer may fire up to a millisecond early.
    if (result.nextDueMs !== null) scanAt = Math.min(scanAt, performance.now() + result.nextDueMs + 1)
    const tookMs = performance.now() - begun
    const few = result.leased.length < fewDeliveries
    if (!result.complete) {
      if (wanted === null || result.leased.length > 0) scanAt = 0
      else wake(wanted)
      if (few) await rest(goOnMs)
    }
    if (few && tookMs > slowClaimMs) await rest(Math.min(tookMs, longestRestMs))
  }
  const run = async () => {
    while (!stopped) {
      try {
        await once()
        errorPause = errorPauseMs.first
      } catch (error) {
        onError(error)
        scanAt = 0
        errorPause = Math.min(errorPause * 2, errorPauseMs.longest)
        await rest(errorPause)
      }
      const idleMs = scanAt - performance.now()
      if (idleMs > 0 && hints.size === 0 && !stopped) await sleepUntilWoken(idleMs)
    }
  }
  const running = run()
  return {
    wake,
    async stop() {
      stopped = true
      endSleep?.()
      await running
    },
  }
}
