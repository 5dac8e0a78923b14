import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { type ClientOptions, createClient } from '../../packages/client/client.ts'

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A server that answers as told, and a client of it. */
export async function startWith(t: TestContext, handle: Handler, options: Partial<ClientOptions> = {}) {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    request.resume().on('end', () => handle(request, response))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { asked, baseUrl, ...createClient({ baseUrl, deviceId: 'a device', merchantId: 'a shop', ...options }) }
}

function json(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
export const succeed = (response: ServerResponse, data: object = {}) => json(response, 200, { success: true, data })
export const fail = (response: ServerResponse, status: number, code: string, headers = {}, details?: object) =>
  json(response, status, { success: false, error: { code, message: 'no', request_id: 'r1', details } }, headers)
