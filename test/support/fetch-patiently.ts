import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { maxWaitMs } from './until.ts'

/**
 * `fetch` as a client should use it: repeats a request after a 503, by its `retry-after`. On a slow machine a service
 * process refuses requests that wait 5 s for a connection of its pool.
 */
export async function fetchPatiently(
  url: string,
  request: RequestInit,
  onRefusal: () => void = () => {},
): Promise<Response> {
  const began = performance.now()
  for (;;) {
    const answer = await fetch(url, request)
    if (answer.status !== 503 || performance.now() - began > maxWaitMs) return answer
    await answer.body?.cancel()
    onRefusal()
    const retryAfter = Number(answer.headers.get('retry-after'))
    assert.ok(retryAfter > 0, 'a 503 says when to try again')
    await sleep(retryAfter * 1_000)
  }
}
