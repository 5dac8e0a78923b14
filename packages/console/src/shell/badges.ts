import type { Schemas } from '@commerce-platform/client'
import { type ListTotal, plural, pluralTotal } from '#console/lib/format.ts'

interface Badge {
  amount: ListTotal
  /** For screen readers, and on hover. */
  text: string
  isAlarm?: boolean
}

/** The service counts so many failed deliveries of each subscription. */
const countLimit = 10_000

const exactly = (total: number): ListTotal => ({ total, total_precision: 'exact' })
const upToLimit = (total: number): ListTotal =>
  total < countLimit ? exactly(total) : { total, total_precision: 'at_least' }

/** What waits for somebody, by the page where it is done. */
export const badges: Partial<Record<string, (counts: Schemas['Counts']) => Badge>> = {
  '/orders': ({ orders: { to_fulfill, refunds_failed } }) => ({
    amount: exactly(to_fulfill + refunds_failed),
    text: [
      `${plural(to_fulfill, 'order')} to fulfil`,
      refunds_failed > 0 && `${pluralTotal(upToLimit(refunds_failed), 'refund')} failed`,
    ]
      .filter(Boolean)
      .join(', '),
    isAlarm: refunds_failed > 0,
  }),
  '/returns': ({ returns: { requested, received, overdue } }) => ({
    amount: upToLimit(requested + received),
    text: [
      `${plural(requested + received, 'return')} to decide or refund`,
      overdue > 0 && `${plural(overdue, 'refund')} overdue`,
    ]
      .filter(Boolean)
      .join(', '),
    isAlarm: overdue > 0,
  }),
  '/inventory': ({ low_stock }) => ({
    amount: exactly(low_stock),
    text: `${plural(low_stock, 'product')} low in stock`,
  }),
  '/webhooks': ({ failed_deliveries, disabled_subscriptions }) => ({
    amount: { ...upToLimit(failed_deliveries), total: failed_deliveries + disabled_subscriptions },
    text: [
      failed_deliveries > 0 && pluralTotal(upToLimit(failed_deliveries), 'failed delivery', 'failed deliveries'),
      disabled_subscriptions > 0 && `${plural(disabled_subscriptions, 'subscription')} switched off`,
    ]
      .filter(Boolean)
      .join(', '),
    isAlarm: true,
  }),
  '/staff': ({ invitations }) => ({ amount: exactly(invitations), text: plural(invitations, 'open invitation') }),
}
