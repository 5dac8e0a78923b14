import { holdReturning, lockOrder, refuseForeign } from '#src/modules/orders/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import { cannotBeRead, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { insertReturn, type ReturnRow, selectReturn, selectTerms } from './queries.ts'
import { tellReturn } from './return-events.ts'
import { type ReturnReason, refuseReturn, refuseTwins } from './rules.ts'
import { type Customer, refuseTooMany } from './withdraw.ts'

export interface RequestedItem {
  product_id: string
  quantity: number
  reason: ReturnReason
  note?: string | null
}

/**
 * A customer asks for a return of sent units, which it holds from then on.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR, INVALID_TRANSITION, CONFLICT
 */
export function requestReturn(
  db: Executor,
  { merchantId, orderId, userId }: Customer,
  items: readonly RequestedItem[],
): Promise<ReturnRow> {
  const key = { merchantId, orderId, ...(userId !== null && { userId }) }
  return inTransaction(db, async (transaction) => {
    const order = await lockOrder(transaction, key)
    if (order === undefined) throw notFound('order')
    refuseForeign(order, items)
    refuseTwins(items)
    const asked = items.map(lineOf)
    refuseReturn(order, await selectTerms(transaction, key), asked)
    await refuseTooMany(transaction, key)
    const id = newId()
    await insertReturn(transaction, key, {
      ...{ id, status: 'requested', userId: order.user_id, kind: 'return', currency: order.currency },
      shippingMinor: 0,
      lines: asked.map((line) => ({ ...line, cancelled: 0 })),
    })
    if (!(await holdReturning(transaction, key, asked))) throw new Error(`units of order ${orderId} cannot be held`)
    await tellReturn(transaction, key, { id, status: 'requested', mail: 'requested' })
    const row = await selectReturn(transaction, { merchantId, returnId: id })
    if (row === undefined) throw cannotBeRead('return')
    return row
  })
}

function lineOf({ product_id, quantity, reason, note = null }: RequestedItem) {
  return { productId: product_id.toLowerCase(), quantity, reason, note }
}
