import type { Socket } from 'node:net'

/** Many times what a head and the kept part of a body take. */
const defaultMaxBytes = 1_048_576

/** The answer is longer than any valid one. */
class AnswerTooLongError extends Error {
  readonly code = 'ERR_ANSWER_TOO_LONG'
  override readonly name = 'AnswerTooLongError'
}

/**
 * Ends the connection of a receiver that answers a request with more than `maxBytes`, 1 MiB if not given. Interim
 * answers (1xx) and extensions of chunks are read by undici without end and given to nobody, so who sends an attempt
 * cannot limit them: one receiver kept half a core busy until the deadline.
 */
export function limitAnswers(socket: Socket, maxBytes = defaultMaxBytes): Socket {
  let written = socket.bytesWritten
  let readBefore = socket.bytesRead
  function check(): void {
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten
      readBefore = socket.bytesRead
    } else if (socket.bytesRead - readBefore > maxBytes) socket.destroy(new AnswerTooLongError('answer too long'))
  }
  // Behind the listener of undici, which reads: a first listener would begin to read by itself.
  setImmediate(() => socket.on('readable', check))
  return socket
}
