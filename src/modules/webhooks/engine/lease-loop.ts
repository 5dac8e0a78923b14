export interface LeaseResult {
  /** Deliveries. */
  leased: number
  /** Receivers that another worker was leasing for. */
  busy: readonly string[]
  /** More deliveries may be due: the limit was reached, or not all receivers were scanned. */
  more: boolean
  /** Until the next waiting delivery falls due. */
  nextDueMs: number | null
}

/** Leases due deliveries of these receivers, or of all, and begins them. Undefined while no attempt may begin. */
type LeaseDue = (receivers: readonly string[] | null) => Promise<LeaseResult | undefined>

export interface LeaseLoopOptions {
  onError: (error: unknown) => void
  pollMs: number
}

export interface LeaseLoop {
  start(lease: LeaseDue): void
  /** Wakes the loop: deliveries may be due, for these receivers or for any. */
  wake(receivers?: readonly string[]): void
  /** Leases no more; resolves when the last lease has ended. */
  stop(): Promise<void>
}

/** Pause before receivers that another worker was leasing for are looked at again. */
const busyPauseMs = 2
const errorPauseMs = { first: 100, longest: 2_000 }
/** With more receivers than this it is cheaper to scan all. */
const maxHints = 256
/**
 * After a call that took longer than `slowMs` and leased few, the loop pauses for as long. So a slow database does not
 * get more and more statements, and deliveries that fall due meanwhile are leased together.
 */
const slowMs = 5
const maxPauseMs = 50
const fewDeliveries = 20

/**
 * Leases when deliveries may be due. A wake-up for certain receivers (by a commit or an outcome) scans only these, at a
 * cost that does not depend on the backlog. It scans all receivers when the next retry falls due, while more is due,
 * and about once a second in case a wake-up was lost. The jitter of the poll spreads the workers.
 */
export function createLeaseLoop({ onError, pollMs }: LeaseLoopOptions): LeaseLoop {
  const hints = new Set<string>()
  /** When all receivers are scanned next (monotonic clock). */
  let scanAt = 0
  let stopped = false
  let endSleep: (() => void) | undefined
  let errorPause = errorPauseMs.first

  const wake = (receivers?: readonly string[]) => {
    for (const receiver of receivers ?? []) hints.add(receiver)
    if (receivers === undefined || hints.size > maxHints) scanAt = 0
    endSleep?.()
  }
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
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

  const once = async (lease: LeaseDue) => {
    const begun = performance.now()
    const hinted = begun >= scanAt ? null : [...hints]
    hints.clear()
    const pollAt = begun + pollMs * (0.75 + Math.random() / 2)
    if (hinted === null) scanAt = pollAt
    const batch = await lease(hinted)
    if (batch === undefined) {
      await sleepUntilWoken(pollMs)
      // The hints were cleared: scan all.
      scanAt = 0
      return
    }
    // A timer may fire up to a millisecond early.
    if (batch.nextDueMs !== null) scanAt = Math.min(scanAt, performance.now() + batch.nextDueMs + 1)
    const tookMs = performance.now() - begun
    const few = batch.leased < fewDeliveries
    if (batch.more) scanAt = 0
    if (batch.busy.length > 0) {
      wake(batch.busy)
      if (few) await pause(busyPauseMs)
    }
    if (few && tookMs > slowMs) await pause(Math.min(tookMs, maxPauseMs))
  }
  const run = async (lease: LeaseDue) => {
    while (!stopped) {
      try {
        await once(lease)
        errorPause = errorPauseMs.first
      } catch (error) {
        onError(error)
        scanAt = 0
        errorPause = Math.min(errorPause * 2, errorPauseMs.longest)
        await pause(errorPause)
      }
      const idleMs = scanAt - performance.now()
      if (idleMs > 0 && hints.size === 0 && !stopped) await sleepUntilWoken(idleMs)
    }
  }
  let running: Promise<void> | undefined
  return {
    start(lease) {
      running = run(lease)
    },
    wake,
    async stop() {
      stopped = true
      endSleep?.()
      await running
    },
  }
}
