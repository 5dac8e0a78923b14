import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'

/** A page with a client of the package, and a proxy between it and the service. */
export interface ShopPage {
  address: string
  /** Refreshes that went to the service. */
  refreshes(): number
  /** The service answers the next refreshes, but the answers are lost. */
  loseAnswers(count: number): void
  /** Refreshes wait until so many are under way. */
  gather(count: number): void
  close(): Promise<void>
}

const page = `<!doctype html><title>Shop</title>
<script type="importmap">{"imports": {"openapi-fetch": "/openapi-fetch.mjs"}}</script>
<script type="module">
  import { browserSession, createClient } from '/client/client.ts'
  localStorage.device ??= 'a browser of a test, which is long'
  window.session = browserSession()
  window.signedOut = 0
  window.client = createClient({
    baseUrl: location.origin,
    deviceId: localStorage.device,
    session,
    onSignedOut: () => window.signedOut++,
  })
</script>`

export async function startShopPage(service: string): Promise<ShopPage> {
  let refreshes = 0
  let toLose = 0
  let toGather = 0
  const gathered: (() => void)[] = []

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '' } = request
    if (url === '/') return void response.writeHead(200, { 'content-type': 'text/html' }).end(page)
    const script = /^\/client\/([\w.-]+\.ts)$/.exec(url)?.[1]
    if (script !== undefined) return sendScript(response, await readFile(`packages/client/${script}`, 'utf8'))
    if (url === '/openapi-fetch.mjs')
      return sendScript(response, await readFile('node_modules/openapi-fetch/dist/index.mjs', 'utf8'))
    const isRefresh = url === '/user/token/refresh'
    if (isRefresh) {
      refreshes += 1
      await gather()
    }
    const answered = await forward(service, request)
    if (isRefresh && toLose > 0) {
      toLose -= 1
      return void response.destroy()
    }
    response.writeHead(answered.status, { 'content-type': 'application/json' }).end(await answered.text())
  }

  function gather(): Promise<void> | undefined {
    if (toGather === 0) return undefined
    const { promise, resolve } = Promise.withResolvers<void>()
    gathered.push(resolve)
    if (gathered.length >= toGather) {
      toGather = 0
      for (const go of gathered.splice(0)) go()
    }
    return promise
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refreshes: () => refreshes,
    loseAnswers(count) {
      toLose = count
    },
    gather(count) {
      toGather = count
    },
    close() {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}

function sendScript(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/javascript' }).end(stripTypeScriptTypes(text))
}

async function forward(service: string, request: IncomingMessage): Promise<Response> {
  const { method = 'GET', url = '', headers } = request
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const passed = ['access-token', 'device-id', 'merchant-id', 'content-type', 'idempotency-key']
  const kept = passed.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])] as const]))
  const body = chunks.length > 0 && { body: Buffer.concat(chunks) }
  return fetch(`${service}${url}`, { method, headers: Object.fromEntries(kept), ...body })
}
