import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { type TestApp, unique } from '#test/support/app.ts'
import { besideService, describeShop } from '#test/support/describe-shop.ts'
import { makeUser, type SignedInUser } from '#test/support/factories.ts'
import { makeProduct, makeProducts, type TestProduct } from '#test/support/products.ts'
import { startAppThatTellsStatements, statementsOf } from '#test/support/statements.ts'
import { until } from '#test/support/until.ts'
import { createCardCache } from './card-cache.ts'

describeShop('known products', startAppThatTellsStatements, ({ service, shop: merchant }) => {
  const other = besideService(service)
  let user: SignedInUser
  const word = unique('Lamp').replaceAll('-', '')
  before(async () => {
    user = await makeUser(service)
  })

  const ask = async (app: TestApp, url: string) => {
    const answer = await app.request('GET', url, { headers: user.headers })
    assert.equal(answer.status, 200)
    return answer.body.data
  }
  const shelf = async (count: number) => {
    const category = unique('Shelf')
    const products = await makeProducts(
      service,
      merchant,
      Array.from({ length: count }, (_, n) => ({ name: `${word} ${n}`, category, price: n + 1, onHand: 2 })),
    )
    const urls = [
      `/catalog/products?category=${category}&sort=price`,
      `/catalog/products?category=${category}&min_price=1&sort=name`,
      `/marketplace/search?q=${word}&category=${category}&sort=price`,
      `/marketplace/search?category=${category}&sort=price&facets=category`,
    ]
    return { category, products: products as [TestProduct, TestProduct, ...TestProduct[]], urls }
  }

  it('are not read again by another page, list or search; each still reads its page, total and stock', async () => {
    const { urls } = await shelf(5)
    const statementsFor = async (url: string) => (await statementsOf(() => ask(service, url))).length
    const [list = '', priced = '', search = '', browse = ''] = urls
    const first = await statementsFor(list)
    assert.deepEqual(
      [first, await statementsFor(list), await statementsFor(`${list}&limit=2&offset=1`), await statementsFor(priced)],
      // A page that is not the last is counted.
      [2, 1, 2, 2],
    )
    // The words, which the dictionary lacks, and the matches; for some seconds not the size of the catalog.
    await until(async () => (await statementsFor(search)) === 2, 'a search that reads no product')
    assert.equal(await statementsFor(browse), 2)
  })

  it('have the JSON that the product alone is answered with, whatever its texts contain', async () => {
    const category = unique('Shelf')
    const odd = [
      { name: 'Say "available":7, "stamp" \\ 日本 🪔', description: '","available":1,"version":2}' },
      { name: 'Plain', description: 'two\nlines', onHand: 1_000_000_000 },
      { name: 'Sold out', onHand: 0, price: 0 },
    ]
    await makeProducts(
      service,
      merchant,
      odd.map((product) => ({ category, ...product })),
    )
    const { items } = await ask(service, `/catalog/products?category=${category}`)
    assert.equal(items.length, odd.length)
    for (const item of items) {
      const { description_html, ...alone } = await ask(service, `/catalog/products/${item.id}`)
      assert.deepEqual(Object.entries(item), Object.entries(alone))
    }
  })

  const change = (id: string, values: Record<string, unknown>) =>
    other.deps.db.updateTable('products').set(values).where('id', '=', id).execute()
  const stock = (id: string, onHand: number) =>
    other.deps.db.updateTable('stock').set({ on_hand: onHand }).where('product_id', '=', id).execute()
  const changes: Record<string, (product: TestProduct, category: string) => Promise<unknown>> = {
    'a new product': (_, category) => makeProduct(other, merchant, { name: `${word} new`, category, price: 2 }),
    'a new name': ({ id }) => change(id, { name: `${word} renamed` }),
    'another category': ({ id }) => change(id, { category: unique('Elsewhere') }),
    'a price': ({ id }) => change(id, { price_common: 5_500, price_minor: 550 }),
    'a status': ({ id }) => change(id, { status: 'archived' }),
    'some of its stock sold': ({ id }) => stock(id, 1),
    'the last one sold': ({ id }) => stock(id, 0),
    'a deletion': ({ id }) => other.deps.db.deleteFrom('products').where('id', '=', id).execute(),
  }
  for (const [what, work] of Object.entries(changes)) {
    it(`${what}, committed by another process, is in the next answer`, async () => {
      const { urls, products, category } = await shelf(4)
      for (const url of urls) await ask(service, url)
      await work(products[1], category)
      for (const url of urls) {
        const fresh = await startedAnew(url)
        assert.deepEqual(await ask(service, url), fresh, `${what}: ${url}`)
      }
    })
  }

  /** What a process that knows no product answers. */
  async function startedAnew(url: string) {
    const cards = service.deps.cardCache
    service.deps.cardCache = createCardCache()
    try {
      return await ask(service, url)
    } finally {
      service.deps.cardCache = cards
    }
  }

  it('of a database that was restored meanwhile, where a version comes again with another content', async () => {
    const { products, urls } = await shelf(2)
    const [{ id }] = products
    await change(id, { name: `${word} lost` })
    for (const url of urls) await ask(service, url)
    // A restore brings back the row as it was; the next change has the version that the lost one had.
    await other.deps.pool.query('alter table products disable trigger products_version')
    await change(id, { version: 1, name: `${word} before` })
    await other.deps.pool.query('alter table products enable trigger products_version')
    await change(id, { name: `${word} after`, updated_at: new Date(Date.now() + 5_000) })
    for (const url of urls) {
      const { items } = await ask(service, url)
      const item = items.find((each: { id: string }) => each.id === id)
      assert.deepEqual([item.name, item.version], [`${word} after`, 2], url)
    }
  })

  it('leave out a product that is deleted between the two statements, from the total too', async () => {
    const { category, products } = await shelf(3)
    const url = `/catalog/products?category=${category}&sort=price&limit=2`
    const cards = service.deps.cardCache
    const [{ id }] = products
    service.deps.cardCache = {
      ...cards,
      async read(db, keys) {
        await other.deps.db.deleteFrom('products').where('id', '=', id).execute()
        return createCardCache().read(db, keys)
      },
    }
    try {
      const { items, pagination } = await ask(service, url)
      assert.deepEqual(
        items.map((item: { id: string }) => item.id),
        [products[1].id],
      )
      assert.deepEqual([pagination.total, pagination.has_more], [2, true])
      const rest = await ask(service, `${url}&cursor=${pagination.next_cursor}`)
      assert.deepEqual(
        rest.items.map((item: { id: string }) => item.id),
        [products[2]?.id],
      )
    } finally {
      service.deps.cardCache = cards
    }
  })
})
