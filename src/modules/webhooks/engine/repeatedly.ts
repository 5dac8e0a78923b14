/** Does `work` again and again until stopped, with a pause of about so long after each; `work` never rejects. */
export function repeatedly(everyMs: number, work: () => Promise<void>): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let current = Promise.resolve()
  const schedule = () => {
    if (stopped) return
    const pauseMs = everyMs * (0.75 + Math.random() / 2)
    timer = setTimeout(() => {
      current = work().then(schedule)
    }, pauseMs)
  }
  schedule()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await current
    },
  }
}
