import type { Transaction } from '#src/platform/db/transaction.ts'
import { type LockedReturn, moveReturn } from './end-return.ts'

/** The shop takes a return, or declines it, which frees its units. @throws AppError INVALID_TRANSITION */
export function decideReturn(
  transaction: Transaction,
  locked: LockedReturn,
  decision: 'approved' | 'declined',
  isLast = true,
): Promise<LockedReturn> {
  return moveReturn(transaction, locked, decision, 'staff', { isLast })
}
