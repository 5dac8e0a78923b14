import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { createServerClient, type ServerClientOptions, type Visitor } from './client.ts'
import { createRenewedSessions } from './renewed-sessions.ts'

const cookieSecret = 'a secret of the storefront of more than 32 letters'
const pair = (number: number, seconds = 3600) => ({
  access_token: `access ${number}`,
  refresh_token: `refresh ${number}`,
  expires_in: seconds,
})

/** A service whose refresh tokens are numbered, and the server of a storefront. */
async function startWith(t: TestContext, options: Partial<ServerClientOptions> = {}) {
  const asked: IncomingMessage[] = []
  const refreshed: string[] = []
  let onRefresh = async (): Promise<void> => {}
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    asked.push(request)
    const answer = (status: number, content: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
    const refuse = () => answer(401, { error: { code: 'UNAUTHORIZED', message: 'no', request_id: 'r' } })
    const token = request.headers['access-token']
    if (token === 'ended' || (request.url === '/user/profile' && token === undefined)) return refuse()
    if (request.url !== '/user/token/refresh') return answer(200, { data: { id: 'me' } })
    const { refresh_token } = JSON.parse(body)
    refreshed.push(refresh_token)
    await onRefresh()
    if (refresh_token === 'refresh 404') return refuse()
    return answer(200, { data: pair(Number(refresh_token.slice('refresh '.length)) + 1) })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const storefront = (more: Partial<ServerClientOptions> = {}) =>
    createServerClient({ baseUrl, storefrontKey: 'sk_1', cookieSecret, merchantId: 'a shop', ...options, ...more })
  return {
    asked,
    refreshed,
    storefront,
    before(answer: () => Promise<void>) {
      onRefresh = answer
    },
  }
}

/** The `cookie` header that a browser sends after an answer. */
async function cookieOf(visitor: Visitor): Promise<string> {
  const header = await visitor.setCookie()
  return header?.split(';')[0] ?? assert.fail('no cookie was set')
}

async function signedIn(storefront: ReturnType<typeof createServerClient>, tokens = pair(1)): Promise<string> {
  const visitor = await storefront.visitor({ cookie: undefined })
  visitor.setSession(tokens)
  return cookieOf(visitor)
}
const profile = ({ api }: Visitor) => api.GET('/user/profile')

describe('a storefront’s server', () => {
  it('keeps a session in an encrypted cookie, and sends it with key, device and address of the visitor', async (t) => {
    const { asked, storefront } = await startWith(t)
    const first = await storefront().visitor({ cookie: null })
    assert.deepEqual([first.hasSession(), await first.setCookie()], [false, undefined])
    await first.api.POST('/user/guest')
    first.setSession(pair(1))
    const header = (await first.setCookie()) ?? ''
    assert.match(header, /^__Host-commerce-session=[\w-]+; Path=\/; Max-Age=5184000; HttpOnly; SameSite=Lax; Secure$/)
    const [cookie = ''] = header.split(';')
    assert.doesNotMatch(Buffer.from(cookie, 'base64url').toString('latin1'), /access|refresh|web-/)
    const second = await storefront().visitor({ cookie: `other=1; ${cookie}`, address: '192.0.2.7' })
    assert.equal(second.hasSession(), true)
    await profile(second)
    assert.equal(await second.setCookie(), undefined)
    const sent = asked.map(({ headers }) =>
      ['access-token', 'storefront-key', 'merchant-id', 'shopper-address'].map((name) => headers[name]),
    )
    assert.deepEqual(sent, [
      ['sk_1', undefined, 'a shop', undefined],
      ['access 1', 'sk_1', 'a shop', '192.0.2.7'],
    ])
    const [device, same] = asked.map(({ headers }) => headers['device-id'])
    assert.match(String(device), /^web-[\da-f]{32}$/)
    assert.equal(same, device)
  })

  it('refreshes once for parallel requests of one visitor, and for later ones with the cookie of before', async (t) => {
    const { refreshed, storefront } = await startWith(t)
    const shop = storefront()
    const cookie = await signedIn(shop, pair(1, 0))
    const visitors = await Promise.all(Array.from({ length: 8 }, () => shop.visitor({ cookie })))
    await Promise.all(visitors.flatMap((visitor) => [profile(visitor), profile(visitor)]))
    const late = await shop.visitor({ cookie })
    await profile(late)
    assert.deepEqual(refreshed, ['refresh 1'])
    for (const visitor of [...visitors, late]) {
      const next = await shop.visitor({ cookie: await cookieOf(visitor) })
      await profile(next)
      assert.equal(await next.setCookie(), undefined)
    }
    assert.deepEqual(refreshed, ['refresh 1'])
  })

  it('renew refreshes a session that is about to end, and no other', async (t) => {
    const { refreshed, storefront } = await startWith(t)
    for (const [seconds, count] of [
      [3600, 0],
      [10, 1],
    ] as const) {
      const visitor = await storefront().visitor({ cookie: await signedIn(storefront(), pair(1, seconds)) })
      await visitor.renew()
      assert.equal(refreshed.length, count)
    }
  })

  it('a sign-in in the midst of a refresh is of its own request alone', async (t) => {
    const { asked, before, storefront } = await startWith(t)
    const shop = storefront()
    const cookie = await signedIn(shop, pair(1, 0))
    const [one, other] = [await shop.visitor({ cookie }), await shop.visitor({ cookie })]
    before(async () => one.setSession(pair(70)))
    await Promise.all([profile(one), profile(other)])
    await profile(await shop.visitor({ cookie }))
    await profile(await shop.visitor({ cookie: await cookieOf(one) }))
    const profiles = asked.filter(({ url }) => url === '/user/profile')
    assert.deepEqual(profiles.map(({ headers }) => headers['access-token']).toSorted(), [
      'access 2',
      'access 2',
      'access 70',
      'access 70',
    ])
  })

  it('an ended session leaves a cookie with the device alone, and what the shop shows to everybody', async (t) => {
    const { asked, storefront } = await startWith(t)
    const shop = storefront()
    for (const seconds of [0, 3600]) {
      const tokens = { ...pair(404, seconds), access_token: 'ended' }
      const ended = await shop.visitor({ cookie: await signedIn(shop, tokens) })
      await ended.api.GET('/catalog/categories')
      const sent = asked.at(-1)?.headers ?? {}
      assert.deepEqual([sent['access-token'], sent['storefront-key']], ['sk_1', undefined])
      await assert.rejects(profile(ended), { code: 'UNAUTHORIZED' })
      assert.equal(ended.hasSession(), false)
      const next = await shop.visitor({ cookie: await cookieOf(ended) })
      assert.deepEqual([next.hasSession(), await next.setCookie()], [false, undefined])
      await next.api.POST('/user/guest')
      assert.equal(asked.at(-1)?.headers['device-id'], sent['device-id'])
    }
  })

  it('takes no cookie that it has not made, and those of the secret before', async (t) => {
    const { storefront } = await startWith(t)
    const cookie = await signedIn(storefront())
    const [name, value = ''] = cookie.split('=')
    const last = value.endsWith('A') ? 'B' : 'A'
    const another = 'another secret of more than thirty-two letters'
    for (const wrong of [
      `${name}=${value.slice(0, -2)}${last}A`,
      `${name}=x`,
      `${name}=`,
      `${name}=%00`,
      name,
      'x; =',
    ]) {
      assert.equal((await storefront().visitor({ cookie: wrong })).hasSession(), false, wrong)
    }
    const moved = await storefront({ cookieName: 'other' }).visitor({ cookie: `other=${value}` })
    assert.equal(moved.hasSession(), false)
    assert.equal((await storefront({ cookieSecret: another }).visitor({ cookie })).hasSession(), false)
    const replaced = storefront({ cookieSecret: [another, cookieSecret] })
    assert.equal((await replaced.visitor({ cookie: `${name}=x; ${cookie}` })).hasSession(), true)
    for (const short of ['', 'short', [], ['short']]) {
      assert.throws(() => storefront({ cookieSecret: short }), TypeError)
    }
  })

  it('without TLS sets a cookie that needs none', async (t) => {
    const { storefront } = await startWith(t)
    const visitor = await storefront({ secure: false, maxAgeSeconds: 60 }).visitor({ cookie: undefined })
    visitor.setSession(pair(1))
    assert.match(
      (await visitor.setCookie()) ?? '',
      /^commerce-session=[\w-]+; Path=\/; Max-Age=60; HttpOnly; SameSite=Lax$/,
    )
  })
})

describe('renewed sessions', () => {
  it('are remembered for ten minutes, and 10,000 of them', () => {
    let now = 0
    const sessions = createRenewedSessions(() => now)
    const session = (accessToken: string) => ({ accessToken, refreshToken: 'r', expiresAt: 0 })
    sessions.remember('first', session('a'))
    now = 10 * 60_000 - 1
    assert.equal(sessions.find('first')?.accessToken, 'a')
    now += 1
    assert.equal(sessions.find('first'), undefined)
    for (let n = 0; n <= 10_000; n++) sessions.remember(`${n}`, session(`${n}`))
    assert.deepEqual(
      ['0', '1', '10000'].map((token) => sessions.find(token)?.accessToken),
      [undefined, '1', '10000'],
    )
  })
})
