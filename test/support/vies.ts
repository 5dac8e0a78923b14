import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

/** Behaviours of a register: knows a number, does not know it, cannot reach its country, is broken, or is silent. */
export type ViesAnswer = 'valid' | 'invalid' | 'country unavailable' | 'broken' | 'silent'

export interface FakeVies {
  url: string
  /** Bodies of the requests. */
  asked: Record<string, unknown>[]
  /** Sets the answer for a number; all others are `invalid`. */
  set(number: string, answer: ViesAnswer): void
}

/** An imitation of the REST interface of the European Commission's register. */
export async function startVies(t: Pick<TestContext, 'after'>): Promise<FakeVies> {
  const answers = new Map<string, ViesAnswer>()
  const asked: Record<string, unknown>[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
      asked.push({ path: request.url, ...body })
      const answer = answers.get(`${body['countryCode']}${body['vatNumber']}`) ?? 'invalid'
      if (answer === 'silent') return
      if (answer === 'broken') response.writeHead(502).end('<h1>Bad gateway</h1>')
      else {
        const found = { ...body, valid: answer === 'valid', requestIdentifier: 'WAPIAAAAYz8mK1' }
        const fault = { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] }
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify(answer === 'country unavailable' ? fault : found))
      }
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const set = (number: string, answer: ViesAnswer) => void answers.set(number, answer)
  return { url: `http://127.0.0.1:${port}/rest-api/`, asked, set }
}
