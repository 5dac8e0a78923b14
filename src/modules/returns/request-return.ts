import {
  holdReturning,
  lockOrder,
  type OrderRow,
  type RequestedUnits,
  unitsOfItems,
} from '#src/modules/orders/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import { cannotBeRead, invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { insertReturn, type ReturnRow, selectReturn, selectTerms } from './queries.ts'
import { emitReturn } from './return-events.ts'
import { type ReturnReason, refuseReturn, returnableOf } from './rules.ts'
import { type Customer, refuseTooMany } from './withdraw.ts'

export interface RequestedItem extends RequestedUnits {
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
  { items, refund_to }: { items: readonly RequestedItem[]; refund_to?: 'payment' | 'store_credit' },
): Promise<ReturnRow> {
  const key = { merchantId, orderId, ...(userId !== null && { userId }) }
  return inTransaction(db, async (transaction) => {
    const order = await lockOrder(transaction, key)
    if (order === undefined) throw notFound('order')
    const requested = linesOf(order, items)
    refuseReturn(order, await selectTerms(transaction, key), requested)
    await refuseTooMany(transaction, key)
    const id = newId()
    await insertReturn(transaction, key, {
      id,
      status: 'requested',
      userId: order.user_id,
      kind: 'return',
      currency: order.currency,
      shippingMinor: 0,
      refundTo: refund_to === 'store_credit' ? refund_to : null,
      lines: requested.map((line) => ({ ...line, cancelled: 0 })),
    })
    if (!(await holdReturning(transaction, key, requested))) throw new Error(`units of order ${orderId} cannot be held`)
    await emitReturn(transaction, key, { id, status: 'requested', mail: 'requested' })
    const row = await selectReturn(transaction, { merchantId, returnId: id })
    if (row === undefined) throw cannotBeRead('return')
    return row
  })
}

/** Each item once: it has one reason. */
export function linesOf(order: OrderRow, items: readonly RequestedItem[]) {
  return unitsOfItems(order.items, items, (item) => returnableOf(order, item)).map(
    ({ requests: requested, ...line }) => {
      const [one, twin] = requested
      if (one === undefined) throw new Error('an item is named by a part of the request')
      if (twin !== undefined) throw invalid({ field: `items[${items.indexOf(twin)}].line`, message: 'is listed twice' })
      return { ...line, reason: one.reason, note: one.note ?? null }
    },
  )
}
