import type { Journal } from './journal.ts'
import type { Random } from './random.ts'
import type { Receivers } from './receivers.ts'
import type { Records } from './records.ts'
import type { Answer, Requests } from './requests.ts'

/** What every client of the run needs. */
export interface Clients {
  requests: Requests
  records: Records
  journal: Journal
  shop: Shop
  receivers: Receivers
  /** Clients begin nothing new any more. */
  isOver(): boolean
  /** Lets the client go on with something else; the run waits for its end. */
  meanwhile(work: Promise<unknown>): void
  /** Mean time between two things a client does. */
  pauseMs: number
}

export type Headers = Record<string, string>

export interface Shop {
  merchantId: string
  owner: Headers
  productIds: string[]
  /** Units of each product at the beginning. */
  openingStock: number
  shoppers: { name: string; userId: string; headers: Headers }[]
}

export const ownerAccount = { ADMIN_EMAIL: 'owner@example.com', ADMIN_PASSWORD: 'a good password' }
/** Of every subscription, so that receivers can check signatures. */
export const webhookSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
/** The subscription to everything, which is never changed. */
export const wholeLog = '/calm/everything'

/** Makes the shop through the API: the owner, a subscription to all events before there are any, products, shoppers. */
export async function openShop(
  requests: Requests,
  receivers: Receivers,
  random: Random,
  { products, shoppers, openingStock = 60 }: { products: number; shoppers: number; openingStock?: number },
): Promise<Shop> {
  const login = await requests.insist({
    method: 'POST',
    path: '/admin/login',
    headers: { 'device-id': 'owner' },
    body: { email: ownerAccount.ADMIN_EMAIL, password: ownerAccount.ADMIN_PASSWORD },
  })
  const merchantId: string = login.body.user.merchant_id
  const owner = { 'device-id': 'owner', 'merchant-id': merchantId, 'access-token': login.body.access_token as string }
  const post = async (path: string, body: unknown, headers: Headers = owner): Promise<Answer['body']> =>
    (await requests.insist({ method: 'POST', path, headers, body })).body.data
  // All shoppers are new and at one address.
  const order_limits = { max_unpaid_units_per_address: 1_000_000 }
  await requests.insist({ method: 'PATCH', path: '/admin/merchant', headers: owner, body: { order_limits } })
  const subscription = { url: receivers.url(wholeLog), events: ['*'], secret: webhookSecret }
  await post('/admin/webhooks', subscription)
  await post('/admin/webhooks', { ...subscription, url: receivers.url('/moody/orders'), events: ['order.*'] })
  const productIds: string[] = []
  for (let number = 0; number < products; number++) {
    const price = random.between(1, 9_999) / 100
    const product = { sku: `SKU-${number}`, name: `Lantern ${number}`, price, on_hand: openingStock, status: 'active' }
    productIds.push((await post('/admin/products', product)).id)
  }
  const shop: Shop = { merchantId, owner, productIds, openingStock, shoppers: [] }
  for (let number = 0; number < shoppers; number++) {
    const headers = { 'device-id': `shopper-${number}`, 'merchant-id': merchantId }
    const account = { email: `shopper-${number}@example.com`, password: 'a good password', name: `Shopper ${number}` }
    const { access_token, user } = await post('/user/register', account, headers)
    shop.shoppers.push({
      name: `shopper-${number}`,
      userId: user.id,
      headers: { ...headers, 'access-token': access_token },
    })
  }
  return shop
}
