import type { Order } from '#console/data/queries.ts'
import { count, money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import type { Column } from '#console/ui/list-table.tsx'
import { Time } from '#console/ui/time.tsx'
import { FulfillmentState, OrderState, PaymentState } from './order-status.tsx'

const units = (order: Order) => order.items.reduce((sum, { quantity }) => sum + quantity, 0)

export const orderColumns: Column<Order>[] = [
  { name: t('Order'), cell: (order) => order.order_number, className: 'sm:w-36' },
  { name: t('Placed'), sort: 'created_at', cell: (order) => <Time at={order.created_at} />, from: 'sm' },
  { name: t('Customer'), cell: (order) => <Customer order={order} />, from: 'md', className: 'max-w-0 w-1/4' },
  { name: t('Status'), cell: (order) => <OrderState status={order.status} /> },
  { name: t('Payment'), cell: (order) => <PaymentState status={order.payment_status} />, from: 'md' },
  { name: t('Fulfilment'), cell: (order) => <FulfillmentState status={order.fulfillment_status} />, from: 'lg' },
  { name: t('Items'), cell: (order) => count(units(order)), numeric: true, from: 'lg' },
  { name: t('Total'), sort: 'total', cell: (order) => money(order.total, order.currency), numeric: true },
]

/** Who ordered: a guest has the name that the parcel goes to. */
function personOf({ customer, shipping_address: address, email }: Order): string | undefined {
  return customer.name ?? address?.name ?? email ?? customer.email ?? undefined
}

function Customer({ order }: { order: Order }) {
  return <span className="block truncate text-ink-2">{personOf(order) ?? '—'}</span>
}

/** What the hidden columns would say. */
export function OrderPhoneLine({ order }: { order: Order }) {
  return (
    <>
      {[personOf(order), t('{units, plural, one {# item} other {# items}}', { units: units(order) })]
        .filter(Boolean)
        .join(' · ')}{' '}
      · <Time at={order.created_at} />
    </>
  )
}
