import type { Dataset } from '../context.ts'
import { counted, draw, seeded, shuffled, zipf } from '../draws.ts'
import type { LoadRequest } from '../load.ts'
import type { BenchServer } from '../processes.ts'
import { getJson, pick } from './requests.ts'

/** A request to the service, and the one to the plain handler that asks for the same. */
export interface Asked {
  ours: string
  plain: string
}

/** Requests that are new to a process, and similar ones to warm it up. */
export interface FirstTime {
  asked: Asked[]
  warmUp: Asked[]
}

export const pageSize = 20
/** Deeper pages are read by cursor. */
const deepestOffset = 10_000
/** Requests of one load that repeats them: so many that they show the whole distribution. */
const drawn = 8_192

export function requestsOf(asked: readonly Asked[], dataset: Dataset): { ours: LoadRequest[]; plain: LoadRequest[] } {
  return {
    ours: asked.map(({ ours }, n) => ({ path: ours, headers: pick(dataset.shoppers, n) })),
    plain: asked.map(({ plain }) => ({ path: plain })),
  }
}

const byOffset = (offset: number, limit = pageSize): Asked => ({
  ours: `/catalog/products?limit=${limit}&offset=${offset}`,
  plain: `/products?offset=${offset}`,
})

/** Every page of the list, the k-th as often as 1/k: by offset, and beyond 10,000 by cursor. */
export async function pagesByZipf(service: BenchServer, dataset: Dataset, limit = pageSize): Promise<Asked[]> {
  const total = await countPlain(dataset)
  const near = Math.min(Math.ceil(total / pageSize), deepestOffset / pageSize)
  const deep = total <= deepestOffset ? [] : await deepPages(service, dataset, 1_024)
  const next = zipf(Math.ceil(total / pageSize), seeded(3))
  return draw(drawn, () => {
    const page = next()
    if (page < near) return byOffset(page * pageSize, limit)
    return pick(deep, Math.floor(((page - near) / (total / pageSize - near)) * deep.length))
  })
}

/** Pages that each begin at another product, about as deep as by Zipf: a start that is taken moves to the next. */
export async function pagesOnce(dataset: Dataset, count: number): Promise<Asked[]> {
  const last = Math.min(await countPlain(dataset), deepestOffset) - pageSize
  const random = seeded(4)
  const next = zipf(Math.ceil(last / pageSize), random)
  const offsets = new Set<number>()
  while (offsets.size < Math.min(count, last)) {
    let offset = next() * pageSize + Math.floor(random() * pageSize)
    while (offsets.has(offset % last)) offset++
    offsets.add(offset % last)
  }
  return [...offsets].map((offset) => byOffset(offset))
}

/** Pages anywhere in the list by cursor, each once, in any order: runs of pages that follow each other. */
export async function deepPages(service: BenchServer, dataset: Dataset, count: number): Promise<Asked[]> {
  const total = await countPlain(dataset)
  const run = 16
  const starts = Math.ceil(count / run)
  const pages: Asked[] = []
  for (let n = 0; n < starts; n++) {
    const headers = pick(dataset.shoppers, n)
    const room = total - (run + 2) * pageSize
    let path = `/catalog/products?limit=1&offset=${Math.floor((room * n) / starts)}`
    for (let step = 0; step < run; step++) {
      const { items, pagination } = (await getJson(service, headers, path)).data
      path = `/catalog/products?limit=${pageSize}&cursor=${pagination.next_cursor}`
      pages.push({ ours: path, plain: `/products?before=${items.at(-1)?.created_at}` })
    }
  }
  return pages
}

/** Pairs of words that at least a page of products contain, the most frequent first. */
export async function wordPairs(dataset: Dataset): Promise<string[]> {
  const products = await dataset.query<{ name: string }>('select name from plain.products limit 10000')
  const names = products.map(({ name }) => [...new Set(name.toLowerCase().match(/[a-z]{3,}/g))].sort())
  const meaningful = await dataset.query<{ word: string }>(
    `select word from unnest($1::text[]) word where to_tsvector('english', word) <> ''`,
    [[...counted(names.flat()).keys()]],
  )
  const common = new Set(meaningful.slice(0, 200).map(({ word }) => word))
  const pairs = names.flatMap((words) => {
    const some = words.filter((word) => common.has(word))
    return some.flatMap((word, n) => some.slice(n + 1).map((other) => `${word} ${other}`))
  })
  return [...counted(pairs)].filter(([, count]) => count >= pageSize).map(([pair]) => pair)
}

const search = (words: string): Asked => ({
  ours: `/marketplace/search?q=${encodeURIComponent(words)}&limit=${pageSize}`,
  plain: `/search?q=${encodeURIComponent(words)}`,
})

/** Searches of two words, the k-th most common pair as often as 1/k. */
export async function searchesByZipf(dataset: Dataset): Promise<Asked[]> {
  const pairs = await wordPairs(dataset)
  const next = zipf(pairs.length, seeded(5))
  return draw(drawn, () => search(pick(pairs, next())))
}

/** Each pair of words once in either order; every fourth pair is kept for warming up. */
export async function searchesOnce(dataset: Dataset): Promise<FirstTime> {
  const pairs = await wordPairs(dataset)
  const bothOrders = (some: string[]) =>
    shuffled([...some, ...some.map((pair) => pair.split(' ').reverse().join(' '))].map(search), seeded(6))
  return {
    asked: bothOrders(pairs.filter((_, n) => n % 4 !== 0)),
    warmUp: bothOrders(pairs.filter((_, n) => n % 4 === 0)),
  }
}

/** Checks that both return the same products. */
export async function checkSame(service: BenchServer, plain: BenchServer, asked: readonly Asked[], dataset: Dataset) {
  for (const n of [0, 1, 2, asked.length - 1]) {
    const { ours, plain: path } = pick(asked, n)
    const { items } = (await getJson(service, pick(dataset.shoppers, n), ours)).data
    const answer = (await (await fetch(plain.url + path)).json()) as { items: { id: string }[] }
    const [mine, theirs] = [items, answer.items].map((each) => each.map(({ id }) => id).join())
    if (mine !== theirs) throw new Error(`${ours} and ${path} are different products:\n${mine}\n${theirs}`)
  }
}

async function countPlain(dataset: Dataset): Promise<number> {
  const [row] = await dataset.query<{ count: string }>('select count(*) from plain.products')
  return Number(row?.count)
}
