import type { Order } from '#console/data/queries.ts'
import { money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'

/** What became of a refund, in a sentence. */
export function outcomeOf({ amount, currency, status, destination }: Order['refunds'][number]): string {
  const text = money(amount, currency)
  if (status === 'succeeded' && destination === 'manual') return t('{amount} marked as paid back', { amount: text })
  if (status === 'succeeded') return t('{amount} refunded', { amount: text })
  if (status === 'pending' && destination === 'manual')
    return t('Pay {amount} back yourself, then mark it as paid back', { amount: text })
  if (status === 'pending') return t('The refund of {amount} is under way', { amount: text })
  return t('The refund of {amount} was refused: it can be retried', { amount: text })
}
