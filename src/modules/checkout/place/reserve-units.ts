import type { ReservedStock, StockChange } from '#src/modules/inventory/index.ts'
import { type NewOrder, type PlacedOrder, type Stocked, stockedOf } from '#src/modules/orders/index.ts'
import { insufficientStock, notForSale, type OrderTerms, type Shortage } from '#src/modules/pricing/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { DomainEvent } from '#src/platform/outbox/index.ts'
import { reserveLate } from './queries.ts'
import { releaseUnits } from './release-units.ts'

interface Reserving extends Pick<NewOrder, 'merchant_id' | 'id' | 'user_id' | 'actor_id'> {
  items: readonly (Stocked & { custom?: boolean })[]
}

interface Reservations {
  reserved: StockChange[]
  /** Units released from unpaid orders of others, and the events of those. */
  reservedLate: StockChange[]
  released: DomainEvent[]
}

/**
 * Ensures that all lines are reserved; otherwise throws, which rolls back.
 * @throws AppError NOT_FOUND, INSUFFICIENT_STOCK
 */
export async function reserveAll(
  transaction: Transaction,
  draft: Reserving,
  { stock }: Pick<PlacedOrder, 'stock'>,
  { hold_unpaid_seconds: holdSeconds }: Pick<OrderTerms, 'hold_unpaid_seconds'>,
): Promise<Reservations> {
  const { changes: reserved, shortages } = changesOf(stockedOf(draft.items), stock)
  if (shortages.length === 0) return { reserved, reservedLate: [], released: [] }
  const { merchant_id: merchantId, user_id: userId } = draft
  const lines = shortages.map(({ product_id, requested }) => ({ productId: product_id, quantity: requested }))
  const released = await releaseUnits(transaction, { merchantId, userId, holdSeconds, lines })
  if (released === undefined) throw insufficientStock(shortages)
  const missing = new Set(lines.map((line) => line.productId))
  const items = stockedOf(draft.items).filter((item) => missing.has(item.product_id))
  const late = changesOf(items, await reserveLate(transaction, draft, items))
  if (late.shortages.length > 0) throw new Error('units were released but not reserved')
  return { reserved, reservedLate: late.changes, released }
}

/** The stock of each line after its reservation, and the lines that were not reserved. @throws AppError NOT_FOUND */
function changesOf(
  items: ReturnType<typeof stockedOf>,
  stock: readonly ReservedStock[],
): { changes: StockChange[]; shortages: Shortage[] } {
  const found = new Map(stock.map((row) => [row.product_id, row]))
  const gone = items.filter((item) => !found.has(item.product_id)).map((item) => item.product_id)
  if (gone.length > 0) throw notForSale(gone)
  const shortages: Shortage[] = []
  const changes = items.flatMap(({ product_id, sku, name, quantity }) => {
    const row = found.get(product_id)
    if (row === undefined) return []
    const { on_hand, reserved, movement } = row
    if (movement !== null) {
      return [{ product_id, sku, name, previous_on_hand: on_hand, on_hand, reserved: reserved + quantity, movement }]
    }
    shortages.push({ product_id, requested: quantity, available: on_hand - reserved })
    return []
  })
  return { changes, shortages }
}

/**
 * Reserves units for an order that is there, all or none.
 * @throws AppError NOT_FOUND, INSUFFICIENT_STOCK
 */
export async function reserveMore(
  transaction: Transaction,
  order: Reserving,
  terms: Pick<OrderTerms, 'hold_unpaid_seconds'>,
): Promise<Reservations> {
  return reserveAll(transaction, order, { stock: await reserveLate(transaction, order, stockedOf(order.items)) }, terms)
}
