import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerMessages, timeMs } from './clock.ts'

/**
 * A receiver: answers 200 at once, and never on paths that begin with /hang. Keeps when the first bytes of each event
 * came, by the number in its data.
 */
export type ReceiverMessage = { do: 'listen' } | { do: 'clear' } | { do: 'arrivals' } | { do: 'count' }

let arrivals = new Map<number, number>()
let count = 0

const server = createServer((request, response) => {
  const at = timeMs()
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (request.url?.startsWith('/hang')) return
    count += 1
    const number = /"number":(\d+)/.exec(Buffer.concat(chunks).toString('latin1'))?.[1]
    if (number !== undefined && !arrivals.has(Number(number))) arrivals.set(Number(number), at)
    response.end('ok')
  })
})

answerMessages<ReceiverMessage>(async (message) => {
  switch (message.do) {
    case 'listen':
      await once(server.listen(0, '127.0.0.1'), 'listening')
      return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
    case 'clear':
      arrivals = new Map()
      count = 0
      return {}
    case 'arrivals':
      return { arrivals: [...arrivals] }
    case 'count':
      return { count }
  }
})
