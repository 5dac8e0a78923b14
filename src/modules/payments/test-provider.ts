import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#src/platform/db/pool.ts'
import type { ChargeResult, PaymentProvider } from './provider.ts'
import { bookCharge, bookPayment, bookRefund, selectCharge } from './test-provider-queries.ts'

/** How long `test_slow` takes to answer; it charges at once, as a bank does whose answer is on its way. */
const slowAnswerMs = 2_000

/**
 * A payment service for development and tests. It keeps books of its own, charges a payment once, and can be asked for the
 * outcome. `test_success` is booked with the payment, in our transaction; the others behave like a bank elsewhere, whose
 * books survive our crash.
 */
export function createTestProvider(db: Database): PaymentProvider {
  return {
    name: 'test',
    methods: ['test_success', 'test_decline', 'test_slow'],
    usedBy: 'shopper',
    chargeHere: ({ paymentId, method }) =>
      method === 'test_success' ? { reference: referenceOf(paymentId), book: bookPayment } : undefined,
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
    ? { status: 'succeeded', reference: referenceOf(paymentId) }
    : { status: 'failed', failure: 'card_declined' }
}

function referenceOf(paymentId: string): string {
  return `test_${paymentId}`
}
