import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** Requests to a running service, whatever its release. */

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it needs
type Json = any
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type Headers = Record<string, string>

export interface Session {
  headers: Headers
  merchantId: string
}

/**
 * Sends a request; throws unless it is answered with a status of success, or the one that is expected. One that is
 * refused for lack of CPU, which is the machine's and not the release's, is sent again, as clients should.
 */
export async function send(
  origin: string,
  method: Method,
  path: string,
  { headers = {}, body, expected }: { headers?: Headers; body?: unknown; expected?: number } = {},
): Promise<Json> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await fetch(origin + path, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), 'device-id': 'device', ...headers },
    ...(body !== undefined && { body: text }),
  })
  const content = await answer.text()
  if (answer.status === 503 && answer.headers.has('retry-after')) {
    await sleep(250)
    return send(origin, method, path, { headers, body, ...(expected !== undefined && { expected }) })
  }
  if (expected === undefined ? !answer.ok : answer.status !== expected)
    throw new Error(`${method} ${path} answered ${answer.status}: ${content}`)
  return answer.headers.get('content-type')?.includes('json') ? JSON.parse(content) : content
}

export async function signInOwner(origin: string): Promise<Session> {
  const body = { email: 'admin@example.com', password: 'demo-password' }
  const { access_token, user } = await send(origin, 'POST', '/admin/login', { body })
  const headers = { 'access-token': access_token as string, 'merchant-id': user.merchant_id as string }
  return { headers, merchantId: user.merchant_id }
}

export async function registerShopper(origin: string, { merchantId }: Session): Promise<Session> {
  const body = { email: `${randomUUID()}@example.com`, password: 'a good password', name: 'Zoë Shopper' }
  const { data } = await send(origin, 'POST', '/user/register', { headers: { 'merchant-id': merchantId }, body })
  return { headers: { 'access-token': data.access_token, 'merchant-id': merchantId }, merchantId }
}

export async function addProduct(origin: string, { headers }: Session, onHand: number): Promise<string> {
  const body = {
    sku: randomUUID(),
    name: `Wrought Lantern ${onHand}`,
    description: 'Burns for a night',
    price: 9.99,
    category: 'Lighting',
    status: 'active',
    on_hand: onHand,
  }
  return (await send(origin, 'POST', '/admin/products', { headers, body })).data.id
}

export async function placeOrder(origin: string, { headers }: Session, productId: string): Promise<string> {
  const body = { items: [{ product_id: productId, quantity: 1 }] }
  const key = { 'idempotency-key': randomUUID() }
  return (await send(origin, 'POST', '/user/orders', { headers: { ...headers, ...key }, body })).data.id
}

export const pay = (origin: string, { headers }: Session, orderId: string) =>
  send(origin, 'POST', `/user/orders/${orderId}/payments`, { headers, body: { method: 'test_success' } })

export const move = (origin: string, { headers }: Session, orderId: string, status: string) =>
  send(origin, 'PATCH', `/admin/orders/${orderId}`, { headers, body: { status } })

export const fillCart = (origin: string, { headers }: Session, productId: string) =>
  send(origin, 'POST', '/user/cart/items', { headers, body: { product_id: productId, quantity: 2 } })

export const search = async (origin: string, { headers }: Session, q: string): Promise<number> =>
  (await send(origin, 'GET', `/marketplace/search?q=${q}`, { headers })).data.pagination.total

export const subscribe = async (origin: string, { headers }: Session, url: string): Promise<string> =>
  (await send(origin, 'POST', '/admin/webhooks', { headers, body: { url, events: ['*'] } })).data.id

/** Does, through the service, what leaves rows in nearly every table; `openTo` receives the webhooks. */
export async function fillShop(origin: string, openTo: string): Promise<Session> {
  const owner = await signInOwner(origin)
  await subscribe(origin, owner, openTo)
  const products = await Promise.all([0, 2, 5, 6, 40].map((onHand) => addProduct(origin, owner, onHand)))
  const [none = '', few = '', , more = '', many = ''] = products
  await send(origin, 'PATCH', `/admin/inventory/${none}`, { headers: owner.headers, body: { on_hand: 1 } })
  await send(origin, 'PATCH', `/admin/products/${few}`, { headers: owner.headers, body: { status: 'draft' } })
  const product = { sku: 'IMPORTED', name: 'Imported Lamp', price: 3, on_hand: 4, category: 'Lamps' }
  const line = `${JSON.stringify(product)}\n`
  const headers = { ...owner.headers, 'content-type': 'application/x-ndjson' }
  await send(origin, 'POST', '/admin/products/import', { headers, body: line })
  for (let n = 0; n < 4; n++) {
    const shopper = await registerShopper(origin, owner)
    await fillCart(origin, shopper, many)
    if (n === 0) continue
    const orders = [await placeOrder(origin, shopper, many), await placeOrder(origin, shopper, more)]
    for (const order of orders) await pay(origin, shopper, order)
    if (n === 1) await move(origin, owner, orders[0] ?? '', 'processing')
    if (n === 2) await move(origin, owner, orders[0] ?? '', 'cancelled')
    await placeOrder(origin, shopper, many)
  }
  await send(origin, 'POST', '/user/login', { body: { email: 'admin@example.com', password: 'wrong' }, expected: 401 })
  return owner
}
