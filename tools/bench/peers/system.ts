import type { DatabaseMeter } from '../harness.ts'
import type { LoadRequest } from '../load.ts'
import type { BenchServer } from '../processes.ts'
import type { Purchase } from './purchase.ts'

/** A shop system that is measured: ours, or one of the peers. Installed, and with the catalog in its database. */
export interface System {
  name: SystemName
  version: string
  /** Size of what npm installed to run it. */
  modulesMb: number
  meter: DatabaseMeter
  /** One process, its database up. */
  start(): Promise<BenchServer>
  /** What is asked of it once it runs. */
  work(url: string): Promise<Work>
  close(): Promise<void>
}

export type SystemName = 'ours' | 'ours, CACHE=off' | 'Vendure' | 'Medusa'

/**
 * The same for all: 20 products from a random offset, 20 that match a word, who is signed in, and one product bought.
 */
export interface Work {
  list: LoadRequest[]
  search: LoadRequest[]
  profile: LoadRequest[]
  purchase: Purchase
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

/** Offsets of the list, the same in every run, up to the last page of the products for sale. */
export function offsets(forSale: number): number[] {
  const pages = Math.floor(forSale / pageSize)
  return Array.from({ length: 120 }, (_, n) => ((Math.imul(n + 1, 2_654_435_761) >>> 0) % pages) * pageSize)
}

/** Words of product names. */
export const words = ['vintage', 'christmas', 'heart', 'metal', 'glass', 'candle', 'pink', 'bag']

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
