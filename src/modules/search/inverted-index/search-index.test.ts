import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { createKnownProducts, type ProductFilter } from '#src/modules/catalog/index.ts'
import type { Database } from '#src/platform/db/pool.ts'
import type { PageRange } from '#src/platform/lib/page.ts'
import { totalOf } from '#src/platform/lib/totals.ts'
import { startTestApp, unique } from '#test/support/app.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeProduct, makeProducts } from '#test/support/products.ts'
import {
  categories,
  drawsFrom,
  randomFilter,
  randomProduct,
  randomQuery,
  randomText,
} from '#test/support/random-catalog.ts'
import { until } from '#test/support/until.ts'
import { learnWords } from '../jobs.ts'
import { createKnownWords } from '../known-words.ts'
import type { FoundBy } from '../metrics.ts'
import { type SearchResult, searchProducts } from '../search-products.ts'
import { deleteOldChanges } from './queries.ts'
import { createSearchIndex, type SearchIndex } from './search-index.ts'

const silent = { warn() {} }
const plenty = { mostBytes: 2 ** 28, logger: silent }
const firstPage: PageRange = { limit: 20, offset: 0, after: undefined }

/** Searches with an index and without, each as a process that knows nothing of earlier searches. */
async function searchWith(db: Database, index: SearchIndex | undefined, q: string, filter = {}, request = firstPage) {
  const foundBy: FoundBy[] = []
  const page = await searchProducts(
    {
      db,
      index,
      knownProducts: createKnownProducts(),
      knownWords: createKnownWords(),
      found: (by) => foundBy.push(by),
    },
    { q, filter, sort: 'relevance', order: 'desc', facets: ['merchant', 'category'] },
    { ...request, total: async (_fetched, count) => totalOf(await count()) },
  )
  return { ...page, foundBy: foundBy.at(-1) }
}

const namesOf = ({ page }: SearchResult) => page.items.map(({ json }) => JSON.parse(json).name)

