import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#src/db/pool.ts'
import type { ChargeResult, PaymentProvider } from './provider.ts'
import { bookCharge, bookRefund, selectCharge } from './test-provider-queries.ts'

/** How long `test_slow` takes to answer; it charges at once, as a bank does whose answer is on its way. */
const slowAnswerMs = 2_000

/**
 * A payment service for development and tests that behaves like one: it keeps books of its own, which survive our crash,
 * charges a payment once, and can be asked for the outcome.
 */
export function createTestProvider(db: Database): PaymentProvider {
  return {
    name: 'test',
    methods: ['test_success', 'test_decline', 'test_slow'],
    usedBy: 'shopper',
    async charge(charge, signal) {
      const succeeded = await bookCharge(db, charge, charge.method !== 'test_decline')
      if (charge.method === 'test_slow') await wait(slowAnswerMs, undefined, { signal })
      return toResult(charge.paymentId, succeeded)
    },
    async find(paymentId) {
      const succeeded = await selectCharge(db, paymentId)
      return succeeded === undefined ? undefined : toResult(paymentId, succeeded)
    },
    refund: ({ paymentId }) => bookRefund(db, paymentId),
  }
}

function toResult(paymentId: string, succeeded: boolean): ChargeResult {
  return succeeded
    ? { status: 'succeeded', reference: `test_${paymentId}` }
    : { status: 'failed', failure: 'card_declined' }
}
