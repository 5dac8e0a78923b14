import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PictureServer {
  /** http://127.0.0.1:port */
  origin: string
  /** By their paths; others are 404. */
  answers: Map<string, RequestListener>
  /** Paths in the order they were asked for. */
  requests: string[]
  serve(path: string, answer: RequestListener | Buffer): void
  close(): Promise<void>
}

/** A server of pictures, which answers as a test says. */
export async function startPictureServer(): Promise<PictureServer> {
  const answers = new Map<string, RequestListener>()
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    const answer = answers.get(request.url ?? '')
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    requests,
    serve(path, answer) {
      answers.set(path, typeof answer === 'function' ? answer : (_, response) => void response.end(answer))
    },
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
