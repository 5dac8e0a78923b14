import type { Schemas } from '@commerce-platform/client'
import type { EventName } from './event-name.ts'

/** What a subscription lists: names, groups such as `order.*`, or `*`. */
export type EventPattern = Schemas['Webhook']['events'][number]

/** Every event of the contract, and when it happens. */
export const meanings: Record<EventName, string> = {
  'order.created': 'An order is placed',
  'order.updated': 'Anything of an order changes',
  'order.cancelled': 'It is cancelled, or unpaid for too long',
  'order.completed': 'All of it is fulfilled',
  'order.payment_succeeded': 'A payment arrives',
  'order.payment_failed': 'A payment is refused',
  'product.created': 'A product is new in the catalog',
  'product.updated': 'A field of a product changes',
  'product.deleted': 'A product is archived or removed',
  'inventory.updated': 'Stock or reservations change',
  'user.created': 'A customer registers',
  'user.updated': 'A customer changes their profile',
  'user.deleted': 'A customer deletes their account',
  'user.verified': 'A customer confirms their e-mail address',
  'cart.item_added': 'A line of a cart grows',
  'cart.item_removed': 'A line of a cart shrinks',
  'cart.abandoned': 'A cart rests for a day',
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
