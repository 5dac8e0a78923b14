import type { Database } from '#src/platform/db/pool/pool.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import type { Background } from '#src/platform/jobs/runner.ts'
import { emit } from '#src/platform/outbox/index.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import type { Dependencies } from './dependencies.ts'
import { type DiscountedCart, withDiscounts } from './discount-cart.ts'
import { cartAbandoned } from './events.ts'
import { findLeftCarts, mailCart } from './mails/mail-carts.ts'
import { abandonIdleCarts, deleteCart, selectCartsOf } from './queries.ts'

const batchSize = 100

/** Abandons carts without activity for the configured time. Runs every quarter of that time, at least every 20 s. */
export const abandonCarts: Sweep<Dependencies> = {
  name: 'abandon-carts',
  everyMs: ({ config }) => Math.min(20_000, Math.max(50, config.CART_ABANDONED_AFTER_SECONDS * 250)),
  async run(deps) {
    while ((await abandonBatch(deps)) === batchSize);
  },
}

/**
 * One batch in one transaction, status and event together: each abandonment emits one event, however many sweeps run.
 */
async function abandonBatch({ db, config }: Pick<Dependencies, 'config'> & { db: Database }): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const keys = await abandonIdleCarts(transaction, config.CART_ABANDONED_AFTER_SECONDS, batchSize)
    if (keys.length === 0) return 0
    const carts = await selectCartsOf(transaction, keys)
    const abandoned = carts.filter((cart) => cart.lines.length > 0)
    const discounted: DiscountedCart[] = []
    for (const cart of abandoned) discounted.push(await withDiscounts(transaction, cart))
    await emit(transaction, discounted.map(cartAbandoned))
    // Its products were deleted.
    for (const cart of carts.filter(({ lines }) => lines.length === 0)) {
      await deleteCart(transaction, { merchantId: cart.merchant_id, userId: cart.user_id })
    }
    return keys.length
  })
}

export const cartsBackground: Background<Dependencies> = {
  jobs: [mailCart],
  sweeps: [abandonCarts, findLeftCarts],
}
