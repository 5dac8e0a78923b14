import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { AppError, invalid } from '#src/platform/lib/errors.ts'
import { createFairTurns } from '#src/platform/lib/fair-turns.ts'
import type { PictureKind } from './picture-kinds.ts'
import type { RenderedSize } from './render.ts'

export interface RenderRequest {
  file: string
  kind: PictureKind
  /** Where the sizes are written. */
  folder: string
}

/** `late`: it is still being made after `maxSeconds` of a core. */
export type RenderAnswer = { sizes: RenderedSize[] } | { refusal: string } | { fault: string } | { late: true }

export interface Renderer {
  /**
   * The sizes of a picture. One picture at a time, the shops in turn by the time that theirs have taken.
   * @throws AppError VALIDATION_ERROR if it cannot be read, SERVICE_UNAVAILABLE if pictures cannot be made now
   */
  render(merchantId: string, request: RenderRequest): Promise<RenderedSize[]>
  close(): Promise<void>
}

const script = fileURLToPath(new URL('./render-process.ts', import.meta.url))
/** By the clock; the process itself says when a picture has taken too much of a core. */
const patienceMs = 60_000
/** A process without work ends after this long, and its memory with it. */
const idleMs = 20_000

/** Starts its process with the first picture. */
export function createRenderer(of: { script?: string; patienceMs?: number } = {}): Renderer {
  const inTurn = createFairTurns()
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let closed = false

  function start(): ChildProcess {
    const started = fork(of.script ?? script, { env: childEnvironment(), stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    started.once('exit', () => {
      if (child === started) child = undefined
    })
    // It ends by itself when this process does, which does not wait for it.
    started.unref()
    return started
  }

  function end(): void {
    child?.kill('SIGKILL')
    child = undefined
  }

  /** Undefined if the process ended without an answer. */
  async function ask(request: RenderRequest): Promise<RenderAnswer | undefined> {
    clearTimeout(idle)
    if (closed) throw stopping()
    child ??= start()
    const rendering = child
    const done = new AbortController()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      rendering.kill('SIGKILL')
    }, of.patienceMs ?? patienceMs)
    try {
      rendering.channel?.ref()
      rendering.send(request, () => {})
      const options = { signal: done.signal }
      return await Promise.race([
        once(rendering, 'message', options).then(([message]) => message as RenderAnswer),
        once(rendering, 'exit', options).then((): RenderAnswer | undefined => (isLate ? { late: true } : undefined)),
      ])
    } finally {
      done.abort()
      clearTimeout(timer)
      rendering.channel?.unref()
      idle = setTimeout(end, idleMs).unref()
    }
  }

  return {
    render: (merchantId, request) =>
      inTurn(merchantId, async () => {
        // A process may have been ended by something else than this picture, such as a lack of memory.
        const answer = (await ask(request)) ?? (closed ? undefined : await ask(request))
        if (closed) throw stopping()
        if (answer === undefined) throw invalid({ field: 'body', message: 'cannot be decoded' })
        if ('late' in answer) {
          end()
          throw invalid({
            field: 'body',
            message: 'takes too long to decode; save the picture again, or send a smaller one',
          })
        }
        if ('refusal' in answer) throw invalid({ field: 'body', message: answer.refusal })
        if ('fault' in answer) throw new AppError('SERVICE_UNAVAILABLE', 'the picture could not be prepared; try again')
        return answer.sizes
      }),
    async close() {
      closed = true
      clearTimeout(idle)
      end()
    },
  }
}

function stopping(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'the service is stopping; try again', { retryAfter: 1 })
}

/** No secrets of the service: it reads what strangers have sent. */
function childEnvironment(): NodeJS.ProcessEnv {
  const { PATH, NODE_OPTIONS } = process.env
  return { ...(PATH && { PATH }), ...(NODE_OPTIONS && { NODE_OPTIONS }), UV_THREADPOOL_SIZE: '2' }
}
