import { Link } from '@tanstack/react-router'
import { money, words } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { linkClass } from '#console/ui/link.ts'
import { Time } from '#console/ui/time.tsx'
import type { Entry } from './gift-card-data.ts'

/** What came and went, the newest first, with the balance after each. */
export function Ledger({ entries, currency }: { entries: readonly Entry[]; currency: string }) {
  if (entries.length === 0)
    return <p className="border-t border-line py-2 text-ink-3">{t('Nothing has come or gone yet.')}</p>
  return (
    <ul aria-label={t('Ledger')}>
      {entries.map((entry) => (
        <li key={entry.number} className="flex gap-4 border-t border-line py-2">
          <span className="min-w-0 flex-1 wrap-anywhere">
            {kindText(entry)}
            {entry.order_id && (
              <>
                {' '}
                <Link to="/orders/$orderId" params={{ orderId: entry.order_id }} className={linkClass}>
                  {t('an order')}
                </Link>
              </>
            )}
            {entry.reason && <span className="block text-ink-2">{entry.reason}</span>}
            <span className="block text-xs text-ink-3">
              <Time at={entry.created_at} />
            </span>
          </span>
          <span className="num shrink-0">
            {entry.amount > 0 && '+'}
            {money(entry.amount, currency)}
            <span className="block text-xs text-ink-3">
              {t('{balance} after it', { balance: money(entry.balance, currency) })}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

const kinds: Record<string, string> = {
  paid: t('Paid'),
  returned: t('Came back from'),
  adjusted: t('Changed by staff'),
}

function kindText({ kind, origin, order_id }: Entry): string {
  if (kind === 'issued') return origin === 'sold' ? (order_id ? t('Sold with') : t('Sold')) : t('Given')
  return kinds[kind] ?? words(kind)
}
