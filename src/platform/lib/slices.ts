import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds of work between two turns of the event loop. */
const sliceMs = 10

/** Called between steps of long work: once they have taken a while, other work has a turn of the event loop. */
export function createSlices(now: () => number = () => performance.now()): () => Promise<void> {
  let begun = now()
  return async () => {
    if (now() - begun < sliceMs) return
    await nextTurn()
    begun = now()
  }
}
