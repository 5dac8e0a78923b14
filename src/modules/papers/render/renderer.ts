import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { AppError } from '#src/platform/lib/errors.ts'
import type { FrozenInvoice } from '../invoice.ts'
import type { RenderedFiles } from './render-files.ts'

export type RenderAnswer = { files: RenderedFiles } | { fault: string }

export interface PaperRenderer {
  /** The files of an invoice. One at a time. @throws AppError SERVICE_UNAVAILABLE while the service stops */
  render(invoice: FrozenInvoice): Promise<RenderedFiles>
  close(): Promise<void>
}

const script = fileURLToPath(new URL('./render-worker.ts', import.meta.url))
/** A thread without work ends after this long, and its memory with it. */
const idleMs = 20_000

/** Starts its thread with the first invoice. */
export function createPaperRenderer(): PaperRenderer {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let closed = false
  let last: Promise<unknown> = Promise.resolve()

  function start(): Worker {
    const started = new Worker(script, { stdout: true, stderr: true })
    started.once('exit', () => {
      if (worker === started) worker = undefined
    })
    started.on('error', () => {})
    return started
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }

  async function ask(invoice: FrozenInvoice): Promise<RenderedFiles> {
    clearTimeout(idle)
    if (closed) throw new AppError('SERVICE_UNAVAILABLE', 'the service is stopping; try again', { retryAfter: 1 })
    worker ??= start()
    const asked = worker
    const done = new AbortController()
    asked.ref()
    try {
      asked.postMessage(invoice)
      const answer = await Promise.race([
        once(asked, 'message', { signal: done.signal }).then(([message]) => message as RenderAnswer),
        once(asked, 'exit', { signal: done.signal }).then((): RenderAnswer => ({ fault: 'the thread has ended' })),
      ])
      if ('fault' in answer) throw new Error(`an invoice cannot be rendered: ${answer.fault}`)
      return answer.files
    } finally {
      done.abort()
      asked.unref()
      idle = setTimeout(end, idleMs).unref()
    }
  }

  return {
    render(invoice) {
      const turn = last.then(() => ask(invoice))
      last = turn.catch(() => {})
      return turn
    },
    async close() {
      closed = true
      await end()
    },
  }
}
