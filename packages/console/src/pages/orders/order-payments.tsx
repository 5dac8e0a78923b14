import type { UseQueryResult } from '@tanstack/react-query'
import type { Order } from '#console/data/queries.ts'
import { money, words } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Notice, Skeleton } from '#console/ui/states.tsx'
import { Status, type Tone } from '#console/ui/status.tsx'
import { Time } from '#console/ui/time.tsx'
import type { Payment } from './order-data.ts'
import { FailedRefund, MarkPaidBack } from './order-refunds.tsx'

const tones: Record<string, Tone> = {
  pending: 'warn',
  requires_action: 'warn',
  succeeded: 'good',
  failed: 'bad',
  refunding: 'warn',
}

/** Every attempt to pay, with what the provider said. */
export function Payments({ query, order }: { query: UseQueryResult<Payment[]>; order: Order }) {
  if (query.error) return <Notice error={query.error} />
  if (query.data === undefined) return <Skeleton className="w-64" />
  if (query.data.length === 0) return <p className="border-t border-line py-2 text-ink-3">{t('No payments yet.')}</p>
  return (
    <ul>
      {query.data.map((payment) => (
        <li
          key={payment.id}
          className="grid grid-cols-[7rem_1fr_auto] items-center gap-x-4 border-t border-line py-2 max-sm:grid-cols-[1fr_auto]"
        >
          <Status tone={tones[payment.status] ?? 'neutral'}>{payment.status}</Status>
          <span className="min-w-0 max-sm:order-last max-sm:col-span-2">
            {methodText(payment)}
            {payment.reference && <span className="text-ink-3"> · {payment.reference}</span>}
            {payment.failure && <span className="block text-bad">{payment.failure}</span>}
            {payment.refunded_by_hand && <span className="block text-ink-3">{t('Paid back by hand')}</span>}
            {payment.method === 'manual' && payment.status === 'refunding' && order.paid_at === null && (
              <span className="mt-1 block">
                {t('Pay it back yourself.')} <MarkPaidBack orderId={order.id} refund={payment} />
              </span>
            )}
            {payment.refund_failure && (
              <>
                <span className="block text-bad">
                  {t('The order did not wait for this payment, and the money is still here: {refund_failure}.', {
                    refund_failure: words(payment.refund_failure),
                  })}
                </span>
                <FailedRefund orderId={payment.order_id} refund={payment} />
              </>
            )}
          </span>
          <span className="num">
            {money(payment.amount, payment.currency)}
            <span className="block text-xs text-ink-3">
              <Time at={payment.created_at} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** What the shop itself owes needs no provider's name. */
function methodText({ method, provider }: Payment) {
  if (method === provider || provider === 'stored_value') return words(method)
  return (
    <>
      {words(method)} <span className="text-ink-3">{t('by {provider}', { provider })}</span>
    </>
  )
}
