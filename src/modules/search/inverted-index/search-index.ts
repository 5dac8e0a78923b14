import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ProductKey } from '#src/modules/catalog/index.ts'
import type { Database } from '#src/platform/db/pool.ts'
import { gatherReads } from '#src/platform/lib/gathered-reads.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import type { PageRange } from '#src/platform/lib/page.ts'
import { type FoundInIndex, findPage, type IndexedSearch } from './find-page.ts'
import { createInvertedIndex, type IndexedProduct, type InvertedIndex } from './inverted-index.ts'
import { mostDocuments } from './postings.ts'
import { type ChangedDocument, documentsAtOnce, readChanges, readDocuments, readStockAt } from './queries.ts'
import { parseSnapshot, type Snapshot } from './snapshots.ts'

/**
 * Searches by relevance from an inverted index in the memory of this process. It holds the documents of one snapshot
 * of the database. The statement that reads the stock of a page says whether products have changed since; if so, they
 * are read and the search runs again. So every page is as one statement would have found it, and a process that has
 * not loaded its index yet, or lost it, lets PostgreSQL find the page.
 */
export interface SearchIndex {
  /** The page, or undefined if PostgreSQL has to find it. */
  find(search: IndexedSearch, request: PageRange): Promise<FoundInMemory | undefined>
  /** Loads it if it is not there, and reads what has changed; resolves when it is current or cannot be. */
  catchUp(): Promise<void>
  /** Memory that it takes, 0 while it cannot be used. */
  bytes(): number
  stop(): Promise<void>
}

export interface FoundInMemory extends Omit<FoundInIndex, 'products'> {
  keys: ProductKey[]
  /** The state of the dictionary that they were found in. */
  mark: string
}

export interface SearchIndexOptions {
  /** Beyond it PostgreSQL is searched. */
  mostBytes: number
  logger: Pick<Logger, 'warn'>
}

/** The index, and the state of the database that it has. */
interface Loaded {
  index: InvertedIndex
  server: string
  snapshot: Snapshot
  /** Counts what was put in: what is found is valid for one version. */
  version: number
  /** Of the last statement that read the snapshot; milliseconds of `performance.now()`. */
  readAt: number
  /** False while documents are put in. */
  isWhole: boolean
}

/** Products found in one version of an index. */
interface Question {
  state: Loaded
  version: number
  products: readonly IndexedProduct[]
}

/** No transaction has a number like this. */
const endOfTime: Snapshot = { oldest: '18446744073709551615', next: '18446744073709551615', running: [] }

/** More changes than this at once, and it is built anew. */
const mostChanges = 5_000
/** Of the time that loading takes, before it is loaded again: during a large import it is lost again and again. */
const pausesPerLoad = 10
/** Documents put in without a pause, which take some milliseconds if they are long. */
const slice = 50
const lookMs = 5_000
/** Searches that find the index changed when their statement is there; the next is left to PostgreSQL. */
const mostAttempts = 3

