import { changesOf, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/authentication.ts'
import { AppError, invalid, notFound } from '#src/platform/lib/errors.ts'
import { type InventoryRow, selectInventoryItem } from './list-queries.ts'
import { largestQuantity, type QuantityChange } from './queries.ts'
import { countStock } from './stock.ts'

export interface StockUpdateInput {
  on_hand?: number
  adjust?: number
  reason?: string | null
}

/**
 * Sets or adjusts the units on hand of one product, not below what orders have reserved.
 * @throws AppError VALIDATION_ERROR, NOT_FOUND, INSUFFICIENT_STOCK
 */
export async function updateStock(
  db: Executor,
  staff: Staff,
  productId: string,
  input: StockUpdateInput,
): Promise<InventoryRow> {
  const change = quantityChange(productId, input)
  return inTransaction(db, async (transaction) => {
    const why = { type: 'adjustment', reason: input.reason ?? null } as const
    const [counted] = await countStock(transaction, staff, staff.merchantId, [change], why)
    if (counted === undefined) throw notFound('product')
    if (counted.outcome === 'refused') {
      throw new AppError('INSUFFICIENT_STOCK', `${counted.reserved} are reserved by orders; fewer cannot be on hand`, {
        details: { on_hand: counted.on_hand, reserved: counted.reserved },
      })
    }
    if (counted.outcome === 'too_many') {
      throw invalid({ field: 'adjust', message: `would make more than ${largestQuantity} on hand` })
    }
    if (counted.outcome === 'changed') {
      const changes = changesOf({ on_hand: counted.previous_on_hand }, { on_hand: counted.on_hand })
      await recordAudit(transaction, staff, [{ action: 'stock.updated', targetId: productId, changes }])
    }
    const item = await selectInventoryItem(transaction, staff.merchantId, productId)
    if (item === undefined) throw notFound('product')
    return item
  })
}

function quantityChange(productId: string, { on_hand, adjust }: StockUpdateInput): QuantityChange {
  if (on_hand !== undefined && adjust === undefined) return { productId, onHand: on_hand }
  if (adjust !== undefined && on_hand === undefined) return { productId, adjust }
  const message = on_hand === undefined ? 'or adjust is required' : 'and adjust exclude each other'
  throw invalid({ field: 'on_hand', message })
}
