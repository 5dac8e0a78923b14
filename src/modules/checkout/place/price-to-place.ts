import { type Buyer, type OrderInput, type PricedOrder, type Purpose, priceOrder } from '#src/modules/pricing/index.ts'
import { selectHeld } from '#src/modules/settlement/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'

/** Prices an order that may get units of unpaid orders (`releaseUnits`). @throws AppError what `priceOrder` throws */
export function priceToPlace(db: Executor, buyer: Buyer, input: OrderInput, purpose: Purpose): Promise<PricedOrder> {
  return priceOrder(db, buyer, input, purpose, selectHeld)
}
