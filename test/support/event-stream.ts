import { until } from './until.ts'

/** A message of server-sent events. */
export interface StreamedMessage {
  event: string
  id: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it needs without casting
  data: any
}

export interface ReadStream {
  status: number
  headers: Headers
  /** So far. */
  messages: StreamedMessage[]
  comments(): number
  /** Of the last message that had one, with data or without. */
  lastId(): string | undefined
  /** The failure, of an answer that is no stream. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  failure: any
  hasEnded(): boolean
  /** Types and ids of the changes so far. */
  changes(): { type: string; id: string; version: number | null }[]
  /** Waits until these changes, and no others, have come. */
  waitFor(condition: (messages: StreamedMessage[]) => boolean, what: string): Promise<void>
  ended(): Promise<void>
  close(): Promise<void>
}

/** Opens a stream of changes over the network and reads it as a client does. */
export async function readStream(origin: string, headers: Record<string, string>): Promise<ReadStream> {
  const controller = new AbortController()
  const answer = await fetch(`${origin}/admin/stream`, { headers, signal: controller.signal })
  const messages: StreamedMessage[] = []
  let comments = 0
  let lastId: string | undefined
  let isOver = false

  const take = (block: string) => {
    const lines = block.split('\n')
    if (lines.every((line) => line.startsWith(':'))) comments++
    const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
    lastId = field('id') ?? lastId
    const data = field('data')
    if (data !== undefined)
      messages.push({ event: field('event') ?? 'message', id: field('id'), data: JSON.parse(data) })
  }
  const read = async () => {
    let rest = ''
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (rest + part).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) take(block)
    }
  }
  const failure = answer.status === 200 ? undefined : await answer.json()
  const reading = failure === undefined ? read().catch(() => {}) : Promise.resolve()
  reading.finally(() => {
    isOver = true
  })
  return {
    status: answer.status,
    headers: answer.headers,
    messages,
    failure,
    comments: () => comments,
    lastId: () => lastId,
    hasEnded: () => isOver,
    changes: () => messages.filter(({ event }) => event === 'change').map(({ data }) => data),
    async waitFor(condition, what) {
      await until(() => condition(messages), what).catch((error) => {
        throw new Error(`${error.message}; there are ${JSON.stringify(messages)}`)
      })
    },
    ended: async () => void (await until(() => isOver, 'the stream to end')),
    async close() {
      controller.abort()
      await reading
    },
  }
}
