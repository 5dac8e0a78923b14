import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '#test/support/app.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'
import { createClient, createServerClient, read, type Visitor } from '../packages/client/client.ts'

const cookieSecret = 'a secret of this storefront of more than 32 letters'

/** The service at an address of its own, and a shop with what its storefront needs. */
async function startShop(t: TestContext, settings: Record<string, string>) {
  const service = await startTestApp(settings)
  t.after(() => service.close())
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  const shop = await makeMerchant(service)
  const product = await makeProduct(service, shop, { onHand: 10_000 })
  const baseUrl = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
  return { service, shop, product, baseUrl, storefrontKey: await makeKey(service, shop) }
}

async function makeKey(service: TestApp, { owner }: TestMerchant): Promise<string> {
  const body = { kind: 'storefront', name: 'Server' }
  return (await service.request('POST', '/admin/api-keys', { headers: owner.headers, body })).body.data.key
}

describe('a storefront’s server', () => {
  it('renders for 200 visitors under the limits of one of them', async (t) => {
    const limits = { RATE_LIMIT_PER_MINUTE: '30', LOGIN_LIMIT_PER_MINUTE: '5' }
    const { shop, product, baseUrl, storefrontKey } = await startShop(t, limits)
    const storefront = createServerClient({ baseUrl, storefrontKey, cookieSecret, merchantId: shop.id, retries: 0 })
    const cookies = new Map<string, string>()
    /** A request of the browser at this address. */
    async function request<Result>(address: string, render: (visitor: Visitor) => Promise<Result>): Promise<Result> {
      const visitor = await storefront.visitor({ cookie: cookies.get(address), address })
      const result = await render(visitor)
      const [cookie] = (await visitor.setCookie())?.split(';') ?? []
      if (cookie !== undefined) cookies.set(address, cookie)
      return result
    }
    async function shopAt(address: string): Promise<number> {
      await request(address, ({ api }) => Promise.all([api.GET('/shop'), api.GET('/catalog/products')]))
      await request(address, async ({ api, setSession }) => {
        setSession(await read(api.POST('/user/guest')))
        await api.POST('/user/cart/items', { body: { product_id: product.id, quantity: 2 } })
      })
      const cart = await request(address, ({ api }) => read(api.GET('/user/cart')))
      return cart.items[0]?.quantity ?? 0
    }
    const addresses = Array.from({ length: 200 }, (_, n) => `198.51.100.${n}`)
    // Until the service has found the key, requests with it count for the address of the storefront's server.
    const quantities = [await shopAt(addresses[0] ?? '')]
    for (let from = 1; from < addresses.length; from += 20) {
      quantities.push(...(await Promise.all(addresses.slice(from, from + 20).map(shopAt))))
    }
    assert.deepEqual([quantities.length, new Set(quantities)], [200, new Set([2])])
    assert.equal(cookies.size, 200)
  })

  it('whose visitor refreshes in parallel, in two processes, keeps the session', async (t) => {
    const { service, shop, baseUrl, storefrontKey } = await startShop(t, { ACCESS_TOKEN_TTL_SECONDS: '20' })
    const options = { baseUrl, storefrontKey, cookieSecret, merchantId: shop.id }
    const processes = [createServerClient(options), createServerClient(options)]
    const first = await processes[0]?.visitor({ cookie: undefined })
    first?.setSession(await read(first.api.POST('/user/guest')))
    const [cookie] = (await first?.setCookie())?.split(';') ?? []
    // Access tokens of 20 s are about to end from the first second.
    const visitors = await Promise.all([0, 1, 0, 1, 0].map((n) => processes[n]?.visitor({ cookie })))
    const profiles = await Promise.all(visitors.map((visitor) => visitor && read(visitor.api.GET('/user/profile'))))
    assert.equal(new Set(profiles.map((profile) => profile?.id)).size, 1)
    const { rows } = await sql<{ tokens: number; ended: number }>`
      select count(*)::int as tokens, count(session.revoked_at)::int as ended
        from refresh_tokens join sessions session on session.id = session_id
       where session.user_id = ${profiles[0]?.id}`.execute(service.deps.db)
    assert.deepEqual(rows, [{ tokens: 2, ended: 0 }])
  })
})

/** A proxy that passes every request on, and breaks the connection instead of every tenth answer. */
async function startCutter(t: TestContext, target: string) {
  let answers = 0
  let cut = 0
  const proxy = createServer(async (request, response) => {
    const answer = await forward(target, request)
    const body = await answer.text()
    answers += 1
    if (answers % 10 === 0) {
      cut += 1
      response.destroy()
    } else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  t.after(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, cut: () => cut }
}

async function forward(target: string, request: IncomingMessage): Promise<Response> {
  const { method = 'GET', url = '', headers } = request
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const passed = ['access-token', 'device-id', 'merchant-id', 'content-type', 'idempotency-key']
  const kept = passed.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])] as const]))
  const body = chunks.length > 0 && { body: Buffer.concat(chunks) }
  return fetch(`${target}${url}`, { method, headers: Object.fromEntries(kept), ...body })
}

describe('the client behind a proxy that cuts every tenth answer', () => {
  it('makes no second order and no second payment, and learns of each', async (t) => {
    const { service, shop, product, baseUrl } = await startShop(t, {})
    const { url, cut } = await startCutter(t, baseUrl)
    const client = createClient({ baseUrl: url, deviceId: 'a device of this test', merchantId: shop.id })
    const { access_token: token } = await read(client.api.POST('/user/guest'))
    client.setToken({ token, expiresAt: Number.POSITIVE_INFINITY })
    const ids: string[] = []
    for (let n = 0; n < 40; n++) {
      const body = { items: [{ product_id: product.id, quantity: 1 }], email: 'ada@example.com' }
      const { id } = await read(client.api.POST('/user/orders', { body }))
      const path = { id }
      await client.api.POST('/user/orders/{id}/payments', { params: { path }, body: { method: 'test_success' } })
      ids.push(id)
    }
    assert.ok(cut() >= 8)
    const { rows } = await sql<{ orders: number; paid: number; payments: number; sold: number }>`
      select count(*)::int as orders, count(*) filter (where payment_status = 'paid')::int as paid,
             (select count(*)::int from payments where merchant_id = ${shop.id}) as payments,
             (select 10000 - on_hand + reserved from stock where product_id = ${product.id})::int as sold
        from orders where merchant_id = ${shop.id}`.execute(service.deps.db)
    assert.deepEqual([new Set(ids).size, rows], [40, [{ orders: 40, paid: 40, payments: 40, sold: 40 }]])
  })
})
