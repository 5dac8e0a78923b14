import { setTimeout as sleep } from 'node:timers/promises'

/** Maximum wait of a test. It only ends failing tests: a machine may be four times slower than ours. */
export const maxWaitMs = 120_000

/**
 * Polls a condition that another process or loop brings about; returns its first value that is neither undefined nor
 * false.
 */
export async function until<T>(
  condition: () => T | undefined | false | Promise<T | undefined | false>,
  what: string,
  timeoutMs = maxWaitMs,
): Promise<T> {
  const began = performance.now()
  for (;;) {
    const value = await condition()
    if (value !== undefined && value !== false) return value
    const waited = performance.now() - began
    if (waited > timeoutMs) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`)
    // Many conditions are counts of rows: frequent polls would slow down the work they wait for.
    await sleep(Math.min(100, Math.max(25, waited / 10)))
  }
}

/** Waits until a process has loaded what it needs, and its database serves. */
export async function untilReady(url: string): Promise<void> {
  await until(async () => (await fetch(`${url}/health/ready`)).status === 200, 'readiness')
}
