import type { Transaction } from '#src/platform/db/transaction.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { inventoryUpdated } from './events.ts'
import {
  type CountedStock,
  deleteUnorderedStock,
  insertStock,
  type MovementContext,
  type QuantityChange,
  updateOnHand,
} from './queries.ts'
import type { MovementType } from './rules.ts'

/** The actor of a change of stock; null for the platform itself. */
export type StockActor = { userId: string } | null

export interface OpeningStock {
  productId: string
  sku: string
  name: string
  onHand: number
}

/** Creates the stock of new products, in two statements; an `inventory.updated` for each with units on hand. */
export async function openStock(
  transaction: Transaction,
  actor: StockActor,
  merchantId: string,
  products: readonly OpeningStock[],
): Promise<void> {
  if (products.length === 0) return
  const context = movementContext('opening', actor)
  await insertStock(transaction, merchantId, products, context)
  const events = products
    .filter((product) => product.onHand > 0)
    .map(({ productId, sku, name, onHand }) =>
      inventoryUpdated(
        merchantId,
        { product_id: productId, sku, name, previous_on_hand: 0, on_hand: onHand, reserved: 0, movement: 1 },
        context.type,
      ),
    )
  await emit(transaction, events)
}

/**
 * Deletes the stock of products that are about to be deleted, and answers of which it did. Of the others an order has
 * named the product, so it must be archived instead and its stock stays; it cannot become unordered.
 */
export function closeStock(
  transaction: Transaction,
  merchantId: string,
  productIds: readonly string[],
): Promise<Set<string>> {
  return deleteUnorderedStock(transaction, merchantId, productIds)
}

/**
 * Sets or adjusts the units on hand of many products in two statements; name a product once. A product with an
 * impossible new quantity stays unchanged, as its `outcome` says; one without stock at this merchant has no result.
 */
export async function countStock(
  transaction: Transaction,
  actor: StockActor,
  merchantId: string,
  changes: readonly QuantityChange[],
  why: { type: 'adjustment' | 'import'; reason?: string | null; countedAt?: Date | undefined },
): Promise<CountedStock[]> {
  if (changes.length === 0) return []
  const context = {
    ...movementContext(why.type, actor, { reason: why.reason ?? null }),
    ...(why.countedAt && { countedAt: why.countedAt }),
  }
  const counted = await updateOnHand(transaction, merchantId, changes, context)
  const changed = counted.filter((stock) => stock.outcome === 'changed')
  await emit(
    transaction,
    changed.map((stock) => inventoryUpdated(merchantId, stock, context.reason ?? context.type)),
  )
  return counted
}

export function movementContext(
  type: MovementType,
  actor: StockActor,
  more: { reason?: string | null; orderId?: string } = {},
): MovementContext {
  return {
    type,
    reason: more.reason ?? null,
    orderId: more.orderId ?? null,
    actorId: actor?.userId ?? null,
  }
}
