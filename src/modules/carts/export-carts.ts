import type { Exporter } from '#src/modules/identity/index.ts'
import { selectCartsOf } from './queries.ts'
import { Cart, presentCart } from './schemas.ts'

/** Shops whose carts are read at once. */
const atOnce = 20

export const exportCarts: Exporter = {
  name: 'carts',
  schema: Cart,
  async *pages(db, { id: userId, merchantIds }) {
    for (let at = 0; at < merchantIds.length; at += atOnce) {
      const keys = merchantIds.slice(at, at + atOnce).map((merchantId) => ({ merchantId, userId }))
      yield (await selectCartsOf(db, keys)).map(presentCart)
    }
  },
}
