import type { Schemas } from '@commerce-platform/client'
import { plural } from '#console/lib/format.ts'

interface Badge {
  value: number
  /** For screen readers, and on hover. */
  text: string
  isAlarm?: boolean
}

/** What waits for somebody, by the page where it is done. */
export const badges: Partial<Record<string, (counts: Schemas['Counts']) => Badge>> = {
  '/orders': ({ orders: { to_fulfill } }) => ({ value: to_fulfill, text: `${plural(to_fulfill, 'order')} to fulfil` }),
  '/inventory': ({ low_stock }) => ({ value: low_stock, text: `${plural(low_stock, 'product')} low in stock` }),
  '/webhooks': ({ failed_deliveries, disabled_subscriptions }) => ({
    value: failed_deliveries + disabled_subscriptions,
    text: [
      failed_deliveries > 0 && `${plural(failed_deliveries, 'failed delivery', 'failed deliveries')}`,
      disabled_subscriptions > 0 && `${plural(disabled_subscriptions, 'subscription')} switched off`,
    ]
      .filter(Boolean)
      .join(', '),
    isAlarm: true,
  }),
  '/staff': ({ invitations }) => ({ value: invitations, text: plural(invitations, 'open invitation') }),
}
