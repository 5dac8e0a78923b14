import type { Order } from '#console/data/queries.ts'
import { money, plural, words } from '#console/lib/format.ts'
import { Time } from '#console/ui/time.tsx'
import type { Payment } from './order-data.ts'
import { unitsOf } from './order-units.ts'

interface Happening {
  at: string
  text: string
  aside?: string | null
}

/** What happened to the order, newest first. */
export function Timeline({ order, payments }: { order: Order; payments: readonly Payment[] }) {
  return (
    <ol className="relative before:absolute before:inset-y-2 before:left-[3px] before:w-px before:bg-line-2">
      {happeningsOf(order, payments).map(({ at, text, aside }) => (
        <li key={`${at} ${text}`} className="relative flex gap-4 py-1 pl-5">
          <span aria-hidden className="absolute top-[10px] left-0 size-[7px] rounded-full bg-ink-3 ring-3 ring-paper" />
          <span className="min-w-0 flex-1">
            {text}
            {aside && <span className="text-ink-3"> · {aside}</span>}
          </span>
          <span className="text-ink-3">
            <Time at={at} />
          </span>
        </li>
      ))}
    </ol>
  )
}

function happeningsOf(order: Order, payments: readonly Payment[]): Happening[] {
  const happenings: Happening[] = [{ at: order.created_at, text: 'Order placed' }]
  for (const payment of payments) {
    const amount = money(payment.amount, payment.currency)
    if (payment.status === 'failed') {
      happenings.push({ at: payment.created_at, text: `Payment of ${amount} failed`, aside: payment.failure })
    } else if (payment.settled_at) {
      happenings.push({ at: payment.settled_at, text: `${amount} paid`, aside: words(payment.method) })
    } else happenings.push({ at: payment.created_at, text: `Payment of ${amount} begun` })
    if (payment.refunded_at) happenings.push({ at: payment.refunded_at, text: `${amount} paid back` })
  }
  for (const { created_at, items, carrier, tracking_number } of order.fulfillments) {
    const aside = [carrier, tracking_number].filter(Boolean).join(' ')
    const goods = items.length > 3 ? plural(unitsOf(items), 'unit') : goodsOf(order, items)
    happenings.push({ at: created_at, text: `${goods} sent`, aside })
  }
  for (const { created_at, amount, currency, status, reason, items } of order.refunds) {
    const goods = items && items.length <= 3 ? goodsOf(order, items) : undefined
    const aside = [goods, reason].filter(Boolean).join(' · ')
    happenings.push({ at: created_at, text: `Refund of ${money(amount, currency)} ${status}`, aside })
  }
  if (order.completed_at) happenings.push({ at: order.completed_at, text: 'Order completed' })
  if (order.cancelled_at) {
    const aside = order.cancel_reason && words(order.cancel_reason)
    happenings.push({ at: order.cancelled_at, text: 'Order cancelled', aside })
  }
  return happenings.toSorted((one, other) => (one.at < other.at ? 1 : -1))
}

/** `2 × MUG-BLUE, 1 × POSTER`. */
function goodsOf(order: Order, items: readonly { product_id: string; quantity: number }[]): string {
  const skus = new Map(order.items.map(({ product_id, sku }) => [product_id, sku]))
  return items.map(({ product_id, quantity }) => `${quantity} × ${skus.get(product_id) ?? 'unit'}`).join(', ')
}
