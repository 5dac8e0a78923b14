import type { Schemas } from '@commerce-platform/client'
import { t } from '#console/lib/text.ts'
import type { EventName } from './event-name.ts'

/** What a subscription lists: names, groups such as `order.*`, or `*`. */
export type EventPattern = Schemas['Webhook']['events'][number]

/** Every event of the contract, and when it happens. */
export const meanings: Record<EventName, string> = {
  'order.created': t('Order placed'),
  'order.updated': t('Order changed'),
  'order.cancelled': t('Order cancelled or expired'),
  'order.completed': t('Order completed'),
  'order.payment_succeeded': t('Payment received'),
  'order.payment_failed': t('Payment failed'),
  'product.created': t('Product added'),
  'product.updated': t('Product changed'),
  'product.deleted': t('Product archived or removed'),
  'inventory.updated': t('Stock or reservations changed'),
  'user.created': t('Customer registered'),
  'user.updated': t('Customer profile changed'),
  'user.deleted': t('Customer account deleted'),
  'user.verified': t('E-mail address confirmed'),
  'cart.item_added': t('Item added to a cart'),
  'cart.item_removed': t('Item removed from a cart'),
  'cart.abandoned': t('Cart inactive for 24 hours'),
}

export const eventNames = Object.keys(meanings) as EventName[]

export interface EventGroup {
  pattern: EventPattern
  label: string
  names: EventName[]
}

/** By the part before the dot. */
export const eventGroups: readonly EventGroup[] = [
  { pattern: 'order.*', label: t('Orders'), names: namesOf('order') },
  { pattern: 'product.*', label: t('Products'), names: namesOf('product') },
  { pattern: 'inventory.*', label: t('Inventory'), names: namesOf('inventory') },
  { pattern: 'user.*', label: t('Customers'), names: namesOf('user') },
  { pattern: 'cart.*', label: t('Carts'), names: namesOf('cart') },
]

function namesOf(group: string): EventName[] {
  return eventNames.filter((name) => name.startsWith(`${group}.`))
}
