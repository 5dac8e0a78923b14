import { setTimeout as sleep } from 'node:timers/promises'
import type { TestAnswer } from './app.ts'

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

/**
 * For tests that send more at once than the service takes (http/back-pressure.ts): sends again what is refused with
 * 503, after the time the answer names, as clients do. Nothing of a refused request was begun, so what comes of the
 * rush must be right all the same.
 */
export async function untilServed(send: () => Promise<TestAnswer>): Promise<TestAnswer> {
  for (;;) {
    const answer = await send()
    if (answer.status !== 503) return answer
    await sleep(Number(answer.headers['retry-after']) * 1_000)
  }
}
