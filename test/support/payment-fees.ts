import assert from 'node:assert/strict'
import type { TestApp } from './app.ts'
import type { TestMerchant } from './factories.ts'

/** A way to pay with a fee; returns its id. */
export async function makePaymentFee(
  service: Pick<TestApp, 'request'>,
  { owner: { headers } }: TestMerchant,
  body: object = {},
): Promise<string> {
  const cash = { kind: 'cash_on_delivery', name: 'Cash on delivery', fee: { amount: 4.5 } }
  const made = await service.request('POST', '/admin/payment-methods', { headers, body: { ...cash, ...body } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return made.body.data.id
}
