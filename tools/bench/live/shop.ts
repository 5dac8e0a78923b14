import type { Dataset } from '../context.ts'
import { draw, seeded, zipf } from '../draws.ts'
import type { LoadRequest } from '../load.ts'
import { startCompanion } from '../processes.ts'
import { restock } from '../rows/orders.ts'
import { pick } from '../rows/requests.ts'
import type { WriteKind, WritePlan, Written } from './writer.ts'

/** Background writes of a live shop: orders and price changes, equal for the service and the yardstick. */

export const ordersPerSecond = 50
export const priceChangesPerSecond = 5

/** Products that are ordered; the newer, the more often. */
const ordered = 2_000
const prepared = 2_048
const json = { 'content-type': 'application/json' }

interface Sold {
  id: string
  merchant_id: string
  price: number
  [column: string]: unknown
}

/** The writes of both, drawn alike. Adds enough stock for all of them. */
export async function writesOf(dataset: Dataset): Promise<{ ours: WriteKind[]; plain: WriteKind[] }> {
  const products = await soldProducts(dataset)
  await fillShelves(
    dataset,
    products.map(({ id }) => id),
  )
  const orders = orderedItems(products)
  const changes = draw(prepared, priceChange(products, seeded(2)))
  const kinds = (orderRequests: LoadRequest[], changeRequests: LoadRequest[]): WriteKind[] => [
    { name: 'orders', perSecond: ordersPerSecond, requests: orderRequests, expect: 201 },
    { name: 'price changes', perSecond: priceChangesPerSecond, requests: changeRequests, expect: 200 },
  ]
  return {
    ours: kinds(
      orders.map(({ merchantId, items }, n) => ({
        method: 'POST',
        path: '/user/orders',
        headers: { ...json, ...pick(dataset.shoppers, n), 'merchant-id': merchantId },
        body: JSON.stringify({ items }),
      })),
      changes.map(({ id, merchantId, price }) => ({
        method: 'PATCH',
        path: `/admin/products/${id}`,
        headers: { ...json, ...dataset.owners.get(merchantId) },
        body: JSON.stringify({ price }),
      })),
    ),
    plain: kinds(
      orders.map(({ items }, n) => ({
        method: 'POST',
        path: '/orders',
        headers: json,
        body: JSON.stringify({ user: `shopper${n}`, items }),
      })),
      changes.map(({ id, price }) => ({
        method: 'PATCH',
        path: `/products/${id}`,
        headers: json,
        body: JSON.stringify({ price }),
      })),
    ),
  }
}

/** The newest products in stock of the shops whose owners are signed in. */
async function soldProducts(dataset: Dataset): Promise<Sold[]> {
  return dataset.query<Sold>(
    `select id, merchant_id, price_minor / 100.0 as price from products
      where merchant_id = any ($1) and status = 'active' and in_stock order by created_at desc limit $2`,
    [[...dataset.owners.keys()], ordered],
  )
}

/** Orders of one to three lines, all of one shop. */
function orderedItems(products: readonly Sold[]) {
  const random = seeded(1)
  const next = zipf(products.length, random)
  const byShop = Map.groupBy(products, ({ merchant_id }) => merchant_id)
  return draw(prepared, (n) => {
    const { id, merchant_id } = pick(products, next())
    const ids = new Set([id])
    const shelf = byShop.get(merchant_id) ?? []
    for (let line = 0; line < n % 3; line++) ids.add(pick(shelf, Math.floor(random() * shelf.length)).id)
    return { merchantId: merchant_id, items: [...ids].map((product_id) => ({ product_id, quantity: 1 })) }
  })
}

const priceChange = (products: readonly Sold[], random: () => number) => () => {
  const { id, merchant_id, price } = pick(products, Math.floor(random() * products.length))
  return { id, merchantId: merchant_id, price: Math.max(1, Math.round(price * (80 + random() * 40))) / 100 }
}

const plenty = 1_000_000

/** Equal for both, and far more than is bought. */
export async function fillShelves(dataset: Dataset, productIds: readonly string[]): Promise<void> {
  await restock(dataset, productIds, plenty)
  await dataset.query('update plain.products set available = $2 where id = any ($1)', [productIds, plenty])
  for (const table of ['plain.products', 'products', 'stock']) await dataset.query(`vacuum (analyze) ${table}`)
}

/** Runs `work` during the writes, and returns what was written meanwhile. */
export async function runDuringWrites<T>(url: string, kinds: WriteKind[], work: () => Promise<T>) {
  const writer = startCompanion('./live/writer.ts')
  try {
    await writer.ask({ url, kinds } satisfies WritePlan)
    const result = await work()
    return { result, written: await writer.ask<Written[]>({ stop: true }) }
  } finally {
    await writer.stop()
  }
}

/** Sum of all turns. */
export function describeWrites(turns: readonly Written[][]): string {
  const kinds = [...Map.groupBy(turns.flat(), ({ name }) => name)].map(([name, each]) => {
    const mean = (of: (one: Written) => number) =>
      (each.reduce((sum, one) => sum + of(one), 0) / each.length).toFixed(1)
    const rate = `${mean(({ perSecond }) => perSecond)} ${name}/s`
    const times = `p50 ${mean(({ p50 }) => p50)} ms, p95 ${mean(({ p95 }) => p95)} ms`
    const failed = each.reduce((sum, one) => sum + one.failed, 0)
    return `${rate} (${times}${failed === 0 ? '' : `, ${failed} FAILED: ${each.find(({ fault }) => fault)?.fault}`})`
  })
  return kinds.join(', ')
}
