import assert from 'node:assert/strict'
import type { TestAnswer, TestApp } from './app.ts'
import type { TestMerchant } from './factories.ts'

/** A gift card that staff makes. */
export async function makeGiftCard(
  service: Pick<TestApp, 'request'>,
  merchant: TestMerchant,
  amount: number,
  more: Record<string, unknown> = {},
): Promise<{ id: string; code: string; last_four: string; balance: number }> {
  const { headers } = merchant.owner
  const answer = await service.request('POST', '/admin/gift-cards', { headers, body: { amount, ...more } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data
}

/** A gift card with its ledger, as staff sees it. */
export async function readGiftCard(service: Pick<TestApp, 'request'>, merchant: TestMerchant, id: string) {
  const { headers } = merchant.owner
  return (await service.request('GET', `/admin/gift-cards/${id}`, { headers })).body.data
}

export function grantCredit(
  service: Pick<TestApp, 'request'>,
  merchant: TestMerchant,
  userId: string,
  amount: number,
): Promise<TestAnswer> {
  const { headers } = merchant.owner
  const body = { amount, reason: 'Goodwill' }
  return service.request('POST', `/admin/users/${userId}/store-credit`, { headers, body })
}

/** Pays with a gift card, or without a code with store credit. */
export function payWith(
  service: Pick<TestApp, 'request'>,
  headers: Record<string, string>,
  orderId: string,
  code?: string,
  key?: string,
): Promise<TestAnswer> {
  return service.request('POST', `/user/orders/${orderId}/payments`, {
    headers: { ...headers, ...(key && { 'idempotency-key': key }) },
    body: code === undefined ? { method: 'store_credit' } : { method: 'gift_card', code },
  })
}
