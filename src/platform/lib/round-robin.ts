/** Limits concurrent work; each caller's next work has its turn before the one after next of any other. */
export type RoundRobin = <T>(caller: string, work: () => Promise<T>) => Promise<T>

export function createRoundRobin(atOnce: number): RoundRobin {
  /** In the order of their turns. */
  const lines = new Map<string, (() => void)[]>()
  let running = 0

  function next(): void {
    const [first] = lines
    if (first === undefined) {
      running -= 1
      return
    }
    const [caller, line] = first
    lines.delete(caller)
    const begin = line.shift()
    if (line.length > 0) lines.set(caller, line)
    // A turn is handed on, so `running` stays as it is.
    begin?.()
  }

  return async (caller, work) => {
    if (running < atOnce) running += 1
    else
      await new Promise<void>((resolve) => {
        const line = lines.get(caller)
        if (line === undefined) lines.set(caller, [resolve])
        else line.push(resolve)
      })
    try {
      return await work()
    } finally {
      next()
    }
  }
}
