import type { TestApp } from './app.ts'
import type { TestMerchant } from './factories.ts'
import type { TestShopper } from './orders.ts'

type Service = Pick<TestApp, 'request'>

/** What a customer and staff do with the returns of an order. */
export function returnsOn(
  service: Service,
  merchant: TestMerchant,
  shopper: Pick<TestShopper, 'headers'>,
  orderId: string,
) {
  const { headers: staff } = merchant.owner
  const send = (action: string, body: unknown, key?: string) =>
    service.request('POST', `/user/orders/${orderId}/${action}`, {
      headers: key === undefined ? shopper.headers : { ...shopper.headers, 'idempotency-key': key },
      ...(body !== undefined && { body }),
    })
  return {
    ask: (items: unknown, key?: string) => send('returns', { items }, key),
    withdraw: (items?: unknown, key?: string) => send('withdraw', items === undefined ? undefined : { items }, key),
    cancelReturn: (id: string) => service.request('POST', `/user/returns/${id}/cancel`, { headers: shopper.headers }),
    change: (id: string, body: unknown) => service.request('PATCH', `/admin/returns/${id}`, { headers: staff, body }),
    read: async (id: string) => (await service.request('GET', `/admin/returns/${id}`, { headers: staff })).body.data,
  }
}

/** Changes settings of a shop, as its owner. */
export function setShop(service: Service, merchant: TestMerchant, body: object) {
  return service.request('PATCH', '/admin/merchant', { headers: merchant.owner.headers, body })
}
