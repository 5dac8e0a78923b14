import { parentPort, workerData } from 'node:worker_threads'
import { makeShop, type Work } from './make-shop.ts'
import type { Message } from './making.ts'

/** Makes the demo shop beside the service: a thread has a `Date` of its own, and holds up no request. */
const stopping = new AbortController()
parentPort?.on('message', () => stopping.abort())
const tell = (message: Message) => parentPort?.postMessage(message)
const how = await makeShop(workerData as Work, {
  onOpened: (pastEnds) => tell({ pastEnds }),
  onStep: (number, refusal) => tell({ number, refusal }),
  stopping: stopping.signal,
})
tell({ how })
parentPort?.close()
