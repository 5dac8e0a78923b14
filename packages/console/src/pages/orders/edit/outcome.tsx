import type { Order } from '#console/data/queries.ts'
import { cx } from '#console/lib/class-names.ts'
import { money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { usePaidByHand } from '../order-data.ts'
import type { usePreview } from './use-preview.ts'

export const differenceText = (difference: number, currency: string) =>
  difference > 0
    ? t('{amount} more', { amount: money(difference, currency) })
    : t('{amount} less', { amount: money(-difference, currency) })

interface OutcomeProps {
  order: Order
  preview: ReturnType<typeof usePreview>
}

/** What it costs then, which discounts it has then, and what becomes of the difference. */
export function Outcome({ order, preview: { data, isStale } }: OutcomeProps) {
  const { currency } = order
  const isByHand = usePaidByHand(order.id)
  const text = (amount: number) => money(amount, currency)
  const figure = 'num pl-4 font-normal'
  return (
    <div
      role="status"
      aria-label={t('Outcome')}
      aria-busy={isStale}
      className={cx('rounded bg-paper-2 px-3 py-2', isStale && 'text-ink-3')}
    >
      <table className="w-full">
        {data && (
          <thead className="text-xs text-ink-3">
            <tr>
              <td />
              <th scope="col" className={figure}>
                {t('Now')}
              </th>
              <th scope="col" className={figure}>
                {t('Then')}
              </th>
            </tr>
          </thead>
        )}
        <tbody>
          {data &&
            changedDiscounts(order, data.order).map(({ key, name, now, later }) => (
              <tr key={key}>
                <th scope="row" className="text-left font-normal text-ink-2 wrap-anywhere">
                  {name}
                </th>
                <td className={figure}>{now === 0 ? '—' : text(-now)}</td>
                <td className={figure}>{later === 0 ? '—' : text(-later)}</td>
              </tr>
            ))}
          <tr>
            <th scope="row" className="text-left font-normal text-ink-2">
              {t('Total')}
            </th>
            <td className={cx(figure, 'font-medium')}>{text(order.total)}</td>
            {data && <td className={cx(figure, 'font-medium')}>{text(data.order.total)}</td>}
          </tr>
          {data && (
            <tr>
              <th scope="row" colSpan={2} className="text-left font-normal text-ink-2">
                {t('Difference')}
              </th>
              <td className={cx(figure, 'font-medium')}>
                {data.difference > 0 && '+'}
                {text(data.difference)}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {data && <p className="mt-1 text-ink-2">{consequence(order, data.difference, isByHand)}</p>}
    </div>
  )
}

type Discount = Order['discounts'][number]

/** Discounts of goods that come, go, or take off more or less. */
function changedDiscounts(before: Pick<Order, 'discounts'>, after: Pick<Order, 'discounts'>) {
  const keyOf = ({ promotion_id, name, code }: Discount) => `${promotion_id ?? name} ${code}`
  const byKey = new Map([...before.discounts, ...after.discounts].map((one) => [keyOf(one), one]))
  const amountIn = (list: readonly Discount[], key: string) => list.find((one) => keyOf(one) === key)?.amount ?? 0
  return [...byKey]
    .map(([key, { promotion_id, name, code }]) => ({
      key,
      now: amountIn(before.discounts, key),
      later: amountIn(after.discounts, key),
      name: promotion_id === null ? t('Discount: {name}', { name }) : code ? `${name} (${code})` : name,
    }))
    .filter(({ now, later }) => now !== later)
}

function consequence({ paid_at, currency }: Order, difference: number, isByHand: boolean): string {
  if (difference === 0) return t('Nothing to pay and nothing to refund.')
  if (paid_at === null) return t('The order waits for its payment: it is for the new total.')
  return difference > 0
    ? t('{difference} are due for 7 days: send a payment link. Unless they are paid, the edit is ' + 'taken back.', {
        difference: money(difference, currency),
      })
    : isByHand
      ? t('{value} go back. The order was paid by hand: pay it back yourself, then mark it as done.', {
          value: money(-difference, currency),
        })
      : t('{value} will be refunded. This cannot be undone.', { value: money(-difference, currency) })
}
