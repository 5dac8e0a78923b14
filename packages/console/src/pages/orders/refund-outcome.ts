import type { Order } from '#console/data/queries.ts'
import { money } from '#console/lib/format.ts'

/** What became of a refund, in a sentence. */
export function outcomeOf({ amount, currency, status, destination }: Order['refunds'][number]): string {
  const text = money(amount, currency)
  if (status === 'succeeded' && destination === 'manual') return `${text} marked as paid back`
  if (status === 'succeeded') return `${text} refunded`
  if (status === 'pending' && destination === 'manual') return `Pay ${text} back yourself, then mark it as paid back`
  if (status === 'pending') return `The refund of ${text} is under way`
  return `The refund of ${text} was refused: it can be retried`
}
