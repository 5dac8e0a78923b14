import type { Static } from 'typebox'
import { presentUser } from '#src/modules/identity/index.ts'
import { cannotBeRead } from '#src/platform/lib/errors.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import type { CustomerRow } from './queries.ts'
import type { Customer } from './schemas.ts'

/**
 * A customer of a shop as answers show them. A guest has the address of their last order. A record that staff made
 * shows what they were told, as a guest does, whoever has the address.
 */
export function presentCustomer(row: Omit<CustomerRow, 'position'>, currency: string): Static<typeof Customer> {
  const { id, order_email } = row
  // Accounts are not deleted.
  if (id === null) throw cannotBeRead('account')
  return {
    ...presentUser({ ...row, id, created_at: row.by_staff ? row.customer_since : row.created_at }),
    ...(order_email !== null && { email: order_email }),
    customer_since: row.customer_since.toISOString(),
    order_count: row.order_count,
    order_total: toMajor(row.order_total_minor, currency),
  }
}
