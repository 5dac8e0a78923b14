import { setPriority } from 'node:os'
import { maxSeconds } from './limits.ts'
import { render, UnreadablePicture } from './render.ts'
import type { RenderAnswer, RenderRequest } from './renderer.ts'

/**
 * Decodes and encodes pictures, one after the other, as a process of its own: it takes no time of the event loop and of
 * the threads of the service, gives its memory back when it ends, and a fault in a decoder ends nothing else.
 */

// Requests come first.
setPriority(10)

process.on('message', ({ file, kind, folder }: RenderRequest) => {
  // Seconds of a core, not of a clock: others' work does not count. It is ended by whom it answers.
  const begun = process.cpuUsage()
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(begun)
    if (user + system > maxSeconds * 1e6) answer({ late: true })
  }, 200)
  render(file, kind, folder)
    .then(
      (sizes) => answer({ sizes }),
      (error: Error) =>
        answer(error instanceof UnreadablePicture ? { refusal: error.message } : { fault: error.message }),
    )
    .finally(() => clearInterval(watch))
})
// The service has ended, however.
process.on('disconnect', () => process.exit())

function answer(message: RenderAnswer): void {
  process.send?.(message)
}
