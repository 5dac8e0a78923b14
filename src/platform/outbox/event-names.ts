/** Every event the platform emits, by the group it belongs to (specification: Events). */
export const eventGroups = {
  user: ['user.created', 'user.updated', 'user.deleted', 'user.verified'],
  order: [
    'order.created',
    'order.updated',
    'order.cancelled',
    'order.completed',
    'order.payment_succeeded',
    'order.payment_failed',
  ],
  product: ['product.created', 'product.updated', 'product.deleted'],
  inventory: ['inventory.updated'],
  cart: ['cart.item_added', 'cart.item_removed', 'cart.abandoned'],
} as const

export type EventName = (typeof eventGroups)[keyof typeof eventGroups][number]

export const eventNames: readonly EventName[] = Object.values(eventGroups).flat()
