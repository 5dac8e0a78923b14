import type { Order } from '#console/data/queries.ts'
import { money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'

/** What became of a refund, in a sentence. */
export function outcomeOf({ amount, currency, status, destination }: Order['refunds'][number]): string {
  const text = money(amount, currency)
  if (status === 'succeeded' && destination === 'manual') return t('{text} marked as paid back', { text })
  if (status === 'succeeded') return `${text} refunded`
  if (status === 'pending' && destination === 'manual')
    return t('Pay {text} back yourself, then mark it as paid back', { text })
  if (status === 'pending') return t('The refund of {text} is under way', { text })
  return t('The refund of {text} was refused: it can be retried', { text })
}
