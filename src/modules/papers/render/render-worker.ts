import { parentPort } from 'node:worker_threads'
import { renderFiles } from './render-files.ts'
import type { RenderAnswer, RenderRequest } from './renderer.ts'

/** Makes the files of invoices, one after the other, on a thread of its own: one takes half a second of a core. */
parentPort?.on('message', ({ data, logo }: RenderRequest) => {
  renderFiles(data, logo).then(
    (files) => answer({ files }),
    (error: Error) => answer({ fault: error.stack ?? error.message }),
  )
})

function answer(message: RenderAnswer): void {
  parentPort?.postMessage(message)
}
