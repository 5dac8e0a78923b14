import { lockProducts, selectMissing } from '#src/modules/inventory/index.ts'
import { type HeldOrder, oldestCovering, type UnitsNeeded } from '#src/modules/pricing/index.ts'
import { lockUnpaid, moveOrder, selectHeld } from '#src/modules/settlement/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { DomainEvent } from '#src/platform/outbox/index.ts'

/**
 * Cancels unpaid orders of others, the oldest first and no more than needed, so that all lines can be reserved; the
 * stock of these products stays locked. Returns the events to emit. If it would not be enough, cancels nothing and
 * returns undefined. Skips orders locked by others, who may be paying them.
 *
 * Stock is locked in product id order before the orders, which nobody waits for (`lockUnpaid`).
 */
export async function releaseUnits(
  transaction: Transaction,
  shortage: UnitsNeeded,
): Promise<DomainEvent[] | undefined> {
  const { merchantId, lines } = shortage
  const passedOver: string[] = []
  for (;;) {
    const held = await selectHeld(transaction, shortage, passedOver)
    const chosen = oldestCovering(await selectMissing(transaction, merchantId, lines), held)
    if (chosen === undefined) return undefined
    const productIds = [...lines.map((line) => line.productId), ...chosen.flatMap(productsOf)]
    await lockProducts(transaction, merchantId, [...new Set(productIds)])
    const unpaid = await lockUnpaid(
      transaction,
      merchantId,
      chosen.map(({ id }) => id),
    )
    const missing = await selectMissing(transaction, merchantId, lines)
    const needed = oldestCovering(
      missing,
      chosen.filter(({ id }) => unpaid.has(id)),
    )
    if (needed !== undefined) return cancel(transaction, merchantId, needed)
    passedOver.push(...chosen.filter(({ id }) => !unpaid.has(id)).map(({ id }) => id))
  }
}

/** Oldest first. Their stock is locked. */
async function cancel(
  transaction: Transaction,
  merchantId: string,
  orders: readonly HeldOrder[],
): Promise<DomainEvent[]> {
  const events: DomainEvent[] = []
  for (const { id } of orders) {
    const moved = await moveOrder(
      transaction,
      { merchantId, orderId: id },
      { to: 'cancelled', by: 'release', actor: null },
    )
    events.push(...moved.events)
  }
  return events
}

function productsOf({ items }: HeldOrder): string[] {
  return items.map(({ product_id }) => product_id)
}
