interface Repeated {
  /** Between the end of one run and the start of the next. */
  everyMs: number
  /** Until the first run; default: `everyMs`. */
  firstMs?: number
  run(): Promise<void>
  /** Gets the first of consecutive failures, then one a minute: an outage causes thousands. */
  onError(error: unknown): void
}

const logEveryMs = 60_000

/** Repeats `run` until stopped; a stop waits for the current run. */
export function repeat({ everyMs, firstMs = everyMs, run, onError }: Repeated): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let logFrom = 0
  const log = (error: unknown) => {
    if (performance.now() < logFrom) return
    logFrom = performance.now() + logEveryMs
    onError(error)
  }
  const schedule = (delayMs: number) => {
    if (stopped) return
    timer = setTimeout(() => {
      running = run()
        .then(() => {
          logFrom = 0
        }, log)
        .then(() => schedule(everyMs))
    }, delayMs)
    timer.unref()
  }
  schedule(firstMs)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
