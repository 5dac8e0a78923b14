import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Order } from '#console/data/queries.ts'
import { count, money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { linkClass } from '#console/ui/link.ts'

const cell = 'h-10 border-b border-line px-3 first:pl-0 last:pr-0'

/** What was ordered, and how the total comes about. */
export function OrderItems({ order }: { order: Order }) {
  const { currency } = order
  return (
    <section aria-label={t('Items')}>
      <table className="w-full border-separate border-spacing-0">
        <thead className="text-xs text-ink-3 [&_th]:font-medium">
          <tr>
            <th scope="col" className={`${cell} h-8! text-left`}>
              {t('Item')}
            </th>
            <th scope="col" className={`${cell} num h-8! max-sm:hidden`}>
              {t('Price')}
            </th>
            <th scope="col" className={`${cell} num h-8!`}>
              {t('Quantity')}
            </th>
            <th scope="col" className={`${cell} num h-8!`}>
              {t('Total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <tr key={item.line}>
              <td className={`${cell} w-full py-2`}>
                {item.custom ? (
                  <span className="font-medium">{item.name}</span>
                ) : (
                  <Link
                    to="/products/$productId"
                    params={{ productId: item.product_id }}
                    className="font-medium hover:underline"
                  >
                    {item.name}
                  </Link>
                )}{' '}
                <span className="text-ink-3">{item.custom ? t('Custom item') : item.sku}</span>
                <Progress item={item} />
              </td>
              <td className={`${cell} num text-ink-2 max-sm:hidden`}>{money(item.price, currency)}</td>
              <td className={`${cell} num`}>{count(item.quantity)}</td>
              <td className={`${cell} num`}>
                {money(item.total, currency)}
                {item.discount > 0 && (
                  <span className="block text-xs text-ink-3">{money(-item.discount, currency)}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Totals order={order} />
    </section>
  )
}

function Progress({ item }: { item: Order['items'][number] }) {
  const parts = [
    item.quantity_fulfilled > 0 &&
      t('{sent} of {quantity} sent', { sent: item.quantity_fulfilled, quantity: item.quantity }),
    item.quantity_refunded > 0 &&
      t('{count, plural, one {# unit} other {# units}} refunded', { count: item.quantity_refunded }),
  ].filter(Boolean)
  return parts.length > 0 && <div className="text-xs text-ink-3">{parts.join(' · ')}</div>
}

function Totals({ order }: { order: Order }) {
  const { currency, tax_included } = order
  const lines: [name: ReactNode, amount: number][] = []
  if (order.total !== order.subtotal || order.discounts.length > 0 || order.tax_lines.length > 0)
    lines.push([t('Items'), order.subtotal])
  for (const discount of order.discounts)
    if (discount.amount > 0) lines.push([<DiscountName key="name" discount={discount} />, -discount.amount])
  const offShipping = order.discounts.filter(({ shipping_amount }) => shipping_amount > 0)
  if (order.shipping_total > 0 || offShipping.length > 0)
    lines.push([<ShippingName key="name" order={order} off={offShipping} />, order.shipping_total])
  if (order.payment_fee_total > 0) lines.push([t('Payment fee'), order.payment_fee_total])
  if (order.rounding_total !== 0) lines.push([t('Rounding'), order.rounding_total])
  for (const tax of order.tax_lines) lines.push([taxName(tax, tax_included), tax.amount])
  return (
    <dl className="mt-2 ml-auto grid w-fit grid-cols-[auto_minmax(7rem,auto)] gap-y-1">
      {lines.map(([name, amount], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two discounts may have the same name
        <Line key={index} name={name} amount={money(amount, currency)} />
      ))}
      <dt className="font-semibold">{t('Total')}</dt>
      <dd className="num font-semibold">{money(order.total, currency)}</dd>
      {order.amount_paid > 0 && order.amount_due > 0 && (
        <>
          <Line name={t('Paid')} amount={money(order.amount_paid, currency)} />
          <Line name={t('Still to pay')} amount={money(order.amount_due, currency)} />
        </>
      )}
      {order.refunded_total > 0 && <Line name={t('Refunded')} amount={money(-order.refunded_total, currency)} />}
    </dl>
  )
}

function taxName({ name, rate, compound, reason }: Order['tax_lines'][number], isIncluded: boolean): string {
  if (reason === 'reverse_charge') return t('Reverse charge: the buyer owes the tax')
  return [`${name} ${rate} %`, compound && t('compound'), isIncluded && t('included')].filter(Boolean).join(', ')
}

type Discount = Order['discounts'][number]

/** What staff gave has no promotion: its name is their reason. */
export function DiscountName({ discount: { promotion_id: id, name, code } }: { discount: Discount }) {
  if (id === null) return t('Discount by staff: {name}', { name })
  return (
    <>
      <Link to="/promotions/$promotionId" params={{ promotionId: id }} className={linkClass}>
        {name}
      </Link>
      {code && ` (${code})`}
    </>
  )
}

function ShippingName({ order, off }: { order: Order; off: readonly Discount[] }) {
  return (
    <>
      {order.shipping_method?.name ?? t('Shipping')}
      {off.map((discount) => (
        <span key={discount.promotion_id ?? discount.name} className="block text-xs text-ink-3">
          {t('{shipping_amount} off by', { shipping_amount: money(discount.shipping_amount, order.currency) })}{' '}
          <DiscountName discount={discount} />
        </span>
      ))}
    </>
  )
}

function Line({ name, amount }: { name: ReactNode; amount: string }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="num">{amount}</dd>
    </>
  )
}
