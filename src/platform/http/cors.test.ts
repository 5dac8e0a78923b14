import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { startTestApp } from '#test/support/app.ts'
import { startBrowser } from '#test/support/browser.ts'
import { makeUser } from '#test/support/factories.ts'
import { operationsOf } from '#test/support/operations.ts'

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
          return { status: answer.status, requestId: answer.headers.get('x-request-id'), body: await answer.json() }
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

  it('OPTIONS of any path names exactly the methods of the contract', async () => {
    const answer = await service.app.inject({
      method: 'OPTIONS',
      url: '/user/profile',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'PATCH' },
    })
    const allowed = String(answer.headers['access-control-allow-methods']).split(/, ?/)
    const documented = new Set(operationsOf(service.app).map(({ method }) => method))
    assert.deepEqual(allowed.sort(), [...documented].sort())
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
