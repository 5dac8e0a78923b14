import { Link } from '@tanstack/react-router'
import { Bar } from '#console/charts/bar.tsx'
import { count, money, shopDay } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { OrderState } from '#console/pages/orders/order-status.tsx'
import { orderStatuses } from '#console/pages/orders/search.ts'
import { Status } from '#console/ui/status.tsx'
import { Change } from './change.tsx'
import type { Dashboard } from './data.ts'
import { placedIn, type Range } from './periods.ts'
import { FigureRow, Nothing, Rows } from './rows.tsx'

interface Shown {
  dashboard: Dashboard
  range: Range
}

const product = (productId: string) => ({ to: '/products/$productId', params: { productId } }) as const
const orders = (search: object) => ({ to: '/orders', search }) as const

/** Lists of orders show those of the dashboard's currency, if there are others. */
export function inCurrencyOf({ currency, currencies }: Dashboard): { currency?: string } {
  return currencies.length > 1 ? { currency } : {}
}

export function TopProducts({ dashboard, by }: { dashboard: Dashboard; by: 'units' | 'revenue' }) {
  const { top_products, currency } = dashboard
  const max = top_products[0]?.[by] ?? 0
  if (top_products.length === 0) return <Nothing>{t('Nothing was sold in these days.')}</Nothing>
  return (
    <ol className="border-b border-line">
      {top_products.slice(0, 6).map((sold) => (
        <li key={sold.product_id} className="border-t border-line">
          <Link {...product(sold.product_id)} className="-mx-2 block rounded px-2 pt-2 pb-2.5 hover:bg-paper-2">
            <span className="mb-1.5 flex justify-between gap-4">
              <span className="truncate">{sold.name ?? sold.sku ?? t('A deleted product')}</span>
              <span className="num shrink-0">
                <span className="text-ink-3">
                  {t('{units, plural, one {# unit} other {# units}}', { units: sold.units })}
                </span>{' '}
                <span className="inline-block min-w-20">{money(sold.revenue, currency)}</span>
              </span>
            </span>
            <Bar share={max > 0 ? Math.max(0, sold[by]) / max : 0} />
          </Link>
        </li>
      ))}
    </ol>
  )
}

export function OrdersByStatus({ dashboard, range }: Shown) {
  return (
    <Rows>
      {orderStatuses.map((status) => (
        <FigureRow
          key={status}
          label={<OrderState status={status} />}
          link={orders({ status, ...placedIn(range), ...inCurrencyOf(dashboard) })}
        >
          {count(dashboard.orders[status])}
        </FigureRow>
      ))}
    </Rows>
  )
}

/** What is in the revenue, and what was taken from it. No list finds orders by when they were paid or refunded. */
export function MoneyFigures({ dashboard, range }: Shown) {
  const { previous, currency } = dashboard
  const link = orders({ ...placedIn(range), ...inCurrencyOf(dashboard) })
  const facts = [
    { label: t('Refunds'), name: 'refunds', better: 'less' },
    { label: t('Tax'), name: 'tax' },
    { label: t('Shipping'), name: 'shipping' },
  ] as const
  return (
    <Rows>
      {facts.map(({ label, name, ...more }) => (
        <FigureRow
          key={name}
          label={label}
          link={link}
          title={t('The orders placed in these days')}
          change={previous && <Change value={dashboard[name]} before={previous[name]} {...more} />}
        >
          {money(dashboard[name], currency)}
        </FigureRow>
      ))}
    </Rows>
  )
}

/** What promotions took off the orders placed, without cancelled ones; the most first. */
export function Discounts({ dashboard, range }: Shown) {
  const { discounts, currency } = dashboard
  const amountText = ({ amount, shipping_amount }: Dashboard['discounts']['by_promotion'][number]) =>
    amount + shipping_amount
  return (
    <Rows>
      {discounts.by_promotion.slice(0, 5).map((promotion) => (
        <FigureRow
          key={promotion.promotion_id}
          label={
            <>
              {promotion.name ?? t('A deleted promotion')}{' '}
              <span className="text-ink-3">
                {t('{orders, plural, one {# order} other {# orders}}', { orders: promotion.orders })}
              </span>
            </>
          }
          link={orders({ promotion_id: promotion.promotion_id, ...placedIn(range), ...inCurrencyOf(dashboard) })}
        >
          {money(amountText(promotion), currency)}
        </FigureRow>
      ))}
      <FigureRow label={t('All promotions')} link={{ to: '/promotions' }}>
        {money(discounts.total, currency)}
      </FigureRow>
    </Rows>
  )
}

export function LowStock({ dashboard: { low_stock } }: { dashboard: Dashboard }) {
  if (low_stock.count === 0) {
    return (
      <Nothing>
        {t('Every active product has more than {threshold} available.', { threshold: low_stock.threshold })}
      </Nothing>
    )
  }
  return (
    <Rows>
      {low_stock.items.slice(0, 5).map((item) => (
        <FigureRow
          key={item.product_id}
          label={
            <>
              {item.name} <span className="text-ink-3">{item.sku}</span>
            </>
          }
          link={{ to: '/inventory/$productId', params: { productId: item.product_id } }}
        >
          {item.available === 0 ? (
            <Status tone="bad">{t('sold out')}</Status>
          ) : (
            <Status tone="warn">{t('{count} left', { count: item.available })}</Status>
          )}
        </FigureRow>
      ))}
    </Rows>
  )
}

/** Leads to all that are low, not only the emptiest. */
export function AllLowStock({ dashboard: { low_stock } }: { dashboard: Dashboard }) {
  return (
    <Link to="/inventory" search={{ low_stock: low_stock.threshold }} className="text-ink-2 hover:text-ink">
      {low_stock.count === 0 ? t('Inventory') : t('All {count}', { count: count(low_stock.count) })}
    </Link>
  )
}

export function WebhookHealth({ dashboard: { webhooks, abandoned_carts, previous, from } }: { dashboard: Dashboard }) {
  const link = { to: '/webhooks' } as const
  return (
    <Rows>
      <FigureRow label={t('Delivered')} link={link}>
        {count(webhooks.delivered)}
      </FigureRow>
      <FigureRow label={t('Failed deliveries')} link={link}>
        <Alarming value={webhooks.failed} />
      </FigureRow>
      <FigureRow label={t('Waiting deliveries')} link={link}>
        {count(webhooks.pending)}
      </FigureRow>
      <FigureRow label={t('Switched off after failures')} link={link}>
        <Alarming value={webhooks.disabled_subscriptions} />
      </FigureRow>
      <FigureRow
        label={t('Abandoned carts')}
        link={{ to: '/events', search: { event: 'cart.abandoned', since: shopDay(from) } }}
        change={previous && <Change value={abandoned_carts} before={previous.abandoned_carts} better="less" />}
      >
        {count(abandoned_carts)}
      </FigureRow>
    </Rows>
  )
}

function Alarming({ value }: { value: number }) {
  return <span className={value > 0 ? 'font-medium text-bad' : ''}>{count(value)}</span>
}
