import { setPriority } from 'node:os'
import { render, UnreadablePicture } from './render.ts'
import type { RenderAnswer, RenderRequest } from './renderer.ts'

/**
 * Decodes and encodes pictures, one after the other, as a process of its own: it takes no time of the event loop and of
 * the threads of the service, gives its memory back when it ends, and a fault in a decoder ends nothing else.
 */

// Requests come first.
setPriority(10)

process.on('message', ({ file, kind, folder }: RenderRequest) => {
  render(file, kind, folder).then(
    (sizes) => answer({ sizes }),
    (error: Error) =>
      answer(error instanceof UnreadablePicture ? { refusal: error.message } : { fault: error.message }),
  )
})
// The service has ended, however.
process.on('disconnect', () => process.exit())

function answer(message: RenderAnswer): void {
  process.send?.(message)
}
