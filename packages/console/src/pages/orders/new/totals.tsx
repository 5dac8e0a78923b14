import type { Schemas } from '@commerce-platform/client'
import { cx } from '#console/lib/class-names.ts'
import { money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'

type Quote = Schemas['Quote']

/** What the order will cost, as the service prices it. */
export function Totals({ quote, isStale }: { quote: Quote; isStale: boolean }) {
  const { currency, tax_included: isIncluded } = quote
  const lines: [name: string, amount: number][] = [[t('Items'), quote.subtotal]]
  for (const { promotion_id, name, code, amount } of quote.discounts)
    if (amount > 0)
      lines.push([promotion_id === null ? t('Discount: {name}', { name }) : code ? `${name} (${code})` : name, -amount])
  if (quote.shipping_total > 0 || quote.shipping_method)
    lines.push([quote.shipping_method?.name ?? t('Shipping'), quote.shipping_total])
  if (quote.payment_fee_total > 0) lines.push([t('Payment fee'), quote.payment_fee_total])
  if (quote.rounding_total !== 0) lines.push([t('Rounding'), quote.rounding_total])
  for (const { name, rate, amount } of quote.tax_lines)
    lines.push([isIncluded ? `${name} ${rate} %, ${t('included')}` : `${name} ${rate} %`, amount])
  return (
    <dl
      aria-live="polite"
      aria-busy={isStale}
      className={cx('grid grid-cols-[1fr_auto] gap-y-1', isStale && 'text-ink-3')}
    >
      {lines.map(([name, amount], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two discounts may have the same name
        <div key={index} className="contents">
          <dt className="min-w-0 text-ink-2 wrap-anywhere">{name}</dt>
          <dd className="num pl-4">{money(amount, currency)}</dd>
        </div>
      ))}
      <dt className="mt-1 border-t border-line pt-2 text-base font-semibold">{t('Total')}</dt>
      <dd className="num mt-1 border-t border-line pt-2 text-base font-semibold">{money(quote.total, currency)}</dd>
    </dl>
  )
}
