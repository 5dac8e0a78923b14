import { changesOf, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, invalid, notFound } from '#src/platform/lib/errors.ts'
import { readMoment } from '#src/platform/lib/moment.ts'
import { type InventoryRow, selectInventoryItem } from './list-queries.ts'
import { ageOf, lockStock, maxStockUnits, type QuantityChange, selectSinceCount } from './queries.ts'
import { clockAheadMs, movementRetentionDays } from './rules.ts'
import { countStock } from './stock.ts'

export interface StockUpdateInput {
  on_hand?: number
  adjust?: number
  /** Time of the count in `on_hand`. */
  counted_at?: string
  reason?: string | null
}

/**
 * Sets or adjusts the units on hand of one product, not below what orders have reserved.
 * @throws AppError VALIDATION_ERROR, NOT_FOUND, INSUFFICIENT_STOCK, CONFLICT if there is a later count
 */
export async function updateStock(
  db: Executor,
  staff: Staff,
  productId: string,
  input: StockUpdateInput,
): Promise<InventoryRow> {
  const requested = quantityChange(productId, input)
  const countedAt = readCountedAt(input)
  return inTransaction(db, async (transaction) => {
    const change = countedAt ? await sinceCount(transaction, staff.merchantId, requested, countedAt) : requested
    const why = { type: 'adjustment', reason: input.reason ?? null, countedAt } as const
    const [counted] = await countStock(transaction, staff, staff.merchantId, [change], why)
    if (counted === undefined) throw notFound('product')
    if (counted.outcome === 'refused') {
      throw new AppError('INSUFFICIENT_STOCK', `${counted.reserved} are reserved by orders; fewer cannot be on hand`, {
        details: { on_hand: counted.on_hand, reserved: counted.reserved },
      })
    }
    if (counted.outcome === 'too_many') {
      throw invalid({ field: 'adjust', message: `must not make more than ${maxStockUnits} on hand` })
    }
    if (counted.outcome === 'changed') {
      const changes = {
        ...changesOf({ on_hand: counted.previous_on_hand }, { on_hand: counted.on_hand }),
        ...(countedAt && changesOf(null, { counted_at: countedAt.toISOString() })),
      }
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
  const message = on_hand === undefined ? 'is required, or adjust instead' : 'must not be sent with adjust'
  throw invalid({ field: 'on_hand', message })
}

/** @throws AppError VALIDATION_ERROR */
function readCountedAt({ counted_at, on_hand }: StockUpdateInput): Date | undefined {
  if (counted_at === undefined) return undefined
  if (on_hand === undefined) throw invalid({ field: 'counted_at', message: 'may be sent only with on_hand' })
  const moment = readMoment(counted_at)
  if (moment === undefined) throw invalid({ field: 'counted_at', message: 'must be a time from 1970 on' })
  return moment
}

/**
 * Converts a count to the present: adds the movements since. A separate statement locks the stock, so that the next one
 * sees the changes that it waited for.
 */
async function sinceCount(
  transaction: Transaction,
  merchantId: string,
  change: QuantityChange,
  countedAt: Date,
): Promise<QuantityChange> {
  if (!('onHand' in change)) return change
  const age = await ageOf(transaction, countedAt)
  if (age < -clockAheadMs) throw invalid({ field: 'counted_at', message: 'must not be in the future' })
  if (age >= movementRetentionDays * 86_400_000) {
    throw invalid({ field: 'counted_at', message: `must not be more than ${movementRetentionDays} days ago` })
  }
  const { productId } = change
  await lockStock(transaction, merchantId, productId)
  const { moved, counted_later } = await selectSinceCount(transaction, merchantId, productId, countedAt)
  if (counted_later !== null) {
    throw new AppError('CONFLICT', 'the product was counted again after this count', {
      details: { counted_at: counted_later.toISOString() },
    })
  }
  return { productId, onHand: change.onHand + moved }
}
