import assert from 'node:assert/strict'
import type { TestApp } from './app.ts'
import type { TestMerchant } from './factories.ts'

/** A promotion of the shop, 10 % off everything unless told otherwise. */
export async function makePromotion(
  service: Pick<TestApp, 'request'>,
  shop: TestMerchant,
  fields: Record<string, unknown> = {},
) {
  const kind = { kind: 'percentage', ...(fields['kind'] === undefined && { percent: 10 }) }
  const answer = await service.request('POST', '/admin/promotions', {
    headers: shop.owner.headers,
    body: { name: 'Offer', ...kind, ...fields },
  })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data
}

/** Changes a promotion. */
export async function changePromotion(
  service: Pick<TestApp, 'request'>,
  shop: TestMerchant,
  id: string,
  body: Record<string, unknown>,
) {
  return service.request('PATCH', `/admin/promotions/${id}`, { headers: shop.owner.headers, body })
}
