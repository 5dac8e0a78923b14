import assert from 'node:assert/strict'
import { test } from 'node:test'
import { charge, type OpenPayment, type PaymentProvider } from './index.ts'

test('a charge that would begin too late after its payment was inserted is not made', async () => {
  const asked: string[] = []
  const provider: PaymentProvider = {
    name: 'bank',
    methods: ['card'],
    usedBy: 'shopper',
    settlesAtOnce: false,
    async charge({ paymentId }) {
      asked.push(paymentId)
      return { status: 'succeeded', reference: null }
    },
    find: async () => undefined,
    refund: async () => ({ status: 'succeeded', reference: null }),
  }
  const payment: OpenPayment = {
    merchant_id: 'shop',
    id: 'payment',
    order_id: 'order',
    provider: 'bank',
    method: 'card',
    status: 'pending',
    amount_minor: 100,
    currency: 'GBP',
    reference: null,
    failure: null,
    created_at: new Date(),
    settled_at: null,
    refunded_at: null,
    account: null,
    next_action: null,
    refund_attempt: 1,
    refund_failure: null,
    refunded_by_hand: false,
    openedAtMs: performance.now() - 5_001,
  }
  await assert.rejects(charge([provider], payment), /the time to begin the charge has passed/)
  assert.deepEqual(asked, [])
})
