import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#src/platform/db/pool/pool.ts'
import type { ChargeResult, PaymentProvider } from './provider.ts'
import { insertCharge, insertRefund, selectCharge, selectRefund } from './test-provider-queries.ts'

/** Delay of `test_slow`; the money moves at once, as with a bank whose answer is late. */
const slowAnswerMs = 2_000

/**
 * A payment service for development and tests. Its books are a table that its own transactions write: like a bank's,
 * they survive a crash of ours. It charges a payment once, and reports the outcome when asked. For charges by
 * `test_refund_refused` it refuses the first attempt of every refund.
 */
export function createTestProvider(db: Database): PaymentProvider {
  return {
    name: 'test',
    methods: ['test_success', 'test_decline', 'test_slow', 'test_refund_refused'],
    usedBy: 'shopper',
    settlesAtOnce: false,
    async charge(charge, signal) {
      const { method } = charge
      const behaviour = { succeeds: method !== 'test_decline', refusesRefunds: method === 'test_refund_refused' }
      const succeeded = await insertCharge(db, charge, behaviour)
      if (method === 'test_slow') await wait(slowAnswerMs, undefined, { signal })
      return toResult(charge.paymentId, succeeded)
    },
    async find({ paymentId }) {
      const succeeded = await selectCharge(db, paymentId)
      return succeeded === undefined ? undefined : toResult(paymentId, succeeded)
    },
    async refund(refund) {
      const given = (await selectRefund(db, refund)) ?? (await insertRefund(db, refund))
      return given
        ? { status: 'succeeded', reference: `test_${refund.refundId}` }
        : { status: 'failed', failure: 'refund_refused' }
    },
  }
}

function toResult(paymentId: string, succeeded: boolean): ChargeResult {
  return succeeded
    ? { status: 'succeeded', reference: `test_${paymentId}` }
    : { status: 'failed', failure: 'card_declined' }
}
