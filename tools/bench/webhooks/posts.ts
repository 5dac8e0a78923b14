import { Agent } from 'undici'
import { answerMessages } from './clock.ts'

/** The yardstick of deliveries: the same requests, posted by undici in a bare loop. */
export interface PostsMessage {
  origin: string
  /** Taken in turn. */
  paths: string[]
  count: number
  /** Requests under way at once. */
  concurrency: number
  headers: Record<string, string>
  body: string
}

answerMessages<PostsMessage>(async ({ origin, paths, count, concurrency, headers, body }) => {
  const agent = new Agent({ connections: concurrency, pipelining: 1 })
  let next = 0
  const loop = async () => {
    while (next < count) {
      const path = paths[next++ % paths.length] ?? '/'
      const answer = await agent.request({ origin, path, method: 'POST', headers, body })
      await answer.body.text()
    }
  }
  const begun = performance.now()
  await Promise.all(Array.from({ length: concurrency }, loop))
  const seconds = (performance.now() - begun) / 1000
  await agent.close()
  return { seconds }
})
