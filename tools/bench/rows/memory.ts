import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BenchContext } from '../context.ts'
import { load } from '../harness.ts'
import { openHeap } from '../heap.ts'
import { describeWrites, runDuringWrites, writesOf } from '../live/shop.ts'
import type { Written } from '../live/writer.ts'
import type { Outcome, Row } from '../outcome.ts'
import { type BenchServer, freePort } from '../processes.ts'
import { startService } from '../service.ts'
import { pagesByZipf, requestsOf, searchesByZipf } from './pages.ts'

/** By then caches are full: further growth of the heap is leaked memory. */
const roundsToFill = 2

/** A live shop with webhooks, one of whose receivers closes each connection, and one of which is not there. */
export const memory: Row = {
  name: 'memory',
  async run(context: BenchContext): Promise<Outcome[]> {
    const dataset = await context.copy('s10k')
    const inspector = await freePort()
    // Production sends nothing to this machine.
    const environment = { NODE_ENV: 'development', DEMO_DATA: 'false' }
    const service = await startService(dataset.url, environment, [`--inspect=127.0.0.1:${inspector}`])
    const receiver = await startReceiver()
    const heap = await openHeap(inspector)
    try {
      const urls = [receiver.url, `http://127.0.0.1:${await freePort()}`]
      for (const owner of dataset.owners.values()) for (const url of urls) await subscribe(service, owner, url)
      const asked = [...(await pagesByZipf(service, dataset)), ...(await searchesByZipf(dataset))]
      const requests = requestsOf(asked, dataset).ours
      const { ours: writes } = await writesOf(dataset)
      const heaps: number[] = []
      const written: Written[][] = []
      let requested = 0
      for (let round = 0; round < roundsToFill + context.rounds; round++) {
        const plan = { url: service.url, connections: 8, requests, seconds: 2 * context.seconds, expect: 200 }
        const turn = await runDuringWrites(service.url, writes, () => load(plan))
        heaps.push(await heap.afterCollection())
        written.push(turn.written)
        requested += turn.result.count
      }
      const [full = 0, last = 0] = [heaps[roundsToFill - 1], heaps.at(-1)]
      return [
        {
          work: `heap after a collection: growth over ${context.rounds} rounds of a live shop with webhooks`,
          yardstick: '',
          value: last - full,
          unit: 'MB',
          reach: 3,
          better: 'less',
          notes: [
            `MB after each round: ${heaps.map((megabytes) => megabytes.toFixed(1)).join(', ')}`,
            `${requested} lists and searches, ${receiver.received()} deliveries on a connection each, ` +
              `and the same events to the one that is not there; ${describeWrites(written)}`,
          ],
        },
      ]
    } finally {
      heap.close()
      await service.stop()
      receiver.stop()
      await dataset.drop()
    }
  },
}

/** Closes each connection after its answer. */
async function startReceiver() {
  let received = 0
  const server = createServer((request, response) => {
    received++
    request.resume().once('end', () => response.setHeader('connection', 'close').end())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    stop: () => server.close(),
  }
}

async function subscribe(service: BenchServer, owner: Record<string, string>, url: string): Promise<void> {
  const answer = await fetch(`${service.url}/admin/webhooks`, {
    method: 'POST',
    headers: { ...owner, 'content-type': 'application/json' },
    body: JSON.stringify({ url, events: ['*'] }),
  })
  if (answer.status !== 201) throw new Error(`subscribing answered ${answer.status} ${await answer.text()}`)
}
