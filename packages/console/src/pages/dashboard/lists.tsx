import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Bar } from '#console/charts/bar.tsx'
import { count, money, plural } from '#console/lib/format.ts'
import { OrderState } from '#console/pages/orders/order-status.tsx'
import { orderStatuses } from '#console/pages/orders/search.ts'
import { Status } from '#console/ui/status.tsx'
import type { Dashboard } from './data.ts'

const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="border-t border-line py-2 text-ink-3">{children}</p>
)

const row = 'flex min-h-9 items-center justify-between gap-4 border-t border-line'

export function TopProducts({ dashboard: { top_products, currency } }: { dashboard: Dashboard }) {
  const most = top_products[0]?.revenue ?? 0
  if (top_products.length === 0) return <Nothing>Nothing was sold in this period.</Nothing>
  return (
    <ol>
      {top_products.slice(0, 6).map((product) => (
        <li key={product.product_id} className="border-t border-line py-2">
          <div className="mb-1.5 flex justify-between gap-4">
            <Link
              to="/products/$productId"
              params={{ productId: product.product_id }}
              className="truncate hover:underline"
            >
              {product.name ?? product.sku ?? 'A deleted product'}
            </Link>
            <span className="num shrink-0">
              <span className="text-ink-3">{plural(product.units, 'unit')}</span>{' '}
              <span className="inline-block min-w-20">{money(product.revenue, currency)}</span>
            </span>
          </div>
          <Bar share={most === 0 ? 0 : product.revenue / most} />
        </li>
      ))}
    </ol>
  )
}

export function OrdersByStatus({ dashboard: { orders } }: { dashboard: Dashboard }) {
  return (
    <ul>
      {orderStatuses.map((status) => (
        <li key={status}>
          <Link to="/orders" search={{ status }} className={`${row} hover:bg-paper-2`}>
            <OrderState status={status} />
            <span className="num">{count(orders[status])}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

export function LowStock({ dashboard: { low_stock } }: { dashboard: Dashboard }) {
  if (low_stock.count === 0) {
    return <Nothing>Every active product has more than {low_stock.threshold} available.</Nothing>
  }
  return (
    <ul>
      {low_stock.items.slice(0, 5).map((item) => (
        <li key={item.product_id}>
          <Link to="/products/$productId" params={{ productId: item.product_id }} className={`${row} hover:bg-paper-2`}>
            <span className="truncate">
              {item.name} <span className="text-ink-3">{item.sku}</span>
            </span>
            {item.available === 0 ? (
              <Status tone="bad">sold out</Status>
            ) : (
              <Status tone="warn">{`${item.available} left`}</Status>
            )}
          </Link>
        </li>
      ))}
      {low_stock.count > 5 && <li className={`${row} text-ink-3`}>and {count(low_stock.count - 5)} more</li>}
    </ul>
  )
}

export function WebhookHealth({ dashboard: { webhooks, abandoned_carts } }: { dashboard: Dashboard }) {
  const facts = [
    ['Deliveries that arrived', webhooks.delivered],
    ['Deliveries that failed', webhooks.failed],
    ['Deliveries waiting now', webhooks.pending],
    ['Subscriptions switched off by failures', webhooks.disabled_subscriptions],
    ['Carts left behind', abandoned_carts],
  ] as const
  return (
    <dl>
      {facts.map(([name, value]) => (
        <div key={name} className={row}>
          <dt>{name}</dt>
          <dd className="num">{count(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
