import { counted, draw, seeded, zipf } from '../draws.ts'
import type { DatabaseMeter } from '../harness.ts'
import { priceChangesPerSecond } from '../live/shop.ts'
import type { WriteKind } from '../live/writer.ts'
import type { LoadRequest } from '../load.ts'
import type { BenchServer } from '../processes.ts'
import { pick } from '../rows/requests.ts'
import type { Purchase } from './purchase.ts'

/** A shop system that is measured: ours, or one of the peers. Installed, and with the catalog in its database. */
export interface System {
  name: SystemName
  version: string
  /** Size of what npm installed to run it. */
  modulesMb(): Promise<number>
  meter: DatabaseMeter
  /** One process, its database up. */
  start(): Promise<BenchServer>
  /** Requests to the running system. */
  work(url: string): Promise<Work>
  close(): Promise<void>
}

/** The plain handler is not a shop: it only lists and searches, as a reference for the machine. */
export type SystemName = 'ours' | 'plain handler' | 'Vendure' | 'Medusa'

/** The same for all: pages of the list, searches of a word, who is signed in, and one product bought. */
export interface Work {
  list: LoadRequest[]
  search: LoadRequest[]
  profile?: LoadRequest[]
  purchase?: Purchase
  /** Background load of lists and searches. */
  writes: WriteKind[]
}

/** A product as every system gets it. */
export interface CatalogProduct {
  sku: string
  name: string
  description: string
  category: string
  /** In pence. */
  price: number
  forSale: boolean
  /** Far more than is bought, or none. */
  inStock: boolean
}

export const pageSize = 20

const drawn = 2_048

/** Offsets of whole pages of the products for sale, the k-th page as often as 1/k; the same in every run. */
export function offsets(forSale: number): number[] {
  const next = zipf(Math.floor(forSale / pageSize), seeded(11))
  return draw(drawn, () => next() * pageSize)
}

const meaningless = new Set(['with', 'from', 'this', 'that'])

/** Words of product names, the k-th most frequent as often as 1/k. */
export function words(catalog: readonly Pick<CatalogProduct, 'name'>[]): string[] {
  const all = catalog.flatMap(({ name }) => [...new Set(name.toLowerCase().match(/[a-z]{4,}/g))])
  const frequent = [...counted(all).keys()].filter((word) => !meaningless.has(word)).slice(0, 200)
  const next = zipf(frequent.length, seeded(12))
  return draw(drawn, () => pick(frequent, next()))
}

/** Prices that change all the time, of any product for sale; in pence. */
export function priceChanges<Product extends { price: number }>(
  products: readonly Product[],
  request: (product: Product, price: number) => LoadRequest,
  proof = '',
): WriteKind[] {
  const random = seeded(13)
  const requests = draw(512, () => {
    const product = pick(products, Math.floor(random() * products.length))
    return request(product, Math.max(1, Math.round(product.price * (0.8 + random() * 0.4))))
  })
  return [{ name: 'price changes', perSecond: priceChangesPerSecond, requests, expect: 200, proof }]
}

/** @throws unless it is answered with success. */
export async function postJson(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<{ headers: Headers; body: unknown }> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text.slice(0, 500)}`)
  return { headers: answer.headers, body: JSON.parse(text) }
}
