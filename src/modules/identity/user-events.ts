import type { Transaction } from '#src/platform/db/transaction.ts'
import { emit } from '#src/platform/outbox/index.ts'
import type { Memberships } from './memberships.ts'
import type { UserRow } from './queries.ts'
import { presentUser } from './schemas.ts'

/**
 * Emits a user event to every merchant whose customer the user is, in the transaction of the change. For an erased user
 * it carries the id and the time of registration only.
 */
export async function emitUserEvent(
  transaction: Transaction,
  memberships: Memberships,
  name: 'user.updated' | 'user.deleted' | 'user.verified',
  user: UserRow,
): Promise<void> {
  const merchantIds = await memberships.merchantsOfCustomer(transaction, user.id)
  const data = { user: presentUser(user) }
  await emit(
    transaction,
    merchantIds.map((merchantId) => ({ merchantId, name, data })),
  )
}
