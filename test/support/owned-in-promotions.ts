import type { TestApp } from './app.ts'
import type { TestMerchant } from './factories.ts'
import { makeGroup } from './groups.ts'
import { makeProduct } from './products.ts'
import { makePromotion } from './promotions.ts'

interface Shops {
  service: TestApp
  shop: TestMerchant
  rival: TestMerchant
}

const lists = {
  product_ids: async ({ service, shop }: Shops) => (await makeProduct(service, shop)).id,
  group_ids: async ({ service, shop }: Shops) => (await makeGroup(service, shop)).id,
  collection_ids: async ({ service, shop }: Shops) => {
    const body = { name: 'Picked by the owner' }
    const answer = await service.request('POST', '/admin/collections', { headers: shop.owner.headers, body })
    return answer.body.data.id as string
  },
}

const everything = { all: true }
const sets = (buy: object, get: object) => ({
  kind: 'buy_x_get_y',
  buy: { quantity: 1, of: buy },
  get: { quantity: 1, of: get },
})

const places: Record<string, (choice: object) => object> = {
  applies_to: (applies_to) => ({ kind: 'percentage', percent: 10, applies_to }),
  'buy.of': (of) => sets(of, everything),
  'get.of': (of) => sets(everything, of),
}

const refused = /^\{"status":400,"error":\{"code":"VALIDATION_ERROR"/

/** Ids in the choices of promotions: each is refused as an unknown one. */
export const idsOfPromotions = Object.fromEntries(
  Object.entries(places).flatMap(([place, bodyWith]) =>
    Object.entries(lists).flatMap(([list, make]) =>
      (['', 'except.'] as const).flatMap((within) => {
        const body = (id: string) =>
          bodyWith(within === '' ? { [list]: [id] } : { ...everything, except: { [list]: [id] } })
        const field = `${place}.${within}${list}[]`
        return [
          [
            `createPromotion ${field}`,
            async (world: Shops) => ({
              id: await make(world),
              body: (id: string) => ({ name: 'Offer', ...body(id) }),
              refused,
            }),
          ],
          [
            `updatePromotion ${field}`,
            async (world: Shops) => ({
              id: await make(world),
              path: { id: (await makePromotion(world.service, world.rival)).id as string },
              // The promotion has a percentage, which sets do not know.
              body: (id: string) => ({ percent: null, ...body(id) }),
              refused,
            }),
          ],
        ] as const
      }),
    ),
  ),
)
