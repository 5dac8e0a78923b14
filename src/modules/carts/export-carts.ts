import type { Exporter } from '#src/platform/module.ts'
import { selectCartsOf, selectGuestCarts } from './queries.ts'
import { Cart, presentCart } from './schemas.ts'

/** Number of shops whose carts are read at once. */
const atOnce = 20

export const exportCarts: Exporter = {
  name: 'carts',
  schema: Cart,
  async *pages({ db }, { id: userId, merchantIds }) {
    const ids = [...new Set([...merchantIds, ...(await selectGuestCarts(db, userId))])]
    for (let at = 0; at < ids.length; at += atOnce) {
      const keys = ids.slice(at, at + atOnce).map((merchantId) => ({ merchantId, userId }))
      const carts = await selectCartsOf(db, keys)
      yield carts.filter(({ lines }) => lines.length > 0).map(presentCart)
    }
  },
}
