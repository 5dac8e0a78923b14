import type { NewOrder } from '#src/modules/orders/index.ts'
import type { StaffTerms } from '#src/modules/pricing/index.ts'

/** Who has placed the order, and what only staff can say of it. */
export function sourceOf(staff: StaffTerms | undefined): Pick<NewOrder, 'source' | 'expires_at' | 'note'> {
  if (staff === undefined) return { source: 'storefront', expires_at: null, note: null }
  return { source: 'staff', expires_at: staff.expiresAt, note: staff.note }
}
