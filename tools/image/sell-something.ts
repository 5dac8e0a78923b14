import { makePicture } from '#test/support/pictures.ts'
import { until } from '#test/support/until.ts'
import type { Container } from './engine.ts'

interface Account {
  email: string
  password: string
}

/** The owner adds a product with a picture at one web process; a shopper buys it at the other. */
export async function sellSomething([one, other]: Container[], owner: Account): Promise<string> {
  const seller = caller(one, 'seller')
  const signedIn = await seller('POST /admin/login', owner)
  const admin = { 'access-token': signedIn.data.access_token, 'merchant-id': signedIn.user.merchant_id }
  const bytes = await makePicture('jpeg')
  const uploaded = await seller('POST /admin/media', bytes, { ...admin, 'content-type': 'image/jpeg' })
  const picture = await until(async () => {
    const { data } = await caller(other, 'seller')(`GET /admin/media/${uploaded.data.id}`, undefined, admin)
    if (data.status === 'failed') throw new Error(data.failure)
    return data.status === 'ready' && data
  }, 'the picture')
  const product = { sku: 'MUG', name: 'Mug', price: 12, on_hand: 3, status: 'active', media: [uploaded.data.id] }
  const created = await seller('POST /admin/products', product, admin)

  const shopper = caller(other, 'shopper')
  const registered = await shopper('POST /user/register', { email: 'ada@shop.dev', password: 'correct horse battery' })
  const token = { 'access-token': registered.data.access_token, 'merchant-id': admin['merchant-id'] }
  const order = { items: [{ product_id: created.data.id, quantity: 2 }] }
  const placed = await shopper('POST /user/orders', order, { ...token, 'idempotency-key': 'trial' })
  const paid = await shopper(`POST /user/orders/${placed.data.id}/payments`, { method: 'test_success' }, token)
  if (paid.data.order.status !== 'paid') throw new Error(`the order is ${paid.data.order.status}`)
  const seen = await seller(`GET /admin/orders/${placed.data.id}`, undefined, admin)
  if (picture.width !== 400) throw new Error(`the picture is ${picture.width} wide`)
  const console = await fetch(`http://127.0.0.1:${one?.port}/console`, { headers: https })
  if (!(await console.text()).includes('<script')) throw new Error(`the console answers ${console.status}`)
  return `the order of ${seen.data.total} is ${seen.data.status}`
}

/** What Caddy says of a request. */
const https = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.7' }

// biome-ignore lint/suspicious/noExplicitAny: answers of the service, of which a few fields are read
type Answer = any

function caller(web: Container | undefined, device: string) {
  return async (request: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> => {
    const [method = '', path] = request.split(' ')
    const isBytes = body instanceof Uint8Array
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await fetch(`http://127.0.0.1:${web?.port}${path}`, {
      method,
      headers: { ...https, ...type, 'device-id': `${device}-of-the-trial-of-an-image`, ...headers },
      ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${request} answers ${response.status}: ${JSON.stringify(answer)}`)
    return answer
  }
}
