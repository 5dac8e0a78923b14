import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser, type SignedInUser } from '#test/support/factories.ts'
import { makeProduct, makeProducts, unsetFields } from '#test/support/products.ts'

describeShop('the catalog', ({ service, shop: merchant }) => {
  let user: SignedInUser
  before(async () => {
    user = await makeUser(service)
  })

  const list = (query = '') => service.request('GET', `/catalog/products${query}`, { headers: user.headers })
  const names = (answer: { body: { data: { items: { name: string }[] } } }) =>
    answer.body.data.items.map((product) => product.name)
  /** Creates products in a new category, so that each test lists only its own. */
  async function shelf(products: Parameters<typeof makeProducts>[2]) {
    const category = unique('Shelf')
    await makeProducts(
      service,
      merchant,
      products.map((product) => ({ category, ...product })),
    )
    return `category=${category}`
  }

  it('GET /catalog/products answers 200 with every documented field, newest first', async () => {
    const old = new Date('2026-01-01T10:00:00Z')
    const category = unique('Shelf')
    const [first] = await makeProducts(service, merchant, [
      { category, name: 'First', createdAt: old, price: 2.5, onHand: 3, description: 'Text' },
      { category, name: 'Second', createdAt: new Date(old.getTime() + 1) },
    ])
    const answer = await list(`?category=${category}`)
    assert.equal(answer.status, 200)
    assert.deepEqual(names(answer), ['Second', 'First'])
    const { updated_at, ...product } = answer.body.data.items[1]
    assert.ok(updated_at)
    assert.deepEqual(product, {
      id: first?.id,
      merchant_id: merchant.id,
      sku: first?.sku,
      name: 'First',
      description: 'Text',
      category,
      price: 2.5,
      currency: 'GBP',
      status: 'active',
      image_url: null,
      available: 3,
      requires_shipping: true,
      weight_grams: null,
      tax_class: 'standard',
      ...unsetFields,
      slug: 'first',
      version: 1,
      created_at: old.toISOString(),
    })
    assert.deepEqual(answer.body.data.pagination, {
      limit: 20,
      offset: 0,
      total: 2,
      total_precision: 'exact',
      has_more: false,
      next_cursor: '',
    })
  })

  it('GET /catalog/products shows neither drafts nor archived products', async () => {
    const query = await shelf([{ name: 'Seen' }, { status: 'draft' }, { status: 'archived' }])
    const answer = await list(`?${query}`)
    assert.deepEqual([names(answer), answer.body.data.pagination.total], [['Seen'], 1])
  })

  it('GET /catalog/products with each filter answers what matches, and its exact total', async () => {
    const other = await makeMerchant(service)
    const category = unique('Shelf')
    await makeProducts(service, merchant, [
      { category, name: 'cheap', price: 1, onHand: 0 },
      { category, name: 'middle', price: 10.5 },
      { category, name: 'dear', price: 99.99 },
    ])
    await makeProducts(service, other, [{ category, name: 'elsewhere', price: 10.5 }])
    const seen = async (query: string) => {
      const answer = await list(`?category=${category}&sort=name&${query}`)
      assert.equal(answer.body.data.pagination.total, answer.body.data.items.length, query)
      return names(answer).join()
    }
    assert.equal(await seen(''), 'cheap,dear,elsewhere,middle')
    assert.equal(await seen(`merchant_id=${merchant.id.toUpperCase()}`), 'cheap,dear,middle')
    assert.equal(await seen('in_stock=true'), 'dear,elsewhere,middle')
    assert.equal(await seen('in_stock=false'), 'cheap')
    assert.equal(await seen('min_price=10.5'), 'dear,elsewhere,middle')
    assert.equal(await seen('min_price=10.501'), 'dear')
    assert.equal(await seen('max_price=10.5'), 'cheap,elsewhere,middle')
    assert.equal(await seen('min_price=1.01&max_price=99.98'), 'elsewhere,middle')
    assert.equal(await seen('min_price=20&max_price=10'), '')
    assert.equal(await seen(`merchant_id=${other.id}&in_stock=true&max_price=50`), 'elsewhere')
    assert.equal((await list('?category=No%20such%20category')).body.data.pagination.total, 0)
  })

  it('GET /catalog/products sorted by price compares prices of different currencies as numbers', async () => {
    const yen = await makeMerchant(service, { currency: 'JPY' })
    const dinar = await makeMerchant(service, { currency: 'KWD' })
    const query = await shelf([{ name: 'pounds', price: 12.34 }])
    const category = query.split('=')[1] as string
    await makeProducts(service, yen, [{ category, name: 'yen', price: 12 }])
    await makeProducts(service, dinar, [{ category, name: 'dinars', price: 12.345 }])
    assert.deepEqual(names(await list(`?${query}&sort=price`)), ['yen', 'pounds', 'dinars'])
    assert.deepEqual(names(await list(`?${query}&sort=price&order=desc`)), ['dinars', 'pounds', 'yen'])
  })

  it('GET /catalog/products sorted by name ignores case and accents', async () => {
    const query = await shelf([{ name: 'zebra' }, { name: 'Éclair' }, { name: 'apple' }, { name: 'Fig' }])
    assert.deepEqual(names(await list(`?${query}&sort=name`)), ['apple', 'Éclair', 'Fig', 'zebra'])
    assert.deepEqual(names(await list(`?${query}&sort=name&order=desc`)), ['zebra', 'Fig', 'Éclair', 'apple'])
  })

  for (const sort of ['created_at', 'price', 'name']) {
    for (const order of ['asc', 'desc']) {
      it(`GET /catalog/products by cursor, ${sort} ${order}, shows each product once during changes`, async () => {
        const category = unique('Shelf')
        const rows = Array.from({ length: 23 }, (_, index) => ({
          category,
          name: `Name ${index % 5}`,
          price: index % 4,
          onHand: index % 2,
        }))
        const made = await makeProducts(service, merchant, rows)
        const seen: string[] = []
        let cursor = ''
        let before = 0
        for (let round = 0; round < 5; round++) {
          const query = `?category=${category}&sort=${sort}&order=${order}&limit=5${cursor && `&cursor=${cursor}`}`
          const { data } = (await list(query)).body
          assert.equal(data.pagination.offset, before)
          before += data.items.length
          seen.push(...data.items.map((product: { id: string }) => product.id))
          cursor = data.pagination.next_cursor
          assert.equal(data.pagination.has_more, cursor !== '')
          // A product already listed is deleted, and one is inserted before the position of the cursor.
          await service.deps.db.deleteFrom('products').where('id', '=', String(data.items[0]?.id)).execute()
          await makeProduct(service, merchant, { category: unique('Elsewhere') })
        }
        assert.equal(cursor, '')
        assert.deepEqual([...seen].sort(), made.map((product) => product.id).sort())
      })
    }
  }

  it('GET /catalog/products by offset and by cursor shows the same pages', async () => {
    const query = await shelf(Array.from({ length: 12 }, (_, index) => ({ name: `N${index}`, price: index % 3 })))
    const first = await list(`?${query}&sort=price&limit=5`)
    const byCursor = await list(`?${query}&sort=price&limit=5&cursor=${first.body.data.pagination.next_cursor}`)
    const byOffset = await list(`?${query}&sort=price&limit=5&offset=5`)
    assert.deepEqual(byCursor.body.data, byOffset.body.data)
    const beyond = await list(`?${query}&offset=1000`)
    assert.deepEqual([beyond.body.data.items, beyond.body.data.pagination.total], [[], 12])
  })

  it('GET /catalog/products with a cursor of another list, or an altered one, answers 400 INVALID_CURSOR', async () => {
    const query = await shelf([{}, {}])
    const { next_cursor: cursor } = (await list(`?${query}&limit=1`)).body.data.pagination
    for (const other of [
      `?limit=1&cursor=${cursor}`,
      `?${query}&in_stock=true&cursor=${cursor}`,
      `?${query}&sort=price&cursor=${cursor}`,
      `?${query}&order=asc&cursor=${cursor}`,
      `?${query}&cursor=A${cursor}`,
      `?${query}&cursor=x`,
    ]) {
      const answer = await list(other)
      assert.deepEqual([answer.status, answer.body.error.code], [400, 'INVALID_CURSOR'], other)
    }
  })

  it('GET /catalog/products/{id} answers 200 for an active product and 404 NOT_FOUND for any other', async () => {
    const [active, draft, archived] = await makeProducts(service, merchant, [
      { name: 'Here', onHand: 4 },
      { status: 'draft' },
      { status: 'archived' },
    ])
    const get = (id: string | undefined) => service.request('GET', `/catalog/products/${id}`, { headers: user.headers })
    const answer = await get(active?.id)
    assert.deepEqual([answer.status, answer.body.data.name, answer.body.data.available], [200, 'Here', 4])
    for (const id of [draft?.id, archived?.id, user.id, 'nonsense']) {
      const missing = await get(id)
      assert.deepEqual([missing.status, missing.body.error.code], [404, 'NOT_FOUND'])
    }
  })

  it('GET /catalog/categories answers each category with its active products, by name', async () => {
    const shop = await makeMerchant(service)
    await makeProducts(service, shop, [
      { category: 'Lamps' },
      { category: 'Lamps' },
      { category: 'Bowls' },
      { category: 'Drafts', status: 'draft' },
      {},
    ])
    const get = (query: string) => service.request('GET', `/catalog/categories?${query}`, { headers: user.headers })
    const answer = await get(`merchant_id=${shop.id}`)
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.body.data.items, [
      { name: 'Bowls', product_count: 1 },
      { name: 'Lamps', product_count: 2 },
    ])
    assert.equal(answer.body.data.pagination.total, 2)
    const first = await get(`merchant_id=${shop.id}&limit=1`)
    const { next_cursor: cursor } = first.body.data.pagination
    const second = await get(`merchant_id=${shop.id}&limit=1&cursor=${cursor}`)
    assert.deepEqual(second.body.data.items, [{ name: 'Lamps', product_count: 2 }])
    assert.equal((await get(`limit=1&cursor=${cursor}`)).body.error.code, 'INVALID_CURSOR')
    assert.equal((await get('merchant_id=7')).status, 400)
    assert.ok((await get('limit=100')).body.data.items.some((item: { name: string }) => item.name === 'Lamps'))
  })

  it('the catalog without a token answers 401 MISSING_TOKEN', async () => {
    for (const path of ['products', `products/${user.id}`, 'categories']) {
      const answer = await service.request('GET', `/catalog/${path}`, { headers: { 'device-id': 'x' } })
      assert.deepEqual([answer.status, answer.body.error.code], [401, 'MISSING_TOKEN'])
    }
  })
})
