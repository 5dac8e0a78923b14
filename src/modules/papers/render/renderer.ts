import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { AppError } from '#src/platform/lib/errors.ts'
import { createFairTurns } from '#src/platform/lib/fair-turns.ts'
import type { FrozenInvoice } from '../invoice.ts'
import type { RenderedFiles } from './render-files.ts'

export type RenderAnswer = { files: RenderedFiles } | { fault: string }

/** An invoice of a shop. */
interface NamedInvoice {
  merchant_id: string
  id: string
  data: FrozenInvoice
  /** A JPEG. */
  logo?: Uint8Array | null
}

/** What its thread is asked for. */
export interface RenderRequest {
  data: FrozenInvoice
  logo: Uint8Array | null
}

/** The files of an invoice take too long or too much memory; another try would take as much. */
export class LatePaper extends AppError {
  constructor(takes = 'too long') {
    super('CONFLICT', `this paper takes ${takes} to be made as a file; its page is there`)
  }
}

export interface PaperRenderer {
  /**
   * The files of an invoice. One at a time, the shops in turn by the time that theirs have taken.
   * @throws LatePaper, AppError SERVICE_UNAVAILABLE while the service stops
   */
  render(invoice: NamedInvoice): Promise<RenderedFiles>
  close(): Promise<void>
}

const script = fileURLToPath(new URL('./render-worker.ts', import.meta.url))
/** A thread without work ends after this long, and its memory with it. */
const idleMs = 20_000
/** An invoice of a thousand lines takes three seconds of a core. */
const patienceMs = 60_000
/** Twice the heap that a thousand lines take, in Latin or Chinese; without a limit they can be made to take 1 GB. */
const maxHeapMb = 384
/** So many that took too long are remembered. */
const maxLate = 1_000

/** Starts its thread with the first invoice. */
export function createPaperRenderer(of: { script?: URL; patienceMs?: number; heapMb?: number } = {}): PaperRenderer {
  const resourceLimits = { maxOldGenerationSizeMb: of.heapMb ?? maxHeapMb }
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let closed = false
  const inTurn = createFairTurns()
  /** Those that wait or are being made: a job and a reader may ask for the same. */
  const rendering = new Map<string, Promise<RenderedFiles>>()
  const late = new Set<string>()

  function start(): Worker {
    const started = new Worker(of.script ?? script, { stdout: true, stderr: true, resourceLimits })
    const forget = () => {
      if (worker === started) worker = undefined
    }
    started.once('error', forget).once('exit', forget)
    return started
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }

  async function ask(invoice: RenderRequest): Promise<RenderedFiles> {
    clearTimeout(idle)
    if (closed) throw new AppError('SERVICE_UNAVAILABLE', 'the service is stopping; try again', { retryAfter: 1 })
    worker ??= start()
    const maker = worker
    const done = new AbortController()
    maker.ref()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      void end()
    }, of.patienceMs ?? patienceMs)
    try {
      maker.postMessage(invoice)
      const answer = await Promise.race([
        once(maker, 'message', { signal: done.signal }).then(([message]) => message as RenderAnswer),
        once(maker, 'exit', { signal: done.signal }).then((): RenderAnswer => ({ fault: 'the thread has ended' })),
      ])
      if (isLate) throw new LatePaper()
      if ('fault' in answer) throw new Error(`an invoice cannot be rendered: ${answer.fault}`)
      return answer.files
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new LatePaper('too much memory')
        : error
    } finally {
      done.abort()
      clearTimeout(timer)
      maker.unref()
      idle = setTimeout(end, idleMs).unref()
    }
  }

  async function make({ merchant_id, id, data, logo = null }: NamedInvoice): Promise<RenderedFiles> {
    try {
      return await inTurn(merchant_id, () => ask({ data, logo }))
    } catch (error) {
      if (error instanceof LatePaper && late.size < maxLate) late.add(id)
      throw error
    } finally {
      rendering.delete(id)
    }
  }

  return {
    async render(invoice) {
      if (late.has(invoice.id)) throw new LatePaper()
      const made = rendering.get(invoice.id) ?? make(invoice)
      rendering.set(invoice.id, made)
      return made
    },
    async close() {
      closed = true
      await end()
    },
  }
}
