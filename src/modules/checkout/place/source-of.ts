import type { NewOrder } from '#src/modules/orders/index.ts'
import type { OrderedBy } from '#src/modules/pricing/index.ts'

/** Who has placed the order, and what only staff can say of it. */
export function sourceOf(by: OrderedBy, userId: string): Pick<NewOrder, 'source' | 'actor_id' | 'expires_at' | 'note'> {
  if (by.kind === 'shopper') return { source: 'storefront', actor_id: userId, expires_at: null, note: null }
  return {
    source: 'staff',
    actor_id: by.actorId,
    expires_at: 'expiresAt' in by ? by.expiresAt : null,
    note: 'note' in by ? by.note : null,
  }
}
