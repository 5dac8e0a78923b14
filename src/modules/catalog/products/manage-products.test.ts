import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { bySystem } from '#src/platform/audit/index.ts'
import { inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { permissionsOf } from '#src/platform/lib/permissions.ts'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, type TestMerchant } from '#test/support/factories.ts'
import { makeProduct, makeProducts, unsetFields } from '#test/support/products.ts'
import { createProduct } from './manage-products.ts'

describeShop('product administration', ({ service, shop }) => {
  let stranger: TestMerchant
  before(async () => {
    stranger = await makeMerchant(service)
  })

  type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
  const send = (method: Method, path: string, body?: unknown, merchant = shop, headers = {}) =>
    service.request(method, `/admin/products${path}`, {
      headers: { ...merchant.owner.headers, ...headers },
      ...(body !== undefined && { body }),
    })
  const eventsOf = async (productId: string) => {
    const rows = await service.deps.db.selectFrom('events').select(['name', 'body']).orderBy('id').execute()
    return rows
      .map((row) => ({ name: row.name, data: JSON.parse(row.body.toString()).data }))
      .filter((event) => event.data.product?.id === productId)
  }

  it('POST /admin/products with all fields answers 201 and emits events', async () => {
    const body = {
      sku: unique('SKU'),
      name: 'Lantern',
      description: 'Two\nlines',
      category: 'Lights',
      price: 19.99,
      status: 'active',
      image_url: 'https://example.com/lantern.png',
      requires_shipping: false,
      weight_grams: 350,
      tax_class: 'reduced',
      on_hand: 5,
    }
    const answer = await send('POST', '', body)
    assert.equal(answer.status, 201)
    const { on_hand, ...fields } = body
    const { id, created_at, updated_at, ...product } = answer.body.data
    assert.equal(created_at, updated_at)
    const others = { ...unsetFields, slug: 'lantern', merchant_id: shop.id, currency: 'GBP', version: 1 }
    const description_html = '<p>Two<br />lines</p>'
    assert.deepEqual(product, { ...fields, ...others, description_html, available: on_hand })
    const events = await eventsOf(id)
    assert.deepEqual(
      events.map((event) => event.name),
      ['product.created', 'inventory.updated'],
    )
    assert.deepEqual(events[0]?.data.product, answer.body.data)
    const shown = await service.request('GET', `/catalog/products/${id}`, { headers: shop.owner.headers })
    assert.deepEqual(shown.body.data, answer.body.data)
  })

  it('POST /admin/products with required fields only answers 201 with defaults', async () => {
    const answer = await send('POST', '', { sku: unique('SKU'), name: 'Plain', price: 0 })
    const { description, category, image_url, status, available } = answer.body.data
    assert.deepEqual(
      { description, category, image_url, status, available },
      { description: null, category: null, image_url: null, status: 'active', available: 0 },
    )
  })

  it('a product created with stock is written once: the stock trigger does not update it again', async () => {
    const rewritten = async (work: (transaction: Transaction) => Promise<unknown>) =>
      inTransaction(service.deps.db, async (transaction) => {
        await work(transaction)
        const answer = await sql<{ n: number }>`
          select pg_stat_get_xact_tuples_updated('products'::regclass) as n`.execute(transaction)
        return answer.rows[0]?.n
      })
    const { id: userId } = shop.owner
    const principal = { type: 'user', id: userId } as const
    const session = { userId, merchantId: shop.id, role: 'owner', permissions: permissionsOf('owner'), principal }
    const staff = { ...session, cause: bySystem }
    for (const on_hand of [0, 5]) {
      const input = { sku: unique('SKU'), name: 'Lantern', price: 1, on_hand }
      assert.equal(
        await rewritten((transaction) => createProduct(transaction, service.deps.merchants, staff, input)),
        0,
        `created with ${on_hand}`,
      )
      const made = (transaction: Transaction) =>
        makeProducts({ deps: { ...service.deps, db: transaction } }, shop, [{ onHand: on_hand }])
      assert.equal(await rewritten(made), 0, `made with ${on_hand}`)
    }
  })

  it('POST /admin/products with a taken SKU answers 409 SKU_TAKEN; another merchant may use it', async () => {
    const { sku } = await makeProduct(service, shop)
    const answer = await send('POST', '', { sku, name: 'Again', price: 1 })
    assert.deepEqual([answer.status, answer.body.error.code], [409, 'SKU_TAKEN'])
    assert.equal((await send('POST', '', { sku, name: 'Elsewhere', price: 1 }, stranger)).status, 201)
  })

  it('POST /admin/products with one SKU, 10 concurrent requests, creates one product', async () => {
    const body = { sku: unique('SKU'), name: 'Race', price: 1 }
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('POST', '', body)))
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, ...Array(9).fill(409)])
  })

  it('POST /admin/products twice with one Idempotency-Key creates one product', async () => {
    const headers = { 'idempotency-key': unique('key') }
    const body = { sku: unique('SKU'), name: 'Once', price: 1 }
    const first = await send('POST', '', body, shop, headers)
    const second = await send('POST', '', body, shop, headers)
    assert.deepEqual([second.status, second.body], [201, first.body])
    const other = await send('POST', '', { ...body, price: 2 }, shop, headers)
    assert.deepEqual([other.status, other.body.error.code], [422, 'IDEMPOTENCY_KEY_REUSED'])
  })

  it('POST /admin/products with bad fields answers 400 and names each', async () => {
    const good = { sku: 'S', name: 'N', price: 1 }
    const bad: [Record<string, unknown>, string][] = [
      [{ ...good, price: 1.999 }, 'price'],
      [{ ...good, price: 1e-9 }, 'price'],
      [{ ...good, image_url: 'ftp://example.com/x' }, 'image_url'],
      [{ ...good, image_url: 'javascript:alert(1)' }, 'image_url'],
    ]
    for (const [body, field] of bad) {
      const answer = await send('POST', '', body)
      assert.deepEqual([answer.status, answer.body.error.code], [400, 'VALIDATION_ERROR'], field)
      assert.equal(answer.body.error.details[0].field, field, JSON.stringify(body))
    }
    const all = await send('POST', '', { sku: '', name: '', price: -1 })
    assert.deepEqual(all.body.error.details.map((detail: { field: string }) => detail.field).sort(), [
      'name',
      'price',
      'sku',
    ])
  })

  it('POST /admin/products with more decimals than the currency has answers 400: yen none, dinars three', async () => {
    const yen = await makeMerchant(service, { currency: 'JPY' })
    const dinar = await makeMerchant(service, { currency: 'KWD' })
    const refused = await send('POST', '', { sku: 'S', name: 'N', price: 1.5 }, yen)
    assert.equal(refused.body.error.details[0].field, 'price')
    assert.equal((await send('POST', '', { sku: 'S', name: 'N', price: 150 }, yen)).body.data.price, 150)
    assert.equal((await send('POST', '', { sku: 'S', name: 'N', price: 1.125 }, dinar)).body.data.price, 1.125)
  })

  it('GET /admin/products lists every status newest first, filtered by status and category', async () => {
    const fresh = await makeMerchant(service)
    await makeProducts(service, fresh, [
      { name: 'a', status: 'draft', category: 'X', createdAt: new Date(1000) },
      { name: 'b', status: 'active', category: 'X', createdAt: new Date(2000), onHand: 0 },
      { name: 'c', status: 'archived', category: 'Y', createdAt: new Date(3000) },
      { name: 'd', status: 'active', createdAt: new Date(4000) },
    ])
    const seen = async (query: string) => {
      const { data } = (await send('GET', query, undefined, fresh)).body
      assert.equal(data.pagination.total, data.items.length)
      return data.items.map((product: { name: string }) => product.name).join('')
    }
    assert.equal(await seen(''), 'dcba')
    assert.equal(await seen('?status=active'), 'db')
    assert.equal(await seen('?category=X'), 'ba')
    assert.equal(await seen('?category=X&status=draft'), 'a')
    const first = await send('GET', '?limit=3', undefined, fresh)
    const { next_cursor: cursor } = first.body.data.pagination
    const second = await send('GET', `?limit=3&cursor=${cursor}`, undefined, fresh)
    assert.equal(second.body.data.items[0].name, 'a')
    assert.equal((await send('GET', `?cursor=${cursor}`)).body.error.code, 'INVALID_CURSOR')
    assert.equal((await send('GET', '?status=gone')).status, 400)
  })

  it('GET /admin/products with q finds words and SKU prefixes, in every status', async () => {
    const fresh = await makeMerchant(service)
    await makeProducts(service, stranger, [{ name: 'Brass Lantern' }])
    await makeProducts(service, fresh, [
      { name: 'Brass Lantern', sku: 'LT-100', createdAt: new Date(1000) },
      { name: 'Glass Lanterns', sku: 'LT-200', status: 'draft', category: 'X', createdAt: new Date(2000) },
      { name: 'Brass Bell', sku: 'BL-1', status: 'archived', createdAt: new Date(3000) },
    ])
    const seen = async (query: string) => {
      const { data } = (await send('GET', `?${query}`, undefined, fresh)).body
      return [data.items.map((product: { sku: string }) => product.sku).join(' '), data.pagination.total]
    }
    assert.deepEqual(await seen('q=lantern'), ['LT-200 LT-100', 2])
    assert.deepEqual(await seen('q=lantern&status=draft'), ['LT-200', 1])
    assert.deepEqual(await seen('q=lantern&category=X'), ['LT-200', 1])
    assert.deepEqual(await seen('q=bra%20lan'), ['LT-100', 1])
    assert.deepEqual(await seen('q=lt-'), ['LT-200 LT-100', 2])
    assert.deepEqual(await seen('q=bl-1'), ['BL-1', 1])
    assert.deepEqual(await seen("q='%20%5C"), ['', 0])
    assert.deepEqual(await seen('sku=LT-200'), ['LT-200', 1])
    for (const none of ['LT-2', 'lt-200']) assert.deepEqual(await seen(`sku=${none}`), ['', 0], none)
    assert.deepEqual(await seen('sku=LT-200&status=draft&category=X&q=lantern'), ['LT-200', 1])
    for (const other of ['status=active', 'category=Y', 'q=bell', 'limit=1&offset=1'])
      assert.equal((await seen(`sku=LT-200&${other}`))[0], '', other)
    for (const blank of ['', '%20', '%C2%A0'])
      assert.equal((await send('GET', `?sku=${blank}`, undefined, fresh)).status, 400, blank)
    assert.deepEqual(await seen('sku=%20LT-200%E2%80%8B'), ['LT-200', 1])
    assert.deepEqual(await seen('q=%20'), ['BL-1 LT-200 LT-100', 3])
    const { next_cursor: cursor } = (await send('GET', '?q=lantern&limit=1', undefined, fresh)).body.data.pagination
    assert.deepEqual(await seen(`q=lantern&limit=1&cursor=${cursor}`), ['LT-100', 2])
    assert.equal((await send('GET', `?q=lanterns&cursor=${cursor}`, undefined, fresh)).status, 400)
  })

  it('PATCH /admin/products/{id} updates the given fields, clears on null, and emits one event', async () => {
    const { id } = await makeProduct(service, shop, { category: 'Old', description: 'Old', status: 'draft' })
    const change = { name: 'New', description: null, category: null, price: 3.5, status: 'active' }
    const answer = await send('PATCH', `/${id}`, change)
    assert.equal(answer.status, 200)
    const { name, description, category, price, status } = answer.body.data
    assert.deepEqual({ name, description, category, price, status }, change)
    const again = await send('PATCH', `/${id}`, change)
    assert.deepEqual(again.body, answer.body)
    assert.deepEqual((await send('PATCH', `/${id}`, {})).body, answer.body)
    assert.deepEqual((await send('PATCH', `/${id.toUpperCase()}`, {})).body, answer.body)
    const updates = (await eventsOf(id)).filter((event) => event.name === 'product.updated')
    assert.deepEqual(
      updates.map((event) => event.data.product),
      [answer.body.data],
    )
  })

  it('PATCH /admin/products/{id} with a taken SKU answers 409, with bad fields 400, and changes nothing', async () => {
    const [one, two] = await makeProducts(service, shop, [{}, {}])
    const taken = await send('PATCH', `/${one?.id}`, { sku: two?.sku })
    assert.deepEqual([taken.status, taken.body.error.code], [409, 'SKU_TAKEN'])
    for (const body of [
      { price: 1.001 },
      { price: null },
      { sku: null },
      { name: '' },
      { on_hand: 3 },
      { status: '' },
      [],
    ]) {
      assert.equal((await send('PATCH', `/${one?.id}`, body)).status, 400, JSON.stringify(body))
    }
    const kept = await send('GET', `/${one?.id}`)
    assert.deepEqual([kept.body.data.sku, kept.body.data.price], [one?.sku, 10])
  })

  it('DELETE /admin/products/{id} deletes a product that no order refers to', async () => {
    const { id } = await makeProduct(service, shop)
    const answer = await send('DELETE', `/${id}`)
    assert.deepEqual([answer.status, answer.body.data], [200, { id, outcome: 'deleted' }])
    assert.equal((await send('GET', `/${id}`)).status, 404)
    assert.equal((await send('DELETE', `/${id}`)).status, 404)
    assert.equal((await eventsOf(id)).filter((event) => event.name === 'product.deleted').length, 1)
  })

  it('DELETE /admin/products/{id} archives a product that an order refers to', async () => {
    const { id } = await makeProduct(service, shop)
    await service.deps.db.updateTable('stock').set({ ordered: true }).where('product_id', '=', id).execute()
    for (let turn = 0; turn < 2; turn++) {
      assert.deepEqual((await send('DELETE', `/${id}`)).body.data, { id, outcome: 'archived' })
    }
    assert.equal((await send('GET', `/${id}`)).body.data.status, 'archived')
    const shown = await service.request('GET', `/catalog/products/${id}`, { headers: shop.owner.headers })
    assert.equal(shown.status, 404)
    assert.equal((await eventsOf(id)).filter((event) => event.name === 'product.deleted').length, 1)
  })

  it('/admin/products/{id} of another merchant, unknown or malformed, answers 404 and changes nothing', async () => {
    const { id } = await makeProduct(service, stranger, { name: 'Theirs' })
    for (const path of [`/${id}`, `/${shop.id}`, '/nonsense']) {
      for (const [method, body] of [['GET'], ['PATCH', { name: 'Mine' }], ['DELETE']] as const) {
        const answer = await send(method, path, body)
        assert.deepEqual([answer.status, answer.body.error.code], [404, 'NOT_FOUND'], `${method} ${path}`)
      }
    }
    assert.equal((await send('GET', `/${id}`, undefined, stranger)).body.data.name, 'Theirs')
  })

  it('a viewer can read products; POST, PATCH and DELETE answer 403 INSUFFICIENT_PERMISSIONS', async () => {
    const { id } = await makeProduct(service, shop)
    const viewer = { ...shop, owner: await makeStaff(service, shop.id, 'viewer') }
    assert.equal((await send('GET', '', undefined, viewer)).status, 200)
    assert.equal((await send('GET', `/${id}`, undefined, viewer)).status, 200)
    const refused = [
      await send('POST', '', { sku: 'S', name: 'N', price: 1 }, viewer),
      await send('PATCH', `/${id}`, { name: 'N' }, viewer),
      await send('DELETE', `/${id}`, undefined, viewer),
    ]
    for (const answer of refused) {
      assert.deepEqual([answer.status, answer.body.error.code], [403, 'INSUFFICIENT_PERMISSIONS'])
      assert.equal(answer.body.error.details.required_permission, 'products.write')
    }
  })
})
