import type { Schemas } from '@commerce-platform/client'
import type { ListTotal } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'

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
      t('{to_fulfill, plural, one {# order} other {# orders}} to fulfil', { to_fulfill }),
      refunds_failed > 0 &&
        t('{refunds, plural, one {# refund} other {# refunds}} failed', { refunds: upToLimit(refunds_failed) }),
    ]
      .filter(Boolean)
      .join(', '),
    isAlarm: refunds_failed > 0,
  }),
  '/returns': ({ returns: { requested, received, overdue } }) => ({
    amount: upToLimit(requested + received),
    text: [
      t('{requested, plural, one {# return} other {# returns}} to decide or refund', {
        requested: requested + received,
      }),
      overdue > 0 && t('{overdue, plural, one {# refund} other {# refunds}} overdue', { overdue }),
    ]
      .filter(Boolean)
      .join(', '),
    isAlarm: overdue > 0,
  }),
  '/inventory': ({ low_stock }) => ({
    amount: exactly(low_stock),
    text: t('{low_stock, plural, one {# product} other {# products}} low in stock', { low_stock }),
  }),
  '/webhooks': ({ failed_deliveries, disabled_subscriptions }) => ({
    amount: { ...upToLimit(failed_deliveries), total: failed_deliveries + disabled_subscriptions },
    text: [
      failed_deliveries > 0 &&
        t('{upToLimit, plural, one {# failed delivery} other {# failed deliveries}}', {
          upToLimit: upToLimit(failed_deliveries),
        }),
      disabled_subscriptions > 0 &&
        t('{disabled_subscriptions, plural, one {# subscription} other {# subscriptions}} switched off', {
          disabled_subscriptions,
        }),
    ]
      .filter(Boolean)
      .join(', '),
    isAlarm: true,
  }),
  '/staff': ({ invitations }) => ({
    amount: exactly(invitations),
    text: t('{invitations, plural, one {# open invitation} other {# open invitations}}', { invitations }),
  }),
}
