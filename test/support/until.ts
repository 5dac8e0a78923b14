import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for a condition that something else brings about: answers its first value that is neither undefined nor false. */
export async function until<T>(
  condition: () => T | undefined | false | Promise<T | undefined | false>,
  what: string,
  timeoutMs = 30_000,
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const value = await condition()
    if (value !== undefined && value !== false) return value
    if (performance.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`)
    await sleep(25)
  }
}
