import { parentPort, workerData } from 'node:worker_threads'
import { makeShop, type Work } from './make-shop.ts'

/** Makes the demo shop beside the service: a thread has a `Date` of its own, and holds up no request. */
const stopping = new AbortController()
parentPort?.on('message', () => stopping.abort())
const how = await makeShop(workerData as Work, {
  onOpened: () => parentPort?.postMessage('opened'),
  onStep: (number, refusal) => parentPort?.postMessage({ number, refusal }),
  stopping: stopping.signal,
})
parentPort?.postMessage(how)
parentPort?.close()
