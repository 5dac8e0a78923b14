import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { startTestApp } from '#test/support/app.ts'
import { startBrowser } from '#test/support/browser.ts'
import { makeMerchant, makeUser } from '#test/support/factories.ts'
import { operationsOf } from '#test/support/operations.ts'
import { makeProducts } from '#test/support/products.ts'

interface Request {
  method: string
  url: string
  headers?: Record<string, string>
  body?: unknown
}

describe('a page of another origin', () => {
  let service: Awaited<ReturnType<typeof startTestApp>>
  let browser: Browser
  let page: Page
  let api: string
  // Answers any request with an empty page, and without headers that let another origin read it.
  const storefront = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>Shop</p>'))
  const other = createServer((_, response) => response.end('{}'))
  const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  before(async () => {
    browser = await startBrowser()
    service = await startTestApp()
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    api = originOf(service.app.server)
    for (const server of [storefront, other]) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    page = await browser.newPage()
    await page.goto(originOf(storefront))
  })
  after(async () => {
    await browser?.close()
    for (const server of [storefront, other]) {
      server.closeAllConnections()
      server.close()
    }
    await service.close()
  })

  /** What the page itself sees: an answer, or the error of a request that the browser refuses. */
  const fetchInPage = ({ method, url, headers, body }: Request) =>
    page.evaluate(
      async ({ url, ...init }) => {
        try {
          const answer = await fetch(url, init)
          const [requestId, allow] = ['x-request-id', 'allow'].map((name) => answer.headers.get(name))
          return { status: answer.status, requestId, allow, body: await answer.json() }
        } catch (error) {
          return { refused: String(error) }
        }
      },
      { method, url, headers: { ...headers }, ...(body !== undefined && { body: JSON.stringify(body) }) },
    )

  it('cannot read a server that does not let it, so the browser of these tests enforces the policy', async () => {
    assert.deepEqual(await fetchInPage({ method: 'GET', url: originOf(other) }), {
      refused: 'TypeError: Failed to fetch',
    })
  })

  it('OPTIONS of every operation allows its method and all headers of requests, and no other methods', async () => {
    const operations = operationsOf(service.app)
    const documented = new Set(operations.map(({ method }) => method))
    assert.ok(operations.length > 60)
    for (const { name, method, path, parameters } of operations) {
      const own = parameters.filter((parameter) => parameter.in === 'header').map((header) => header.name)
      const asked = ['access-token', 'device-id', 'merchant-id', 'content-type', ...own]
      const answer = await service.app.inject({
        method: 'OPTIONS',
        url: path.replace(/\{\w+\}/g, '019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11'),
        headers: {
          origin: 'https://shop.example',
          'access-control-request-method': method,
          'access-control-request-headers': asked.join(', '),
        },
      })
      const listed = (header: string) => String(answer.headers[header]).split(/, ?/)
      assert.equal(answer.statusCode, 204, name)
      assert.equal(answer.headers['access-control-allow-origin'], '*', name)
      assert.deepEqual(listed('access-control-allow-methods').sort(), [...documented].sort(), name)
      assert.deepEqual(listed('access-control-allow-headers'), asked, name)
    }
  })

  it('may read every header that the service sets and that is made for clients', async () => {
    // Browsers act on these, or let every script read them. No page of another origin gets past `/mcp`.
    const ofTheBrowser = new Set([
      ...['cache-control', 'connection', 'content-encoding', 'content-security-policy', 'referrer-policy'],
      ...['content-language', 'content-length', 'location', 'strict-transport-security', 'vary'],
      ...['accept-ranges', 'content-range', 'www-authenticate', 'x-accel-buffering', 'x-content-type-options'],
    ])
    const sources = globSync('src/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
    const set = sources.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\.header\('([\w-]+)'/g)].map((match) => match[1] as string),
    )
    const { headers } = await service.request('GET', '/health/live')
    const exposed = String(headers['access-control-expose-headers']).split(', ')
    assert.deepEqual(exposed.sort(), [...new Set(set)].filter((name) => !ofTheBrowser.has(name)).sort())
  })

  it('reads errors, also those of the router and of the HTTP parser', async () => {
    const answers = {
      'GET /user/profile': await fetchInPage({ method: 'GET', url: `${api}/user/profile` }),
      'GET /nowhere': await fetchInPage({ method: 'GET', url: `${api}/nowhere` }),
      'GET /%ZZ': await fetchInPage({ method: 'GET', url: `${api}/%ZZ` }),
      'GET of a long id': await fetchInPage({ method: 'GET', url: `${api}/catalog/products/${'x'.repeat(300)}` }),
      'GET with long headers': await fetchInPage({
        method: 'GET',
        url: `${api}/health/live`,
        headers: { 'device-id': 'x'.repeat(20_000) },
      }),
      'POST /health/live': await fetchInPage({ method: 'POST', url: `${api}/health/live` }),
    }
    for (const [name, answer] of Object.entries(answers)) {
      assert.match(answer.requestId ?? JSON.stringify(answer), /^[\w-]{36}$/, name)
      const { error } = answer.body as { error: { request_id: string } }
      assert.equal(error.request_id, answer.requestId, name)
    }
    assert.deepEqual(
      Object.values(answers).map(({ status }) => status),
      [401, 404, 404, 401, 431, 405],
    )
    assert.equal(answers['POST /health/live'].allow, 'GET, HEAD')
  })

  it('GET of a kept answer is asked again with its etag, answered 304, and read from the cache', async () => {
    const { headers } = await makeUser(service)
    const shop = await makeMerchant(service)
    const [product] = await makeProducts(service, shop, [{ name: 'Kept Lamp', description: 'x'.repeat(2_000) }])
    const statuses: number[] = []
    service.app.server.on('request', ({ method }, response) => {
      if (method === 'GET') response.on('finish', () => statuses.push(response.statusCode))
    })
    const read = () =>
      page.evaluate(
        async ({ url, headers }) => {
          const answer = await fetch(url, { headers })
          const { data } = (await answer.json()) as { data: { price: number } }
          return { status: answer.status, etag: answer.headers.get('etag'), price: data.price }
        },
        { url: `${api}/catalog/products/${product?.id}`, headers },
      )
    const first = await read()
    assert.match(first.etag ?? '', /^W\/"/)
    assert.deepEqual(await read(), first)
    await service.request('PATCH', `/admin/products/${product?.id}`, {
      headers: shop.owner.headers,
      body: { price: 12.5 },
    })
    const changed = await read()
    assert.deepEqual([changed.status, changed.price], [200, 12.5])
    assert.deepEqual(await read(), changed)
    assert.deepEqual(statuses, [200, 304, 200, 304])
  })

  it('GET, POST, PATCH and DELETE by a signed-in customer answer 200, and x-request-id can be read', async () => {
    const user = await makeUser(service)
    const headers = { ...user.headers } as Record<string, string>
    const json = { ...headers, 'content-type': 'application/json' }
    const sent = [
      await fetchInPage({ method: 'GET', url: `${api}/user/profile`, headers }),
      await fetchInPage({ method: 'PATCH', url: `${api}/user/profile`, headers: json, body: { name: 'Grace' } }),
      await fetchInPage({
        method: 'POST',
        url: `${api}/user/login`,
        headers: { 'device-id': 'tablet', 'content-type': 'application/json' },
        body: { email: user.email, password: user.password },
      }),
    ]
    const sessions = await service.request('GET', '/user/sessions', { headers })
    const tablet = sessions.body.data.items.find((session: { current: boolean }) => !session.current)
    sent.push(await fetchInPage({ method: 'DELETE', url: `${api}/user/sessions/${tablet.id}`, headers }))
    for (const answer of sent) assert.equal(answer.status, 200, JSON.stringify(answer))
    assert.match(sent[0]?.requestId ?? '', /^[\w-]{36}$/)
    const { body } = await service.request('GET', '/user/profile', { headers })
    assert.equal(body.data.name, 'Grace')
    const left = await service.request('GET', '/user/sessions', { headers })
    assert.equal(left.body.data.items.length, 1)
  })
})
