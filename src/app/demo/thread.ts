import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { makeShop, type Work } from './make-shop.ts'
import type { Message } from './making-thread.ts'

/**
 * Makes the demo shop beside the service: a thread has a `Date` of its own, and holds up no request. The first message
 * is what to make, the next says to stop.
 */
if (parentPort === null) throw new Error('this is not a program')
const port = parentPort
const [work] = (await once(port, 'message')) as [Work]
const stopping = new AbortController()
port.on('message', () => stopping.abort())
const tell = (message: Message) => port.postMessage(message)
const how = await makeShop(work, {
  onOpened: (pastEnds) => tell({ pastEnds }),
  onStep: (number, refusal) => tell({ number, refusal }),
  stopping: stopping.signal,
})
tell({ how })
port.close()
