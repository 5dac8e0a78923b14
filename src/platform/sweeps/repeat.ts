interface Repeated {
  /** Between the end of one run and the start of the next. */
  everyMs: number
  /** Until the first run; `everyMs` if left out. */
  firstMs?: number
  run(): Promise<void>
  onError(error: unknown): void
}

/** Runs `run` again and again until stopped; a stop waits for the run that is under way. */
export function repeat({ everyMs, firstMs = everyMs, run, onError }: Repeated): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const schedule = (delayMs: number) => {
    if (stopped) return
    timer = setTimeout(() => {
      running = run()
        .catch(onError)
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
