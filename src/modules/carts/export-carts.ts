import type { Exporter } from '#src/modules/identity/index.ts'
import { selectCartsOf, selectGuestCarts } from './queries.ts'
import { Cart, presentCart } from './schemas.ts'

/** Number of shops whose carts are read at once. */
const atOnce = 20

export const exportCarts: Exporter = {
  name: 'carts',
  schema: Cart,
  async *pages({ shop, everyShop }, { id: userId, merchantIds }) {
    const asGuest = await Promise.all(everyShop.map((db) => selectGuestCarts(db, userId)))
    const all = new Set([...merchantIds, ...asGuest.flat()])
    for (const [db, ids] of Map.groupBy(all, shop)) {
      for (let at = 0; at < ids.length; at += atOnce) {
        const keys = ids.slice(at, at + atOnce).map((merchantId) => ({ merchantId, userId }))
        const carts = await selectCartsOf(db, keys)
        yield carts.filter(({ lines }) => lines.length > 0).map(presentCart)
      }
    }
  },
}
