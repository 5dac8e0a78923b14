import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestApp, unique } from '#test/support/app.ts'
import { makeMerchant, makeUser, type SignedInUser, type TestMerchant } from '#test/support/factories.ts'
import { makeProduct, makeProducts, type TestProduct } from '#test/support/products.ts'
import { startAppThatTellsStatements, statementsOf } from '#test/support/statements.ts'
import { learnWords } from './jobs.ts'

describe('page cache of GET /catalog/products and GET /marketplace/search', () => {
  let service: Awaited<ReturnType<typeof startTestApp>>
  let other: Awaited<ReturnType<typeof startTestApp>>
  let forgetful: Awaited<ReturnType<typeof startTestApp>>
  let user: SignedInUser
  let merchant: TestMerchant
  let lamps: TestProduct[]
  const word = unique('Lamp').replaceAll('-', '')
  before(async () => {
    service = await startAppThatTellsStatements()
    other = await startTestApp({}, service.databaseUrl)
    forgetful = await startTestApp({ CACHE: 'off' }, service.databaseUrl)
    user = await makeUser(service)
    merchant = await makeMerchant(service)
    lamps = await makeProducts(
      service,
      merchant,
      Array.from({ length: 25 }, (_, n) => ({ name: `${word} ${n}`, category: `C${n % 3}`, price: n + 1, onHand: 2 })),
    )
  })
  after(async () => {
    await forgetful.close()
    await other.close()
    await service.close()
  })

  const ask = async (app: TestApp, query: string) => {
    const url = query.startsWith('/') ? query : `/marketplace/search?${query}`
    const answer = await app.request('GET', url, { headers: user.headers })
    assert.equal(answer.status, 200)
    return answer.body.data
  }
  /** Number of statements that a request runs. */
  const statementsFor = async (app: TestApp, query: string) => (await statementsOf(() => ask(app, query))).length
  const queries = () => [
    `q=${word}&facets=category,merchant`,
    `q=${word}&sort=price&order=desc&limit=5&offset=5`,
    `q=${word}+lamp&in_stock=true&min_price=3`,
    `facets=category,merchant&merchant_id=${merchant.id}&max_price=9`,
    `/catalog/products?merchant_id=${merchant.id}&limit=100`,
    `/catalog/products?merchant_id=${merchant.id}&sort=name&order=desc&limit=5&offset=5`,
    `/catalog/products?merchant_id=${merchant.id}&in_stock=true&min_price=3&sort=price`,
    '/catalog/products?category=C1',
  ]

  it('a repeated search runs one statement and answers the same', async () => {
    const query = `q=${word}&facets=category,merchant&limit=7`
    await learnWords(service.deps)
    const first = await ask(service, query)
    assert.equal(await statementsFor(service, query), 1)
    assert.deepEqual(await ask(service, query), first)
    const cursor = `${query}&cursor=${first.pagination.next_cursor}`
    const second = await ask(service, cursor)
    assert.deepEqual(await ask(service, cursor), second)
    assert.deepEqual(second.items, (await ask(forgetful, `${query}&offset=7`)).items)
  })

  it('a repeated list runs one statement and answers the same', async () => {
    await learnWords(service.deps)
    for (const price of ['', '&max_price=20']) {
      const list = `/catalog/products?merchant_id=${merchant.id}&sort=price&limit=7${price}`
      const first = await ask(service, list)
      assert.equal(await statementsFor(service, list), 1)
      assert.deepEqual(await ask(service, list), first)
      const cursor = `${list}&cursor=${first.pagination.next_cursor}`
      const second = await ask(service, cursor)
      assert.deepEqual(await ask(service, cursor), second)
      assert.deepEqual(second.items, (await ask(forgetful, `${list}&offset=7`)).items)
    }
  })

  it('with CACHE=off every search is read from the database', async () => {
    const query = `q=${word}`
    await ask(forgetful, query)
    assert.equal(await statementsFor(forgetful, query), 2)
  })

  it('a cache hit shows the current stock: a change that leaves some is seen without a new search', async () => {
    const query = `q=${word}&limit=1`
    await learnWords(service.deps)
    const [{ id, available }] = (await ask(service, query)).items
    await service.deps.db
      .updateTable('stock')
      .set({ on_hand: available + 1 })
      .where('product_id', '=', id)
      .execute()
    assert.equal(await statementsFor(service, query), 1)
    assert.equal((await ask(service, query)).items[0].available, available + 1)
  })

  it('concurrent cache hits share statements, and each sees what was committed before its request', async () => {
    const query = `q=${word}&limit=1`
    await learnWords(service.deps)
    const [{ id }] = (await ask(service, query)).items
    let stocked = 100
    let selling = true
    const stock = async () => {
      while (selling) {
        await other.deps.db
          .updateTable('stock')
          .set({ on_hand: stocked + 1 })
          .where('product_id', '=', id)
          .execute()
        stocked++
      }
    }
    const look = async () => {
      const before = stocked
      const { available } = (await ask(service, query)).items[0]
      assert.ok(available >= before, `${available} available in an answer, after ${before} was committed`)
    }
    await other.deps.db.updateTable('stock').set({ on_hand: stocked }).where('product_id', '=', id).execute()
    const stocking = stock()
    const sent = await statementsOf(async () => {
      for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 30 }, look))
    }).finally(() => {
      selling = false
    })
    await stocking
    assert.ok(stocked > 100)
    // How many share one depends on the load; that none ever did would be 300.
    const looks = sent.filter((text) => text.includes('catalog_changes')).length
    assert.ok(looks > 0 && looks < 300, `${looks} statements for 300 answers`)
  })

  const changes: Record<string, (product: TestProduct) => Promise<unknown>> = {
    'a new product': () => makeProduct(other, merchant, { name: `${word} new`, category: 'C1' }),
    'a new name': ({ id }) => change(id, { name: `${word} renamed` }),
    'another category': ({ id }) => change(id, { category: 'C9' }),
    'a price': ({ id }) => change(id, { price_common: 5_500, price_minor: 550 }),
    'a status': ({ id }) => change(id, { status: 'archived' }),
    'the last one sold': ({ id }) =>
      other.deps.db.updateTable('stock').set({ on_hand: 0 }).where('product_id', '=', id).execute(),
    'a deleted product': ({ id }) => other.deps.db.deleteFrom('products').where('id', '=', id).execute(),
    'a fold of the dictionary': () => learnWords(other.deps),
    'a merchant’s new name': () =>
      other.deps.db
        .updateTable('merchants')
        .set({ name: unique('Shop') })
        .where('id', '=', merchant.id)
        .execute(),
  }
  const change = (id: string, values: Record<string, unknown>) =>
    other.deps.db.updateTable('products').set(values).where('id', '=', id).execute()

  for (const [index, [what, work]] of Object.entries(changes).entries()) {
    it(`${what}, committed by another process, is seen by the next request`, async () => {
      for (const query of queries()) await ask(service, query)
      const product = lamps[index * 2 + 1]
      assert.ok(product)
      await work(product)
      for (const query of queries()) {
        assert.deepEqual(await ask(service, query), await ask(forgetful, query), `${what}: ${query}`)
      }
    })
  }

  it('changes that are not committed, or rolled back, are not seen', async () => {
    const query = `q=${word}&facets=category`
    const before = await ask(service, query)
    const undone = new Error('undone')
    const attempt = other.deps.db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('products').where('merchant_id', '=', merchant.id).execute()
      assert.deepEqual(await ask(service, query), before)
      throw undone
    })
    await assert.rejects(attempt, undone)
    assert.deepEqual(await ask(service, query), before)
  })

  it('while two processes write and a third folds, each sees its own writes', async () => {
    const own = unique('Own').replaceAll('-', '')
    const write = async (app: TestApp) => {
      for (let n = 1; n <= 20; n++) {
        await makeProduct(app, merchant, { name: `${own}${app === other ? 'x' : 'y'} ${n}` })
        const { pagination, facets } = await ask(app, `q=${own}${app === other ? 'x' : 'y'}&facets=merchant&limit=1`)
        assert.equal(pagination.total, n)
        assert.equal(facets.merchant[0].count, n)
      }
    }
    let writing = true
    const folds = (async () => {
      while (writing) await learnWords(forgetful.deps)
    })()
    await Promise.all([write(service), write(other)]).finally(() => {
      writing = false
    })
    await folds
    await learnWords(service.deps)
    const { rows } = await sql<{ left: number }>`select count(*)::int as left from catalog_changes`.execute(
      service.deps.db,
    )
    assert.deepEqual(rows, [{ left: 1 }])
  })
})
