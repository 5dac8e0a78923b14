import type { Dataset } from '../context.ts'
import type { LoadRequest } from '../load.ts'
import type { BenchServer } from '../processes.ts'

/** Requests of the loads. */

const pageSize = 20

/** The number of different requests a load goes through. */
const variety = 120

/**
 * Pages of the catalog as people read them: half by offset (up to `deepest`), half by cursor from anywhere in the list.
 */
export async function listRequests(
  service: BenchServer,
  dataset: Dataset,
  options: { deepest: number; filters?: string[] },
): Promise<LoadRequest[]> {
  const filters = options.filters ?? ['']
  const requests: LoadRequest[] = []
  for (let n = 0; n < variety / 2; n++) {
    const filter = pick(filters, n)
    const headers = pick(dataset.shoppers, n)
    const offset = Math.floor((options.deepest * scattered(n)) / pageSize) * pageSize
    requests.push({ path: `/catalog/products?limit=${pageSize}&offset=${offset}${filter}`, headers })
    const cursor = await cursorAt(service, headers, filter, scattered(n + variety))
    requests.push({ path: `/catalog/products?limit=${pageSize}${filter}${cursor && `&cursor=${cursor}`}`, headers })
  }
  return requests
}

/** A cursor from a place in the list given by its share (0 to 1), as the service gives it out. */
async function cursorAt(
  service: BenchServer,
  headers: Record<string, string>,
  filter: string,
  share: number,
): Promise<string> {
  const first = await getJson(service, headers, `/catalog/products?limit=1${filter}`)
  const offset = Math.max(0, Math.floor(first.data.pagination.total * share) - 1)
  const page = await getJson(service, headers, `/catalog/products?limit=1&offset=${offset}${filter}`)
  return page.data.pagination.next_cursor
}

interface ListAnswer {
  data: {
    items: { id: string; category: string; merchant_id: string; created_at: string }[]
    pagination: { total: number; next_cursor: string }
  }
}

export async function getJson(
  service: BenchServer,
  headers: Record<string, string>,
  path: string,
): Promise<ListAnswer> {
  const answer = await fetch(service.url + path, { headers })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as ListAnswer
}

/** Every documented filter of the catalog, alone and together, with every sort. */
export async function filtersOf(dataset: Dataset): Promise<string[]> {
  const [category = { category: '' }] = await dataset.query<{ category: string }>(
    'select category from products where category is not null group by 1 order by count(*) desc limit 1',
  )
  const inCategory = `&category=${encodeURIComponent(category.category)}`
  const ofMerchant = `&merchant_id=${dataset.merchantId}`
  return [
    inCategory,
    ofMerchant,
    inCategory + ofMerchant,
    '&in_stock=true',
    '&in_stock=false',
    '&min_price=2&max_price=5',
    '&max_price=1',
    '&min_price=20',
    `&min_price=1&max_price=3${inCategory}&in_stock=true`,
    '&sort=price',
    '&sort=price&order=desc',
    '&sort=name',
    `&sort=name${inCategory}`,
    `&sort=price&in_stock=true${ofMerchant}`,
    '&min_price=3&max_price=4&sort=name',
    `&min_price=2&max_price=8&sort=name&order=desc${inCategory}${ofMerchant}&in_stock=true`,
  ]
}

const searchPath = (words: string, offset: number) =>
  `/marketplace/search?q=${encodeURIComponent(words)}&limit=20&offset=${offset}`

/** Two words that many products share. */
export function searchRequests(dataset: Dataset): LoadRequest[] {
  const pairs = [
    'metal sign',
    'red retrospot',
    'christmas tree',
    'vintage bag',
    'pink heart',
    'glass candle',
    'white rose',
    'blue polkadot',
  ]
  return Array.from({ length: 64 }, (_, n) => ({
    path: searchPath(pick(pairs, n), 20 * (Math.floor(n / pairs.length) % 3)),
    headers: pick(dataset.shoppers, n),
  }))
}

export async function dashboardRequests(dataset: Dataset): Promise<LoadRequest[]> {
  const [row] = await dataset.query<{ day: string }>(
    `select to_char(max(created_at), 'YYYY-MM-DD') as day from orders where merchant_id = $1 and status <> 'pending'`,
    [dataset.merchantId],
  )
  const last = Date.parse(`${row?.day}T00:00:00Z`)
  const day = (ago: number) => new Date(last - ago * 86_400_000).toISOString().slice(0, 10)
  const ranges = [
    `from=${day(29)}&to=${day(0)}`,
    `from=${day(6)}&to=${day(0)}&interval=hour`,
    `from=${day(89)}&to=${day(0)}&interval=week`,
    `from=${day(364)}&to=${day(0)}&interval=month`,
  ]
  return ranges.map((range) => ({ path: `/admin/dashboard?${range}`, headers: dataset.owner }))
}

/** Orders of three lines each over the products given. */
export function orderRequests(dataset: Dataset, productIds: readonly string[], lines = 3): LoadRequest[] {
  return Array.from({ length: 2_048 }, (_, n) => {
    const items = Array.from({ length: lines }, (_, line) => ({
      product_id: pick(productIds, Math.floor(scattered(n * 8 + line) * productIds.length)),
      quantity: 1,
    }))
    return {
      method: 'POST',
      path: '/user/orders',
      headers: { 'content-type': 'application/json', ...pick(dataset.shoppers, n) },
      body: JSON.stringify({ items }),
    }
  })
}

export function pick<T>(values: readonly T[], n: number): T {
  const value = values[n % values.length]
  if (value === undefined) throw new Error('nothing to pick from')
  return value
}

/** Numbers from 0 to below 1 that look random and are the same in every run. */
function scattered(n: number): number {
  return (Math.imul(n + 1, 2_654_435_761) >>> 0) / 2 ** 32
}
