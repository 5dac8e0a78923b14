import { isDeepStrictEqual } from 'node:util'
import {
  hasUnpaidEdit,
  type OrderRow,
  orderCorrected,
  updateCorrected,
  updateExpiry,
} from '#src/modules/orders/index.ts'
import { retainUses } from '#src/modules/promotions/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { type DomainEvent, emit } from '#src/platform/outbox/index.ts'
import { deleteUnpaidEdit, insertEdit, selectUnpaidEdit } from './queries.ts'
import { releaseStock, writeEdit } from './write-edit.ts'

/** Ends the edit of a locked order whose last unit was paid: units that had left it are released. */
export async function settleEdit(
  transaction: Transaction,
  order: OrderRow,
): Promise<{ order: OrderRow; events: DomainEvent[] }> {
  const key = { merchantId: order.merchant_id, orderId: order.id }
  const unpaid = await selectUnpaidEdit(transaction, key)
  if (unpaid === undefined) return { order, events: [] }
  const stock = unpaid.held.map(({ product_id, quantity }) => ({ product_id, units: -quantity }))
  const nothing = { difference_minor: 0, tax_minor: 0, products: [], actor_id: null }
  await insertEdit(transaction, key, { ...nothing, id: newId(), kind: 'paid', is_settled: true, stock })
  await deleteUnpaidEdit(transaction, key)
  const { expires_at } = unpaid.before
  const version = await updateExpiry(transaction, key, expires_at)
  if (unpaid.before.discounts !== null) await retainUses(transaction, key, order.discounts ?? [])
  const events = await releaseStock(transaction, key, stock, null)
  return { order: { ...order, version, expires_at: expires_at === null ? null : new Date(expires_at) }, events }
}

/**
 * Takes back what edits have made of a locked order, if that is not paid: it is as it was, and what of the difference
 * was paid goes back. Everything it needs is still reserved.
 */
export async function revertEdit(transaction: Transaction, order: OrderRow): Promise<OrderRow> {
  if (!hasUnpaidEdit(order)) return order
  const key = { merchantId: order.merchant_id, orderId: order.id }
  const unpaid = await selectUnpaidEdit(transaction, key)
  if (unpaid === undefined) throw new Error(`order ${order.id} has no unpaid edit`)
  const { addresses } = unpaid.before
  if (addresses !== undefined) await updateCorrected(transaction, key, { ...order, ...addresses })
  const written = await writeEdit(transaction, order, unpaid.before, { kind: 'taken_back', actorId: null })
  if (addresses !== undefined) {
    const fields = (['shipping_address', 'billing_address'] as const).filter(
      (field) => !isDeepStrictEqual(order[field], addresses[field]),
    )
    await emit(transaction, [orderCorrected(written.order, fields)])
  }
  return written.order
}
