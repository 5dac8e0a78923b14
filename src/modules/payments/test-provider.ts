import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#src/platform/db/pool.ts'
import type { ChargeResult, PaymentProvider } from './provider.ts'
import { insertCharge, selectCharge, updateRefunded } from './test-provider-queries.ts'

/** How long `test_slow` takes to answer; the money moves at once, as with a bank whose answer is delayed. */
const slowAnswerMs = 2_000

/**
 * A payment service for development and tests. Its books are a table of its own, written in statements of their own:
 * like a bank's, they survive a crash of ours. It charges a payment once, and can be asked for the outcome.
 */
export function createTestProvider(db: Database): PaymentProvider {
  return {
    name: 'test',
    methods: ['test_success', 'test_decline', 'test_slow'],
    usedBy: 'shopper',
    settlesAtOnce: false,
    async charge(charge, signal) {
      const succeeded = await insertCharge(db, charge, charge.method !== 'test_decline')
      if (charge.method === 'test_slow') await wait(slowAnswerMs, undefined, { signal })
      return toResult(charge.paymentId, succeeded)
    },
    async find(paymentId) {
      const succeeded = await selectCharge(db, paymentId)
      return succeeded === undefined ? undefined : toResult(paymentId, succeeded)
    },
    refund: ({ paymentId }) => updateRefunded(db, paymentId),
  }
}

function toResult(paymentId: string, succeeded: boolean): ChargeResult {
  return succeeded
    ? { status: 'succeeded', reference: `test_${paymentId}` }
    : { status: 'failed', failure: 'card_declined' }
}
