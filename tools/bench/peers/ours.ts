import { fileURLToPath } from 'node:url'
import type { Bench, Dataset } from '../context.ts'
import { commit } from '../report.ts'
import { restock } from '../rows/orders.ts'
import { pick } from '../rows/requests.ts'
import { startService } from '../service.ts'
import { startPlainServer } from '../yardsticks.ts'
import { megabytes, productionPackages } from './install.ts'
import type { PurchaseStep } from './purchase.ts'
import { type CatalogProduct, offsets, pageSize, priceChanges, type System, words } from './system.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** A purchase with us. */
export const payOrder: PurchaseStep[] = [
  {
    path: '/user/orders',
    body: { items: [{ product_id: '<product>', quantity: 1 }] },
    expect: 201,
    take: { order: 'data.id' },
  },
  { path: '/user/orders/<order>/payments', body: { method: 'test_success' }, expect: 201 },
]

/** Our service and the plain handler on their dataset, whose products the peers get too. */
export async function openOurs(bench: Bench): Promise<{ systems: System[]; catalog: CatalogProduct[] }> {
  const dataset = await bench.dataset('peers')
  const catalog = await dataset.query<CatalogProduct & { [column: string]: unknown }>(
    `select sku, name, description, category, price_minor::int as price, status = 'active' as "forSale",
            in_stock as "inStock"
       from products order by sku`,
  )
  const system: System = {
    name: 'ours',
    version: commit(),
    modulesMb: productionModules,
    meter: dataset.meter,
    start: () => startService(dataset.url, { TEST_PAYMENTS: 'true', ALLOW_TEST_PAYMENTS_IN_PRODUCTION: 'yes' }),
    async work() {
      const get = (paths: string[]) => paths.map((path, n) => ({ path, headers: pick(dataset.shoppers, n) }))
      const forSale = catalog.filter((product) => product.forSale).length
      const buyable = await dataset.query<{ id: string; price: number }>(
        "select id, price_minor::int as price from products where status = 'active' and in_stock order by id",
      )
      const products = buyable.map(({ id }) => id)
      await restock(dataset, products)
      return {
        list: get(offsets(forSale).map((offset) => `/catalog/products?limit=${pageSize}&offset=${offset}`)),
        search: get(words(catalog).map((word) => `/marketplace/search?q=${word}&limit=${pageSize}`)),
        profile: get(dataset.shoppers.map(() => '/user/profile')),
        writes: priceChanges(buyable, ({ id }, price) => ({
          ...patch(price),
          path: `/admin/products/${id}`,
          headers: { ...json, ...dataset.owner },
        })),
        purchase: {
          shoppers: dataset.shoppers,
          products,
          steps: payOrder,
        },
      }
    },
    close: async () => {},
  }
  return { systems: [system, plainHandler(dataset, catalog)], catalog }
}

/** The same products in one plain table, and nothing around it. */
function plainHandler(dataset: Dataset, catalog: CatalogProduct[]): System {
  return {
    name: 'plain handler',
    version: '',
    modulesMb: async () => 0,
    meter: dataset.meter,
    start: () => startPlainServer(dataset.url),
    async work() {
      const products = await dataset.query<{ id: string; price: number }>(
        'select id, (price * 100)::int as price from plain.products order by id',
      )
      return {
        list: offsets(products.length).map((offset) => ({ path: `/products?offset=${offset}` })),
        search: words(catalog).map((word) => ({ path: `/search?q=${word}` })),
        writes: priceChanges(products, ({ id }, price) => ({
          ...patch(price),
          path: `/products/${id}`,
          headers: json,
        })),
      }
    },
    close: async () => {},
  }
}

const json = { 'content-type': 'application/json' }
const patch = (pence: number) => ({ method: 'PATCH' as const, body: JSON.stringify({ price: pence / 100 }) })

/** Size of `npm ci --omit=dev`, without the embedded PostgreSQL: the peers have none. */
async function productionModules(): Promise<number> {
  const folders = (await productionPackages(root)).filter((folder) => !folder.includes('embedded'))
  const sizes = await Promise.all(folders.map((folder) => megabytes(folder, { nested: false })))
  return sizes.reduce((sum, size) => sum + size, 0)
}
