import type { InBody } from './owned-in-orders.ts'
import { created, customerGroup, type World } from './owned-things.ts'
import { makeProduct } from './products.ts'

const unknown = /^\{"status":400,"error":\{"code":"VALIDATION_ERROR".*is not the id of a (product|customer group) of/

export async function priceList({ service, shop: { owner } }: World): Promise<{ id: string }> {
  const body = { name: 'Ours', percent: -5 }
  return created(service.request('POST', '/admin/price-lists', { headers: owner.headers, body }))
}

const product = async ({ service, shop }: World) => (await makeProduct(service, shop)).id
const group = async (world: World) => (await customerGroup(world)).id

const bodies: Record<string, { of(world: World): Promise<string>; body(id: string): object }> = {
  'customers.group_ids[]': { of: group, body: (id) => ({ percent: -5, customers: { group_ids: [id] } }) },
  'product_ids[]': { of: product, body: (id) => ({ percent: -5, product_ids: [id] }) },
  'prices[].product_id': {
    of: product,
    body: (product_id) => ({ percent: null, prices: [{ product_id, amount: 1 }] }),
  },
}

/** Ids in bodies of price lists. */
export const idsOfPriceLists: Record<string, (world: World) => Promise<InBody>> = Object.fromEntries(
  Object.entries(bodies).flatMap(([field, { of, body }]) => [
    [
      `createPriceList ${field}`,
      async (world: World) => ({
        id: await of(world),
        body: (id: string) => ({ name: 'Theirs', ...body(id) }),
        refused: unknown,
      }),
    ],
    [
      `updatePriceList ${field}`,
      async (world: World) => ({
        id: await of(world),
        path: await priceList({ ...world, shop: world.rival }),
        body,
        refused: unknown,
      }),
    ],
  ]),
)
