import assert from 'node:assert/strict'
import { type TestAnswer, type TestApp, unique } from './app.ts'
import { shopping } from './orders.ts'

/** A guest, ready to send requests. */
export async function makeGuest(service: TestApp) {
  const deviceId = unique('device')
  const answer = await service.request('POST', '/user/guest', { headers: { 'device-id': deviceId } })
  assert.equal(answer.status, 201)
  const { user, refresh_token, access_token } = answer.body.data
  const headers: Record<string, string> = { 'device-id': deviceId, 'access-token': access_token }
  return { id: user.id as string, createdAt: user.created_at as string, headers, refreshToken: refresh_token as string }
}

export const guestPassword = 'correct horse battery'

/** Registers in the session of the headers. */
export function registerAs(
  service: TestApp,
  headers: Record<string, string>,
  more: object = {},
  extra: Record<string, string> = {},
): Promise<TestAnswer> {
  const body = { email: `${unique('guest')}@example.com`, password: guestPassword, ...more }
  return service.request('POST', '/user/register', { headers: { ...headers, ...extra }, body })
}

/** Actions of users with their carts at a shop. */
export function cartsAt(service: TestApp, shop: { id: string }) {
  const at = (headers: Record<string, string>, merchant = shop) => ({ ...headers, 'merchant-id': merchant.id })
  const cartOf = async (headers: Record<string, string>, merchant = shop) =>
    (await service.request('GET', '/user/cart', { headers: at(headers, merchant) })).body.data
  return {
    add: (headers: Record<string, string>, product_id: string, quantity: number, merchant = shop) =>
      service.request('POST', '/user/cart/items', {
        headers: at(headers, merchant),
        body: { product_id, quantity },
      }),
    cartOf,
    linesOf: async (headers: Record<string, string>, merchant = shop): Promise<Record<string, number>> =>
      Object.fromEntries(
        (await cartOf(headers, merchant)).items.map((item: { product_id: string; quantity: number }) => [
          item.product_id,
          item.quantity,
        ]),
      ),
    shopper: (headers: Record<string, string>) => shopping(service, at(headers)),
  }
}

export async function isSignedIn(service: TestApp, headers: Record<string, string>): Promise<boolean> {
  return (await service.request('GET', '/user/profile', { headers })).status === 200
}
