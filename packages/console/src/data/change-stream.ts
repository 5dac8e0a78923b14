import { isSessionEnded, renewPermissions, streamHeaders } from './session.ts'

/** What the service tells of, by the name of its event. */
export interface Change {
  type: string
  id: string
  version: number | null
}

type Told = (change: Change | 'reset') => void

const firstWaitMs = 2_000
const maxWaitMs = 60_000

/**
 * Follows what changes in the shop while this tab is in front, by one stream; after a break it goes on where it was.
 * Nothing is told while the stream cannot be had, and nobody is bothered by that. Returns a function that ends it.
 */
export function followChanges(tell: Told): () => void {
  let lastId = ''
  let failures = 0
  /** This token opens no stream. */
  let refused: string | undefined
  let open: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  async function begin(): Promise<void> {
    clearTimeout(timer)
    if (isOver || document.hidden || open !== undefined) return
    const controller = new AbortController()
    open = controller
    await follow(controller.signal).catch(() => {
      failures++
    })
    if (open === controller) open = undefined
    wait()
  }

  function wait(): void {
    if (isOver || document.hidden) return
    const ms = Math.min(maxWaitMs, firstWaitMs * 2 ** Math.min(failures, 6))
    clearTimeout(timer)
    timer = setTimeout(begin, ms * (0.5 + Math.random()))
  }

  async function follow(signal: AbortSignal): Promise<void> {
    if (isSessionEnded() || !navigator.onLine) return
    let headers = streamHeaders()
    if (headers?.expiresSoon) {
      await renewPermissions()
      headers = streamHeaders()
    }
    // Of a role that lets nothing be read, or of a session that has been ended: nobody asks again.
    if (headers === undefined || headers.expiresSoon || headers['access-token'] === refused) return
    const { expiresSoon: _, ...sent } = headers
    const answer = await fetch('/admin/stream', {
      headers: { ...sent, ...(lastId !== '' && { 'last-event-id': lastId }) },
      cache: 'no-store',
      signal,
    })
    if (answer.status === 401 || answer.status === 403) refused = sent['access-token']
    if (!answer.ok || answer.body === null) throw new Error(String(answer.status))
    failures = 0
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const blocks = (rest + part.value).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) if (take(block)) refused = sent['access-token']
    }
  }

  /** Whether the token of the stream has had its day. */
  function take(block: string): boolean {
    const field = (name: string) =>
      block
        .split('\n')
        .find((line) => line.startsWith(`${name}: `))
        ?.slice(name.length + 2)
    lastId = field('id') ?? lastId
    const event = field('event')
    if (event === 'reset') tell('reset')
    if (event === 'change') tell(JSON.parse(field('data') ?? '{}') as Change)
    return event === 'end'
  }

  function turn(): void {
    if (document.hidden) open?.abort()
    else void begin()
  }
  document.addEventListener('visibilitychange', turn)
  addEventListener('online', turn)
  void begin()
  return () => {
    isOver = true
    clearTimeout(timer)
    open?.abort()
    document.removeEventListener('visibilitychange', turn)
    removeEventListener('online', turn)
  }
}
