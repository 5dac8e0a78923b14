import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { type ClientOptions, createClient, type KeptSession, type SessionStore } from './client.ts'
import { alone } from './one-tab.ts'

/** A store in memory, which another tab may change. */
function createStore(): SessionStore & { kept: KeptSession | undefined } {
  let last: Promise<unknown> = Promise.resolve()
  const store = {
    kept: undefined as KeptSession | undefined,
    read: () => store.kept,
    write(session: KeptSession | undefined) {
      store.kept = session
    },
    alone<Result>(work: () => Promise<Result>): Promise<Result> {
      const turn = last.then(work, work)
      last = turn.catch(() => {})
      return turn
    },
  }
  return store
}

const pair = (number: number, seconds = 3600) => ({
  access_token: `access ${number}`,
  refresh_token: `refresh ${number}`,
  expires_in: seconds,
})

/** A service whose refresh tokens are numbered, and which takes the access token of the last alone. */
async function startWith(
  t: TestContext,
  options: Partial<ClientOptions> = {},
  onRefresh?: (count: number, response: ServerResponse) => boolean,
) {
  const refreshed: string[] = []
  let good = 1
  const server = createServer(async (request: IncomingMessage, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const answer = (status: number, content: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
    if (request.url === '/user/token/refresh') {
      const { refresh_token } = JSON.parse(body)
      refreshed.push(refresh_token)
      if (onRefresh?.(refreshed.length, response)) return
      good = Number(refresh_token.slice('refresh '.length)) + 1
      return answer(200, { data: pair(good) })
    }
    if (request.headers['access-token'] === `access ${good}`) return answer(200, { data: { id: 'me' } })
    return answer(401, { error: { code: 'UNAUTHORIZED', message: 'no', request_id: 'r' } })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const store = createStore()
  const tab = () => createClient({ baseUrl, deviceId: 'a device', session: store, ...options })
  return { refreshed, store, tab }
}

const profile = ({ api }: ReturnType<typeof createClient>) => api.GET('/user/profile')

describe('a session that tabs share', () => {
  it('is renewed by one tab; the others take what it has stored', async (t) => {
    const { refreshed, store, tab } = await startWith(t)
    const tabs = [tab(), tab(), tab()]
    tabs[0]?.setSession(pair(1, 0))
    await Promise.all(tabs.flatMap((each) => [profile(each), profile(each)]))
    assert.deepEqual([refreshed, store.kept?.refreshToken], [['refresh 1'], 'refresh 2'])
  })

  it('is renewed after a 401, once for all tabs', async (t) => {
    const { refreshed, tab } = await startWith(t)
    const tabs = [tab(), tab()]
    tabs[0]?.setSession({ ...pair(1), access_token: 'access 0' })
    await Promise.all(tabs.map(profile))
    assert.deepEqual(refreshed, ['refresh 1'])
  })

  it('is renewed by the same token again after a lost connection and after 503', async (t) => {
    const { refreshed, tab } = await startWith(t, {}, (count, response) => {
      if (count === 1) response.destroy()
      else if (count === 2) response.writeHead(503, { 'retry-after': '0' }).end()
      return count < 3
    })
    const client = tab()
    client.setSession(pair(1, 0))
    await profile(client)
    assert.deepEqual(refreshed, ['refresh 1', 'refresh 1', 'refresh 1'])
  })

  it('is renewed by the same token again if no answer comes in time', async (t) => {
    const { refreshed, tab } = await startWith(t, { timeoutMs: 100 }, (count) => count === 1)
    const client = tab()
    client.setSession(pair(1, 0))
    await profile(client)
    assert.deepEqual(refreshed, ['refresh 1', 'refresh 1'])
  })

  it('ends with a refused refresh, and stays if there was no answer', async (t) => {
    let ended = 0
    let status = 401
    const { store, tab } = await startWith(t, { onSignedOut: () => ended++, retries: 0 }, (_, response) => {
      response.writeHead(status).end()
      return true
    })
    const client = tab()
    for (const [answered, isKept] of [
      [500, true],
      [401, false],
    ] as const) {
      status = answered
      client.setSession(pair(1, 0))
      await assert.rejects(profile(client))
      assert.equal(store.kept !== undefined, isKept)
    }
    assert.equal(ended, 1)
  })

  it('of another user who has signed in meanwhile stays', async (t) => {
    const { store, tab } = await startWith(t, {}, (count, response) => {
      if (count > 1) return false
      store.write({ accessToken: 'access 1', refreshToken: 'refresh of another', expiresAt: Date.now() + 60_000 })
      response.writeHead(401).end()
      return true
    })
    const client = tab()
    client.setSession(pair(1, 0))
    await profile(client)
    assert.equal(store.kept?.refreshToken, 'refresh of another')
  })
})

describe('alone', () => {
  /** What a page without TLS has. */
  function withoutLocks(t: TestContext): Map<string, string> {
    const items = new Map<string, string>()
    const storage = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    }
    for (const [name, value] of Object.entries({ navigator: {}, localStorage: storage })) {
      const before = Object.getOwnPropertyDescriptor(globalThis, name)
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
      t.after(() => {
        if (before) Object.defineProperty(globalThis, name, before)
        else Reflect.deleteProperty(globalThis, name)
      })
    }
    return items
  }

  it('runs one after the other by a lease, which it gives back', async (t) => {
    const items = withoutLocks(t)
    const order: string[] = []
    const work = (name: string) => async () => {
      order.push(`${name} begins`)
      await new Promise((done) => setTimeout(done, 5))
      order.push(`${name} ends`)
    }
    await Promise.all([alone('s', work('one')), alone('s', work('other'))])
    assert.deepEqual(
      order.map((entry) => entry.split(' ')[1]),
      ['begins', 'ends', 'begins', 'ends'],
    )
    assert.equal(items.size, 0)
  })

  it('takes over the lease of a tab that is gone, and one that a wrong clock has written', async (t) => {
    const items = withoutLocks(t)
    for (const until of [Date.now() - 1, Date.now() + 3_600_000]) {
      items.set('s-lease', JSON.stringify({ holder: 'gone', until }))
      assert.equal(await alone('s', async () => 'done'), 'done')
    }
  })
})
