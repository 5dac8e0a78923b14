import type { Transaction } from '#src/platform/db/transaction.ts'
import { type LockedReturn, moveReturn } from './end-return.ts'
import { updateReceived } from './queries.ts'
import { type ReceivedInput, readReceived } from './received-rules.ts'
import { refuseTransition } from './rules.ts'

/**
 * Notes what came back, and in which condition; by default everything, for resale.
 * @throws AppError INVALID_TRANSITION, VALIDATION_ERROR
 */
export async function receiveReturn(
  transaction: Transaction,
  locked: LockedReturn,
  items: readonly ReceivedInput[] | undefined,
  isLast = true,
): Promise<LockedReturn> {
  const { row } = locked
  refuseTransition(row.status, 'received', 'staff')
  const key = { merchantId: row.merchant_id, returnId: row.id }
  await updateReceived(transaction, key, readReceived(row.items, items))
  return moveReturn(transaction, locked, 'received', 'staff', { isLast })
}
