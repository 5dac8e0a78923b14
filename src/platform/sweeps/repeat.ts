interface Repeated {
  /** Between the end of one run and the start of the next. */
  everyMs: number
  /** Until the first run; `everyMs` if left out. */
  firstMs?: number
  run(): Promise<void>
  /** Of runs that fail in a row it is told the first, then one a minute: an outage fails thousands. */
  onError(error: unknown): void
}

const tellAgainMs = 60_000

/** Runs `run` again and again until stopped; a stop waits for the run that is under way. */
export function repeat({ everyMs, firstMs = everyMs, run, onError }: Repeated): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let tellFrom = 0
  const tell = (error: unknown) => {
    if (performance.now() < tellFrom) return
    tellFrom = performance.now() + tellAgainMs
    onError(error)
  }
  const schedule = (delayMs: number) => {
    if (stopped) return
    timer = setTimeout(() => {
      running = run()
        .then(() => {
          tellFrom = 0
        }, tell)
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