export function createSearchIndex(db: Database, { mostBytes, logger }: SearchIndexOptions): SearchIndex {
  let loaded: Loaded | undefined
  let catchingUp: Promise<void> | undefined
  let stopped = false
  let isFull = false
  let nextLoadAt = 0

  /** False if they are too many. */
  async function put({ index }: Loaded, documents: readonly ChangedDocument[]): Promise<boolean> {
    for (const [number, document] of documents.entries()) {
      if (number % slice === slice - 1) await nextTurn()
      if (document.version === null) index.remove(document.product_id)
      else index.put(document)
    }
    return index.columns.count <= mostDocuments - mostChanges && index.bytes() <= mostBytes
  }

  function readAhead(after?: string): Promise<ChangedDocument[]> {
    const batch = readDocuments(db, after)
    // A failure is found when the batch is awaited; after a stop nobody does.
    batch.catch(() => {})
    return batch
  }

  /** Batches are read one after the other; what changes meanwhile is read again afterwards. */
  async function load(): Promise<Loaded | 'full'> {
    const readAt = performance.now()
    const { snapshot, server } = await readChanges(db, endOfTime, 0)
    const index = createInvertedIndex()
    const state = { index, server, snapshot: parseSnapshot(snapshot), version: 0, readAt, isWhole: false }
    let batch = readAhead()
    while (!stopped) {
      const documents = await batch
      const isLast = documents.length < documentsAtOnce
      // The next is read while this one is put in.
      if (!isLast) batch = readAhead(documents.at(-1)?.product_id)
      if (!(await put(state, documents))) return 'full'
      if (isLast) break
    }
    nextLoadAt = performance.now() + pausesPerLoad * (performance.now() - readAt)
    return state
  }

  async function readNext(state: Loaded): Promise<'current' | 'lost' | 'full'> {
    const readAt = performance.now()
    const { snapshot, server, documents } = await readChanges(db, state.snapshot, mostChanges)
    if (server !== state.server || documents === undefined || isWasteful(state.index)) return 'lost'
    if (documents.length > 0) {
      state.isWhole = false
      state.version++
      if (!(await put(state, documents))) return 'full'
    }
    Object.assign(state, { snapshot: parseSnapshot(snapshot), readAt, isWhole: true })
    return 'current'
  }

  async function bringUpToDate(): Promise<void> {
    if (isFull || stopped) return
    if (loaded === undefined && performance.now() < nextLoadAt) return
    const state = loaded ?? (await load())
    if (stopped) return
    const outcome = state === 'full' ? state : await readNext(state)
    loaded = outcome === 'current' && state !== 'full' ? state : undefined
    if (outcome !== 'full') return
    isFull = true
    logger.warn({ mostBytes }, 'the catalog does not fit into the memory for searches; PostgreSQL is searched')
  }

  function catchUp(): Promise<void> {
    catchingUp ??= bringUpToDate().finally(() => {
      catchingUp = undefined
    })
    return catchingUp
  }

  /** The stock of many pages in one statement, and what it says of the index that they were found in. */
  const ask = gatherReads(
    async (questions: readonly Question[]) => {
      const state = loaded
      if (!state?.isWhole) return undefined
      const { snapshot, version } = state
      const readAt = performance.now()
      const current = questions.filter((question) => question.state === state && question.version === version)
      const products = current.flatMap((question) => question.products)
      const { available, mark, ...seen } = await readStockAt(db, snapshot, products)
      if (seen.changed || seen.server !== state.server) return undefined
      // What others have put in since then is of a later snapshot.
      if (state.snapshot === snapshot) Object.assign(state, { snapshot: parseSnapshot(seen.snapshot), readAt })
      return { mark, available: shareOut(current, available?.split(',') ?? []) }
    },
    { atOnce: 1, most: 32 },
  )

  const timer = setInterval(() => {
    if (loaded !== undefined && performance.now() - loaded.readAt < lookMs) return
    // It is tried again; searches meanwhile say what is wrong with the database.
    catchUp().catch(() => {})
  }, lookMs)
  timer.unref()

  return {
    async find(search, request) {
      for (let attempt = 0; attempt < mostAttempts; attempt++) {
        const state = loaded
        if (!state?.isWhole) return undefined
        const found = findPage(state.index, search, request)
        if (found === undefined) return undefined
        const { products, ...rest } = found
        const question = { state, version: state.version, products }
        const answer = await ask(question)
        const available = answer?.available.get(question)
        // Of a shop that is moving this service sees no stock, and PostgreSQL no product.
        if (available?.includes('')) return undefined
        if (answer !== undefined && available !== undefined) {
          const keys = products.map(({ id, stamp }, n) => ({ id, stamp, available: Number(available[n]) }))
          return { ...rest, mark: answer.mark, keys }
        }
        if (answer === undefined) await catchUp()
      }
      return undefined
    },
    catchUp,
    bytes: () => (loaded?.isWhole ? loaded.index.bytes() : 0),
    async stop() {
      stopped = true
      clearInterval(timer)
      await catchingUp?.catch(() => {})
    },
  }
}

/** To each question what there is of its products. */
function shareOut(questions: readonly Question[], available: readonly string[]): Map<Question, readonly string[]> {
  let next = 0
  return new Map(
    questions.map((question) => {
      const first = next
      next += question.products.length
      return [question, available.slice(first, next)]
    }),
  )
}

/** Documents that were replaced cost memory and time. */
function isWasteful({ columns, wasted }: InvertedIndex): boolean {
  return wasted() > 10_000 && wasted() > columns.count / 3
}
