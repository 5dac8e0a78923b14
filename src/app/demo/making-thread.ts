import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Work } from './make-shop.ts'

interface ThreadOptions {
  /** Begins then; at once if left out. */
  after?: Promise<void>
  /** Told the number of each step that is done, and what the service has refused of it. */
  onStep?: (number: number, refusal: string | undefined) => void
}

/** What the thread tells. */
export type Message = { pastEnds: Date } | { number: number; refusal: string | undefined } | { how: string }

interface Thread {
  worker: Worker
  /** Rejects when it ends by an error. */
  failed: Promise<never>
}

let prepared: Thread | undefined

/** Begins to load the modules of the thread, which take as long as the service's own. */
export function prepareThread(): void {
  prepared ??= newThread()
  prepared.worker.unref()
}

/** Nothing is to be made. */
export function dropThread(): void {
  void prepared?.worker.terminate()
  prepared = undefined
}

function takeThread(): Thread {
  const thread = prepared ?? newThread()
  prepared = undefined
  thread.worker.ref()
  return thread
}

function newThread(): Thread {
  const worker = new Worker(new URL('./thread.ts', import.meta.url))
  const failed = once(worker, 'error').then(([error]) => Promise.reject(error))
  failed.catch(() => {}) // whoever takes it is told
  return { worker, failed }
}

/**
 * Makes the shop in a thread. `opened` resolves to when its past ends; `ended` to what became of it, undefined if the
 * thread was ended.
 */
export function startMaking(work: Work, { after, onStep }: ThreadOptions = {}) {
  const opened = Promise.withResolvers<Date>()
  const ended = Promise.withResolvers<string | undefined>()
  let worker: Worker | undefined
  let isStopped = false
  function begin(): void {
    if (isStopped) return
    const thread = takeThread()
    worker = thread.worker
    let how: string | undefined
    worker.on('message', (message: Message) => {
      if ('pastEnds' in message) opened.resolve(message.pastEnds)
      else if ('number' in message) onStep?.(message.number, message.refusal)
      else how = message.how
    })
    thread.failed.catch(ended.reject)
    // By itself, too: a thread that ends at once tells of its error and of its exit in one turn.
    worker.once('error', ended.reject)
    worker.once('exit', () => ended.resolve(how))
    worker.postMessage(work)
  }
  if (after === undefined) begin()
  else void after.then(begin)
  return {
    opened: opened.promise,
    ended: ended.promise,
    /** As the death of the process would. */
    kill: async () => worker?.terminate(),
    async stop() {
      isStopped = true
      if (worker === undefined) ended.resolve('stopped')
      else worker.postMessage('stop')
      await ended.promise.catch(() => {})
    },
  }
}
