import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import type { LoadRequest } from '../load.ts'
import { latenciesOf } from '../statistics.ts'

/**
 * The writes of a live shop, each kind at a fixed rate, independent of response times. Runs in a process of its own: it
 * gets a plan, and reports its results when it is stopped.
 */
export interface WritePlan {
  url: string
  kinds: WriteKind[]
}

export interface WriteKind {
  name: string
  perSecond: number
  requests: LoadRequest[]
  expect: number
  /** Text of every answer that is a success, where the status does not tell. */
  proof?: string
}

export interface Written {
  name: string
  /** Answered as expected, per second of the whole time. */
  perSecond: number
  failed: number
  /** The first answer that was not expected. */
  fault?: string
  p50: number
  p95: number
}

let running: { stop(): Promise<Written[]> } | undefined

process.on('message', async (message: WritePlan | { stop: true }) => {
  if ('stop' in message) process.send?.(await running?.stop())
  else {
    running = begin(message)
    process.send?.('begun')
  }
})

function begin({ url, kinds }: WritePlan) {
  const pool = new Pool(url, { connections: 32 })
  const startedAt = performance.now()
  const stopping = new AbortController()
  const loops = kinds.map((kind) => pace(pool, kind, stopping.signal))
  return {
    async stop() {
      const seconds = (performance.now() - startedAt) / 1000
      stopping.abort()
      const written = await Promise.all(loops)
      await pool.close()
      return written.map(({ done, ...rest }) => ({ ...rest, perSecond: done / seconds }))
    },
  }
}

async function pace(pool: Pool, { name, perSecond, requests, expect, proof = '' }: WriteKind, signal: AbortSignal) {
  const times: number[] = []
  const waiting: Promise<void>[] = []
  let failed = 0
  let fault: string | undefined
  const send = async ({ method = 'GET', path, headers = {}, body }: LoadRequest) => {
    const sentAt = performance.now()
    try {
      const answer = await pool.request({ method, path, headers, ...(body !== undefined && { body }) })
      const text = await answer.body.text()
      if (answer.statusCode !== expect || !text.includes(proof))
        throw new Error(`${answer.statusCode}: ${text.slice(0, 300)}`)
      times.push(performance.now() - sentAt)
    } catch (error) {
      failed++
      fault ??= error instanceof Error ? error.message : String(error)
    }
  }
  const startedAt = performance.now()
  const first = Math.floor(Math.random() * requests.length)
  for (let n = 0; !signal.aborted; n++) {
    const early = startedAt + (n * 1000) / perSecond - performance.now()
    if (early > 0) await sleep(early, undefined, { signal }).catch(() => {})
    if (signal.aborted) break
    const request = requests[(first + n) % requests.length]
    if (request) waiting.push(send(request))
  }
  await Promise.all(waiting)
  const { p50, p95 } = latenciesOf(times)
  return { name, done: times.length, failed, ...(fault !== undefined && { fault }), p50, p95 }
}
