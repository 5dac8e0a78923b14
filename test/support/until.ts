import { setTimeout as sleep } from 'node:timers/promises'

/** How long a test waits for what it needs. Only ends one that fails: a machine may be four times slower than ours. */
export const longestWaitMs = 120_000

/**
 * Waits for a condition that something else brings about: answers its first value that is neither undefined nor false.
 */
export async function until<T>(
  condition: () => T | undefined | false | Promise<T | undefined | false>,
  what: string,
  timeoutMs = longestWaitMs,
): Promise<T> {
  const began = performance.now()
  for (;;) {
    const value = await condition()
    if (value !== undefined && value !== false) return value
    const waited = performance.now() - began
    if (waited > timeoutMs) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`)
    // Many conditions are counts of rows: asked too often they slow down what brings them about.
    await sleep(Math.min(100, Math.max(25, waited / 10)))
  }
}

/** Waits until a process has loaded what it needs, and its database serves. */
export async function untilReady(url: string): Promise<void> {
  await until(async () => (await fetch(`${url}/health/ready`)).status === 200, 'readiness')
}
