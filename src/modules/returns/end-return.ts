import { lockOrder, type OrderKey, type OrderRow, releaseReturning, selectOrder } from '#src/modules/orders/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { cannotBeRead, notFound } from '#src/platform/lib/errors.ts'
import { endExchange } from './exchange.ts'
import { type ReturnKey, type ReturnRow, selectOrderOf, selectReturn, updateReturnStatus } from './queries.ts'
import { emitReturn } from './return-events.ts'
import { openStatuses, type ReturnMover, type ReturnStatus, refuseTransition } from './rules.ts'

/** A return with its order, which is locked until the transaction ends. */
export interface LockedReturn {
  order: OrderRow
  row: ReturnRow
  orderKey: OrderKey
}

/** @throws AppError NOT_FOUND */
export async function lockReturn(transaction: Transaction, key: ReturnKey): Promise<LockedReturn> {
  const orderId = await selectOrderOf(transaction, key)
  if (orderId === undefined) throw notFound('return')
  const orderKey = { merchantId: key.merchantId, orderId }
  const order = await lockOrder(transaction, orderKey)
  const row = await selectReturn(transaction, key)
  if (order === undefined || row === undefined) throw cannotBeRead('return')
  return { order, row, orderKey }
}

/** A locked return and its order after a change of them. */
export async function readLocked(transaction: Transaction, { row, orderKey }: LockedReturn): Promise<LockedReturn> {
  const order = await selectOrder(transaction, orderKey)
  const changed = await selectReturn(transaction, { merchantId: row.merchant_id, returnId: row.id })
  if (order === undefined || changed === undefined) throw cannotBeRead('return')
  return { order, row: changed, orderKey }
}

/**
 * Changes the status of a locked return. When it ends, its units are free again. The mail is that of the last of
 * several changes.
 * @throws AppError INVALID_TRANSITION
 */
export async function moveReturn(
  transaction: Transaction,
  locked: LockedReturn,
  to: ReturnStatus,
  by: ReturnMover,
  { isLast = true } = {},
): Promise<LockedReturn> {
  const { row, orderKey } = locked
  refuseTransition(row.status, to, by)
  const key = { merchantId: row.merchant_id, returnId: row.id }
  if (!(await updateReturnStatus(transaction, key, row.status, to)))
    throw new Error(`return ${row.id} was changed while its order was locked`)
  if (!openStatuses.includes(to)) await releaseReturning(transaction, orderKey, heldBy(row))
  await endExchange(transaction, row, to, by)
  const mail = to === 'requested' || !isLast ? null : to
  await emitReturn(transaction, orderKey, { id: row.id, status: to, mail })
  return readLocked(transaction, locked)
}

/** The customer takes a return back before it has arrived. @throws AppError NOT_FOUND, INVALID_TRANSITION */
export function cancelReturn(db: Executor, key: ReturnKey): Promise<ReturnRow> {
  return inTransaction(db, async (transaction) => {
    const { row } = await moveReturn(transaction, await lockReturn(transaction, key), 'cancelled', 'customer')
    return row
  })
}

/** Ends an approved return that nobody has sent. */
export function lapseReturn(db: Executor, key: ReturnKey): Promise<void> {
  return inTransaction(db, async (transaction) => {
    await moveReturn(transaction, await lockReturn(transaction, key), 'closed', 'clock')
  })
}

function heldBy({ items }: ReturnRow): { line: number; quantity: number }[] {
  return items.filter(({ quantity }) => quantity > 0).map(({ line, quantity }) => ({ line, quantity }))
}
