import { Link } from '@tanstack/react-router'
import { money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { linkClass } from '#console/ui/link.ts'
import { Section } from '#console/ui/page.tsx'
import type { Credit } from './statement-data.ts'

interface CreditRowsProps {
  title: string
  credits: readonly Credit[]
  busy: boolean
  /** Why nothing can be recorded. */
  refusal: string | undefined
  /** Records it for the proposed order. */
  onRecord: (credit: Credit) => void
  onChoose: (credit: Credit) => void
}

const reasons: Record<NonNullable<Credit['reason']>, string> = {
  amount_differs: t('Another amount is due.'),
  several_orders: t('More than one order fits.'),
  by_name: t('Same name and amount.'),
  order_paid: t('The order is already paid.'),
  order_cancelled: t('The order is cancelled.'),
  other_currency: t('The order has another currency.'),
  not_permitted: t('The order has gift cards, which your role may not give.'),
  payment_in_progress: t('Another payment of this order is in progress.'),
}

const cell = 'border-b border-line px-3 py-2 text-left align-top first:pl-0 last:pr-0'

/** Credits of one state. */
export function CreditRows({ title, credits, busy, refusal, onRecord, onChoose }: CreditRowsProps) {
  if (credits.length === 0) return null
  return (
    <Section title={`${title} (${credits.length})`}>
      <div className="overflow-x-auto">
        <table className="w-full min-w-[40rem] border-separate border-spacing-0" aria-label={title}>
          <thead className="text-xs text-ink-3 [&_th]:font-medium">
            <tr>
              {[t('Date'), t('Payer'), t('Amount'), t('Order'), ''].map((name) => (
                <th key={name} scope="col" className={cell}>
                  {name || <span className="sr-only">{t('Actions')}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {credits.map((credit) => (
              <tr key={credit.id}>
                <td className={`${cell} whitespace-nowrap`}>{credit.booked_on ?? '—'}</td>
                <td className={`${cell} w-full wrap-anywhere`}>
                  {credit.name ?? t('Erased')}
                  <span className="block text-ink-3">{credit.text}</span>
                </td>
                <td className={`${cell} text-right whitespace-nowrap`}>{money(credit.amount, credit.currency)}</td>
                <td className={`${cell} min-w-40`}>
                  {credit.order_id && (
                    <Link to="/orders/$orderId" params={{ orderId: credit.order_id }} className={linkClass}>
                      {credit.order_number}
                    </Link>
                  )}
                  {credit.reason && <span className="block text-ink-3">{reasons[credit.reason]}</span>}
                </td>
                <td className={cell}>
                  {credit.recorded_at === null && (
                    <span className="flex justify-end gap-2">
                      {credit.order_id && credit.state !== 'unmatched' && (
                        <Button busy={busy} refusal={refusal} onClick={() => onRecord(credit)}>
                          {t('Record')}
                        </Button>
                      )}
                      <Button look="quiet" refusal={refusal} onClick={() => onChoose(credit)}>
                        {t('Choose order')}
                      </Button>
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
