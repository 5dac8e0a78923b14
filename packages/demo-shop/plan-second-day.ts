import type { Span } from './plan-orders.ts'
import type { Order } from './rows.ts'
import { type Actor, audit, needed, now, put, rowTimes, type Shop, type Step } from './shop.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A row of `customers`. */
interface Customer {
  user_id: string
  tags: string[]
  note: string | null
  consent_at: Date | null
  consent_source: string | null
}

/** Plans what a shop does besides selling: comments, customers it knows well, and addresses that moved. */
export function planSecondDay({ opens, ends }: Span): Step[] {
  return [
    { at: opens + 90 * minute, act: moveAddresses },
    { at: ends - 4 * day + 3 * hour, act: knowCustomers },
    { at: ends - 26 * hour, act: (shop) => comment(shop, 'manager', 'She rang: please leave it with number 14.') },
    { at: ends - 25 * hour, act: (shop) => comment(shop, 'warehouse', 'Noted on the parcel.') },
    {
      at: ends - 3 * hour,
      act: (shop) => comment(shop, 'manager', '@[Robin Pike] Can this go out today? It is a birthday present.', 2),
    },
  ]
}

/** On an order that was placed lately. */
function comment(shop: Shop, actor: Exclude<Actor, 'system'>, text: string, back = 5): void {
  const orders = [...shop.sales.values()].map(({ order }) => order)
  const { id: subject_id } = needed(orders.filter(isOpen).at(-back))
  const id = shop.id()
  const written = { subject: 'order', subject_id, text, actor_id: shop.staff[actor], created_at: now(shop) }
  put(shop, 'comments', { merchant_id: shop.merchantId, id, ...written })
  audit(shop, actor, 'order.commented', subject_id)
}

const isOpen = ({ status }: Order) => status === 'processing' || status === 'paid'

/** Those who order by phone are a group; some have agreed to the newsletter. */
function knowCustomers(shop: Shop): void {
  const customers = (shop.tables.get('customers') ?? []) as Customer[]
  const byPhone = new Set(
    [...shop.sales.values()].flatMap(({ order }) => (order.note === 'Ordered by phone' ? [order.user_id] : [])),
  )
  const group = { id: shop.id(), name: 'Trade', name_key: shop.service.foldText('Trade') }
  put(shop, 'customer_groups', { merchant_id: shop.merchantId, ...group, ...rowTimes(shop) })
  audit(shop, 'manager', 'customer_group.created', group.id, { name: [null, group.name] })
  for (const [n, customer] of customers.entries()) {
    if (n % 6 === 1) Object.assign(customer, { consent_at: now(shop), consent_source: 'newsletter form' })
    if (!byPhone.has(customer.user_id)) continue
    put(shop, 'customer_group_members', {
      merchant_id: shop.merchantId,
      group_id: group.id,
      user_id: customer.user_id,
    })
    Object.assign(customer, { tags: ['trade'], note: 'Orders by phone, in sixes.' })
  }
}

/** Addresses of the shop that was here before. */
function moveAddresses(shop: Shop): void {
  for (const [path, target] of [
    ['/shop/christmas', '/search?q=christmas'],
    ['/pages/find-us', '/'],
  ] as const) {
    const redirect = { id: shop.id(), path, target, target_path: target.split('?')[0], permanent: true }
    put(shop, 'redirects', { merchant_id: shop.merchantId, ...redirect, created_at: now(shop) })
    audit(shop, 'manager', 'redirect.created', redirect.id, { from: [null, path], to: [null, target] })
  }
}
