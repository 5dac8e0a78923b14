import type { Schemas } from '@commerce-platform/client'
import type { EventName } from './event-name.ts'

/** What a subscription lists: names, groups such as `order.*`, or `*`. */
export type EventPattern = Schemas['Webhook']['events'][number]

/** Every event of the contract, and when it happens. */
export const meanings: Record<EventName, string> = {
  'order.created': 'Order placed',
  'order.updated': 'Order changed',
  'order.cancelled': 'Order cancelled or expired',
  'order.completed': 'Order completed',
  'order.payment_succeeded': 'Payment received',
  'order.payment_failed': 'Payment failed',
  'product.created': 'Product added',
  'product.updated': 'Product changed',
  'product.deleted': 'Product archived or removed',
  'inventory.updated': 'Stock or reservations changed',
  'user.created': 'Customer registered',
  'user.updated': 'Customer profile changed',
  'user.deleted': 'Customer account deleted',
  'user.verified': 'E-mail address confirmed',
  'cart.item_added': 'Item added to a cart',
  'cart.item_removed': 'Item removed from a cart',
  'cart.abandoned': 'Cart inactive for 24 hours',
}

export const eventNames = Object.keys(meanings) as EventName[]

export interface EventGroup {
  pattern: EventPattern
  label: string
  names: EventName[]
}

/** By the part before the dot. */
export const eventGroups: readonly EventGroup[] = [
  { pattern: 'order.*', label: 'Orders', names: namesOf('order') },
  { pattern: 'product.*', label: 'Products', names: namesOf('product') },
  { pattern: 'inventory.*', label: 'Inventory', names: namesOf('inventory') },
  { pattern: 'user.*', label: 'Customers', names: namesOf('user') },
  { pattern: 'cart.*', label: 'Carts', names: namesOf('cart') },
]

function namesOf(group: string): EventName[] {
  return eventNames.filter((name) => name.startsWith(`${group}.`))
}