describe('the search index in memory', () => {
  let service: Awaited<ReturnType<typeof startTestApp>>
  let db: Database
  let shops: TestMerchant[]
  let index: SearchIndex
  const draws = drawsFrom(7)

  before(async () => {
    service = await startTestApp()
    db = service.deps.db
    shops = [await makeMerchant(service), await makeMerchant(service)]
    for (const shop of shops)
      await makeProducts(
        service,
        shop,
        Array.from({ length: 1_500 }, () => randomProduct(draws)),
      )
    await learnWords(service.deps)
    index = createSearchIndex(db, plenty)
    await index.catchUp()
  })
  after(async () => {
    await index.stop()
    await service.close()
  })

  /**
   * One of its own, for a test behind those after which the other may not be loaded again yet. It looks for changes
   * only when it is asked: on a slow machine making them takes longer than the time between two looks.
   */
  async function loadIndex(t: TestContext): Promise<SearchIndex> {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const own = createSearchIndex(db, plenty)
    t.mock.timers.reset()
    t.after(() => own.stop())
    await own.catchUp()
    return own
  }

  /** A transaction of any database of the server, until it ends, keeps changes that are younger. */
  const deleteAllChanges = () =>
    until(async () => {
      await deleteOldChanges(db, 0)
      return (await sql`select from product_changes`.execute(db)).rows.length === 0
    }, 'changes to be deleted')

  /** What both find; fails unless it is the same. */
  async function both(q: string, filter: ProductFilter = {}, request = firstPage, own = index) {
    const { foundBy, ...ours } = await searchWith(db, own, q, filter, request)
    const { foundBy: _, ...expected } = await searchWith(db, undefined, q, filter, request)
    assert.deepEqual(ours, expected, JSON.stringify({ q, filter, request }))
    return { ...ours, foundBy }
  }

  const shop = () => shops[0] as TestMerchant

  it('finds the pages that PostgreSQL finds', async () => {
    const by = { memory: 0, database: 0 }
    for (let n = 0; n < 300; n++) {
      const merchantIds = shops.map(({ id }) => id)
      const [q, filter] = [randomQuery(draws), randomFilter(draws, merchantIds)]
      const request = { limit: 1 + draws.below(50), offset: draws.oneIn(3) ? draws.below(100) : 0, after: undefined }
      const { page, foundBy } = await both(q, filter, request)
      if (foundBy !== undefined) by[foundBy]++
      if (page.last !== undefined) await both(q, filter, { ...request, offset: 0, after: page.last })
    }
    assert.ok(by.memory > 250 && by.memory > 20 * by.database, JSON.stringify(by))
  })

  it('finds more than 1,000 matches ranked as PostgreSQL ranks them, at any offset', async () => {
    for (const offset of [0, 10, 400, 1_000]) {
      const { page, foundBy } = await both('red', {}, { limit: 50, offset, after: undefined })
      assert.ok(page.total.total > 1_000 && foundBy === 'memory', `${page.total.total}`)
    }
  })

  it('sees every kind of change with the next search', async () => {
    const some = sql`select id from products order by random() limit ${sql.lit(5)}`
    const changes = [
      () => makeProducts(service, shop(), [randomProduct(draws), randomProduct(draws)]),
      () => sql`delete from products where id in (select id from products order by random() limit 1)`.execute(db),
      () => sql`update products set price_common = ${draws.below(400_000)} where id in (${some})`.execute(db),
      () => sql`update products set status = 'archived' where id in (${some})`.execute(db),
      () => sql`update products set status = 'active' where id in (${some})`.execute(db),
      () => sql`update products set category = ${draws.pick(categories)} where id in (${some})`.execute(db),
      () => sql`update products set name = ${randomText(draws, 4)} where id in (${some})`.execute(db),
      () => sql`update products set description = ${randomText(draws, 4)} where id in (${some})`.execute(db),
      () => sql`update stock set on_hand = reserved where product_id in (${some})`.execute(db),
      () => sql`update stock set on_hand = reserved + 5 where product_id in (${some})`.execute(db),
    ]
    for (let n = 0; n < 100; n++) {
      await draws.pick(changes)()
      const filter = randomFilter(
        draws,
        shops.map(({ id }) => id),
      )
      const { foundBy } = await both(randomText(draws, 2), filter)
      assert.equal(foundBy, 'memory')
    }
  })

  it('sees what is committed after later transactions were', async () => {
    const [early, late] = [unique('Early').replaceAll('-', ''), unique('Late').replaceAll('-', '')]
    const [one, other] = await makeProducts(service, shop(), [{ name: 'one' }, { name: 'other' }])
    await db.transaction().execute(async (open) => {
      await open.updateTable('products').set({ name: early }).where('id', '=', String(one?.id)).execute()
      assert.deepEqual(namesOf(await both(early)), [])
      await db.updateTable('products').set({ name: late }).where('id', '=', String(other?.id)).execute()
      assert.deepEqual(namesOf(await both(late)), [late])
      assert.deepEqual(namesOf(await both(early)), [])
    })
    const found = await both(early)
    assert.deepEqual([namesOf(found), found.foundBy], [[early], 'memory'])
  })

  it('sees what each request wrote before it, during many others', async () => {
    const word = unique('Race').replaceAll('-', '')
    await Promise.all(
      Array.from({ length: 6 }, async (_, writer) => {
        for (let n = 0; n < 12; n++) {
          const own = `${word}w${writer}n${n}`
          const { id } = await makeProduct(service, shop(), { name: own })
          assert.deepEqual(namesOf(await searchWith(db, index, own)), [own])
          await db.updateTable('products').set({ status: 'archived' }).where('id', '=', id).execute()
          assert.deepEqual(namesOf(await searchWith(db, index, own)), [])
        }
      }),
    )
  })

  it('is built anew after more changes than it reads at once, and after most documents were replaced', async (t) => {
    const word = unique('Bulk').replaceAll('-', '')
    const behind = await loadIndex(t)
    for (let made = 0; made < 5_500; made += 500) {
      await makeProducts(
        service,
        shop(),
        Array.from({ length: 500 }, (_, n) => ({ name: `${word} ${made + n}` })),
      )
    }
    const { page, foundBy } = await both(word, {}, firstPage, behind)
    assert.deepEqual([page.total.total, foundBy], [5_500, 'database'])
    const anew = await loadIndex(t)
    const bytes = anew.bytes()
    for (let n = 0; n < 4; n++) {
      await sql`update products set name = name || ' v' where name like ${`${word}%`} and sku < 'SKU-c'`.execute(db)
      await anew.catchUp()
    }
    const found = await searchWith(db, anew, word)
    assert.deepEqual([found.page.total.total, found.foundBy], [5_500, 'database'])
    assert.ok(bytes > 0 && anew.bytes() === 0)
    await sql`delete from products where name like ${`${word}%`}`.execute(db)
  })

  it('leaves a text that is a SKU to PostgreSQL', async (t) => {
    const own = await loadIndex(t)
    const sku = unique('Plain')
    await makeProduct(service, shop(), { name: 'Nothing like it', sku })
    const found = await both(sku, {}, firstPage, own)
    assert.deepEqual([namesOf(found)[0], found.foundBy], ['Nothing like it', 'database'])
  })

  it('that is too large is given up, once, and PostgreSQL finds the pages', async () => {
    const warnings: unknown[] = []
    const logger = { warn: (...said: unknown[]) => warnings.push(said) }
    const small = createSearchIndex(db, { mostBytes: 200_000, logger })
    await small.catchUp()
    await small.catchUp()
    assert.deepEqual([warnings.length, small.bytes()], [1, 0])
    assert.equal((await searchWith(db, small, 'red')).foundBy, 'database')
    await small.stop()
  })

  it('of another database is lost when the address leads there', async (t) => {
    const elsewhere = await startTestApp()
    const name = unique('Elsewhere').replaceAll('-', '')
    await makeProduct(elsewhere, await makeMerchant(elsewhere), { name })
    let current = db
    const either = new Proxy(db, {
      get(_, property) {
        const value: unknown = Reflect.get(current, property, current)
        return typeof value === 'function' ? value.bind(current) : value
      },
    })
    const following = createSearchIndex(either, plenty)
    t.after(async () => {
      await following.stop()
      await elsewhere.close()
    })
    await following.catchUp()
    assert.equal((await searchWith(either, following, 'red')).foundBy, 'memory')
    current = elsewhere.deps.db
    const found = await searchWith(either, following, name)
    assert.deepEqual([namesOf(found), found.foundBy], [[name], 'database'])
  })

  it('does not lose a change of a transaction that is open while old changes are deleted', async (t) => {
    const name = unique('Open').replaceAll('-', '')
    const { id } = await makeProduct(service, shop(), { name: 'before' })
    const own = await loadIndex(t)
    await db.transaction().execute(async (open) => {
      await open.updateTable('products').set({ name }).where('id', '=', id).execute()
      for (let n = 0; n < 3; n++) await deleteOldChanges(db, 0)
    })
    await deleteOldChanges(db, 0)
    const { rows } = await sql`select from product_changes where products @> array[${id}::uuid]`.execute(db)
    assert.ok(rows.length > 0)
    assert.deepEqual(namesOf(await both(name, {}, firstPage, own)), [name])
  })

  it('passes over changes of a dump that was taken where numbers of transactions were higher', async (t) => {
    const own = await loadIndex(t)
    const restored = sql`insert into product_changes values ('9000000000000', array[gen_random_uuid()])`
    await restored.execute(db)
    assert.equal((await both('blue', {}, firstPage, own)).foundBy, 'memory')
    await sql`delete from product_changes`.execute(db)
  })

  it('is built anew if changes that it has not read are deleted', async (t) => {
    const name = unique('Deleted').replaceAll('-', '')
    const own = await loadIndex(t)
    await makeProduct(service, shop(), { name })
    await deleteAllChanges()
    assert.deepEqual(namesOf(await both(name, {}, firstPage, own)), [name])
    assert.equal((await searchWith(db, await loadIndex(t), name)).foundBy, 'memory')
  })
})
