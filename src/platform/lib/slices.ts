/** Milliseconds of work between two turns of the event loop. */
const sliceMs = 10

/** Long work of this process that waits for its next slice, in the order of asking. */
const waiting: (() => void)[] = []

/**
 * Called between steps of long work: once they have taken a while, other work has a turn of the event loop. All long
 * work of the process together has one slice in each turn, so that ten requests at once delay others no more than one.
 */
export function createSlices(now: () => number = () => performance.now()): () => Promise<void> {
  let begun = now()
  return async () => {
    if (now() - begun < sliceMs) return
    await nextSlice()
    begun = now()
  }
}

/** Takes the steps of long work in slices. */
export async function inSlices<Result>(steps: Iterator<unknown, Result>): Promise<Result> {
  const pause = createSlices()
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    await pause()
  }
}

/** Waits for a slice, behind the other long work of the process. */
export function nextSlice(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(begin)
  })
}

function begin(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(begin)
}
