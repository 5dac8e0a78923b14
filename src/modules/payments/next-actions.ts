import type { Seal } from '#src/platform/lib/sealed.ts'
import type { SealedValues } from '#src/platform/sweeps/reseal.ts'
import type { NextAction } from './provider.ts'
import { countSealedOtherwise, type PaymentRow } from './queries.ts'

/**
 * Whoever has the next action of a payment can pay with it, so it is encrypted at rest. It is kept while the payment
 * waits.
 */
export function sealAction(seal: Seal, paymentId: string, action: NextAction): Buffer {
  return seal.seal(JSON.stringify(action), contextOf(paymentId))
}

/** The next action, for the shopper; null if there is none. */
export function openAction(
  seal: Seal,
  { id, status, next_action }: Pick<PaymentRow, 'id' | 'status' | 'next_action'>,
): NextAction | null {
  if (status !== 'requires_action' || next_action === null) return null
  return JSON.parse(seal.open(next_action, contextOf(id))) as NextAction
}

function contextOf(paymentId: string): string {
  return `payment:${paymentId}`
}

/** Next actions live as long as their unpaid orders, so they are counted here, not encrypted again. */
export const nextActions: SealedValues<{ seal: Seal }> = {
  name: 'next actions of payments',
  reseal: ({ db, seal }) => countSealedOtherwise(db, seal.currentPrefix),
}
