import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Receivers by the ten thousand requests: it keeps counts where `startReceiver` keeps every request. */
export interface CountingReceiver {
  /** Each path is a receiver of its own. */
  url(path: string): string
  /** How often each event id was seen, by path. */
  seen: Map<string, Map<string, number>>
  total(): number
  duplicates(): number
  /** The most requests that were open at once, by path. */
  maxAtOnce: Map<string, number>
  close(): Promise<void>
}

/** The `number`-th request of a path is answered after that many milliseconds, or when that is fulfilled. */
export type Delay = (path: string, number: number) => number | Promise<void>

/** Reads each request whole, then answers it with 200 after `answerAfterMs`. */
export async function startCountingReceiver(answerAfterMs: number | Delay = 0): Promise<CountingReceiver> {
  const seen = new Map<string, Map<string, number>>()
  const maxAtOnce = new Map<string, number>()
  const open = new Map<string, number>()
  const requests = new Map<string, number>()
  const delay = typeof answerAfterMs === 'number' ? () => answerAfterMs : answerAfterMs
  let total = 0
  const enter = (path: string) => {
    const now = (open.get(path) ?? 0) + 1
    open.set(path, now)
    maxAtOnce.set(path, Math.max(maxAtOnce.get(path) ?? 0, now))
  }
  const leave = (path: string) => open.set(path, (open.get(path) ?? 0) - 1)
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const number = (requests.get(path) ?? 0) + 1
    requests.set(path, number)
    enter(path)
    response.once('close', () => leave(path))
    if (!(await readToEnd(request))) return
    total += 1
    const ids = seen.get(path) ?? new Map<string, number>()
    seen.set(path, ids)
    const id = String(request.headers['webhook-id'])
    ids.set(id, (ids.get(id) ?? 0) + 1)
    const wait = delay(path, number)
    // Not waited for at the end of a test.
    if (typeof wait === 'object') await wait
    else if (wait > 0) await sleep(wait, undefined, { ref: false })
    response.end('ok')
  })
  // Eight workers may open 2,000 connections at once. Of those beyond the backlog some are taken for open by the worker
  // alone, whose request then meets a reset or nobody at all.
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    seen,
    maxAtOnce,
    total: () => total,
    duplicates: () => [...seen.values()].flatMap((ids) => [...ids.values()]).reduce((sum, times) => sum + times - 1, 0),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** False if the client went away in the midst of it. */
async function readToEnd(request: IncomingMessage): Promise<boolean> {
  try {
    for await (const _ of request);
    return true
  } catch {
    return false
  }
}
