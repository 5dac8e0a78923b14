import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from './random.ts'

/** What a receiver has seen of an event. */
export interface Receipt {
  /** Public id of the event. */
  id: string
  body: string
  /** Requests read to their end, and those of them that were answered with success. */
  requests: number
  accepted: number
  /**
   * Two requests that were open at the same time and were sent in the same second; by `performance.now()`. Those of one
   * worker, after its deadline and a delay, are further apart, though a receiver that is late may find both open.
   */
  overlaps: { firstAt: number; secondAt: number }[]
  /** The same id came with another body. */
  changed: boolean
}

export interface Receivers {
  url(path: string): string
  /** By path, then event id. */
  seen: Map<string, Map<string, Receipt>>
  total(): number
  close(): Promise<void>
}

/** Slower than the deadline of an attempt, much faster than a lease. */
const lateMs = 2_500

/**
 * Receivers of webhooks on real sockets, one for each path. Those below `/calm` nearly always accept; others fail,
 * answer late or drop the connection, so that retries and deadlines have their part.
 */
export async function startReceivers(random: Random): Promise<Receivers> {
  const seen = new Map<string, Map<string, Receipt>>()
  const open = new Map<Receipt, { at: number; sentAt: unknown }>()
  let total = 0

  const server = createServer(async (request, response) => {
    const body = await readBody(request)
    if (body === undefined) return
    total += 1
    const receipt = receiptOf(request, body)
    const first = open.get(receipt)
    const one = { at: performance.now(), sentAt: request.headers['webhook-timestamp'] }
    if (first !== undefined && first.sentAt === one.sentAt)
      receipt.overlaps.push({ firstAt: first.at, secondAt: one.at })
    open.set(receipt, one)
    response.once('close', () => open.delete(receipt))
    await answer(random, request.url?.startsWith('/calm') === true, receipt, response)
  })
  function receiptOf({ url = '', headers }: IncomingMessage, body: string): Receipt {
    const receipts = seen.get(url) ?? new Map<string, Receipt>()
    seen.set(url, receipts)
    const id = String(headers['webhook-id'])
    const known = receipts.get(id) ?? { id, body, requests: 0, accepted: 0, overlaps: [], changed: false }
    receipts.set(id, known)
    known.requests += 1
    known.changed ||= known.body !== body
    return known
  }
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 1_024 }, resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    seen,
    total: () => total,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(random: Random, calm: boolean, receipt: Receipt, response: ServerResponse): Promise<void> {
  const luck = random.next()
  if (!calm && luck < 0.05) {
    response.socket?.resetAndDestroy()
    return
  }
  const late = !calm && luck < 0.08
  await sleep(late ? lateMs : random.between(0, 40), undefined, { ref: false })
  const fails = luck > (calm ? 0.99 : 0.9)
  if (!fails && !response.destroyed) receipt.accepted += 1
  response.writeHead(fails ? 500 : 200).end()
}

/** Undefined if the sender went away in the midst of it. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    return Buffer.concat(chunks).toString()
  } catch {
    return undefined
  }
}
