import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#src/platform/lib/ids.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, type TestMerchant } from '#test/support/factories.ts'
import { makeProducts } from '#test/support/products.ts'

describeService('files of products', ({ service }) => {
  const exported = (shop: TestMerchant, query = '') =>
    service.request('GET', `/admin/products/export${query}`, { headers: shop.owner.headers })
  /** Imports a file; answers how many of its products were created, updated, unchanged and refused. */
  async function imported(shop: TestMerchant, type: string, payload: string) {
    const headers = { ...shop.owner.headers, 'content-type': type }
    const { body } = await service.request('POST', '/admin/products/import', { headers, payload })
    const { created, updated, unchanged, failed } = body.data
    return [created, updated, unchanged, failed]
  }

  it('GET /admin/products/export answers files whose import changes nothing', async () => {
    const shop = await makeMerchant(service)
    const rows = [
      { sku: 'a', name: 'Plain', price: 0.1, on_hand: 4, requires_shipping: false, weight_grams: 0, tax_class: 'food' },
      { sku: 'b', name: 'Comma, "quote"', price: 10, description: 'line\r\nline', category: 'É', status: 'draft' },
      { sku: 'c', name: ' spaces ', price: 3, image_url: 'https://example.com/a,b', status: 'archived' },
      { sku: '-d', name: '=HYPERLINK("http://evil.example")', price: 4, description: "'@SUM(1)", category: '+1' },
    ]
    const lines = rows.map((row) => JSON.stringify(row)).join('\n')
    assert.deepEqual(await imported(shop, 'application/x-ndjson', lines), [4, 0, 0, 0])
    const viewer = await makeStaff(service, shop.id, 'viewer')
    const refused = await service.request('GET', '/admin/products/export', { headers: viewer.headers })
    assert.deepEqual([refused.status, refused.body.error.details.required_permission], [403, 'exports.read'])
    for (const format of ['csv', 'ndjson']) {
      const file = await exported(shop, `?format=${format}`)
      assert.equal(file.status, 200)
      const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson'
      assert.equal(file.headers['content-type'], `${type}; charset=utf-8`)
      if (format === 'csv') {
        assert.match(
          file.body,
          /^'-d,"'=HYPERLINK\(""http:\/\/evil.example""\)",''@SUM\(1\),,'\+1,4,active,,0,true,,standard,allowed,.+$/m,
        )
      }
      assert.deepEqual(await imported(shop, type, file.body), [0, 0, 4, 0])
      assert.deepEqual(await imported(await makeMerchant(service), type, file.body), [4, 0, 0, 0])
    }
    const drafts = await exported(shop, '?status=draft&format=ndjson')
    assert.equal(JSON.parse(drafts.body).sku, 'b')
    assert.equal((await exported(shop, '?format=xml')).status, 400)
  })

  it('GET /admin/products/export names pictures that have no file yet; an import of it leaves them', async () => {
    const shop = await makeMerchant(service)
    const [product] = await makeProducts(service, shop, [{ sku: 'a' }])
    const made = [newId(), newId()]
    const { db } = service.deps
    await sql`
      insert into media (merchant_id, id, state) select ${shop.id}, id, 'processing' from unnest(${made}::uuid[]) id
      `.execute(db)
    await sql`update products set media = ${made}::uuid[] where id = ${product?.id}`.execute(db)
    for (const format of ['csv', 'ndjson']) {
      const file = await exported(shop, `?format=${format}`)
      const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson'
      assert.deepEqual(await imported(shop, type, file.body), [0, 0, 1, 0])
      const { rows } = await sql`select media from products where id = ${product?.id}`.execute(db)
      assert.deepEqual(rows, [{ media: made }])
      // In another shop they are pictures that cannot be fetched.
      assert.deepEqual(await imported(await makeMerchant(service), type, file.body), [1, 0, 0, 0])
    }
    const toShopify = await exported(shop, '?format=shopify')
    assert.doesNotMatch(toShopify.body, /\/media\//)
  })

  it('GET /admin/products/export with every filter has each product once, oldest first', async () => {
    const shop = await makeMerchant(service)
    const made = await makeProducts(
      service,
      shop,
      Array.from({ length: 2_000 }, (_, n) => ({
        category: n % 2 === 0 ? 'Even' : null,
        status: n % 20 < 19 ? ('active' as const) : ('draft' as const),
        onHand: n % 3,
      })),
    )
    const exportedSkus = async (query: string) => {
      const { body } = await exported(shop, `?format=ndjson${query}`)
      const lines: string[] = body.trim().split('\n')
      return lines.map((text) => JSON.parse(text).sku)
    }
    const oldestFirst = made.map((product, n) => ({ ...product, n })).sort((a, b) => (a.id < b.id ? -1 : 1))
    const skus = (wanted: (n: number) => boolean) => oldestFirst.filter(({ n }) => wanted(n)).map(({ sku }) => sku)
    assert.deepEqual(
      await exportedSkus(''),
      skus(() => true),
    )
    assert.deepEqual(
      await exportedSkus('&category=Even'),
      skus((n) => n % 2 === 0),
    )
    assert.deepEqual(
      await exportedSkus('&category=Even&status=active'),
      skus((n) => n % 2 === 0 && n % 20 < 19),
    )
    assert.deepEqual(
      await exportedSkus('&status=draft'),
      skus((n) => n % 20 === 19),
    )
  })

  it('GET /admin/products/export with ids or q has those alone, and no product of another shop', async () => {
    const [shop, other] = [await makeMerchant(service), await makeMerchant(service)]
    const made = await makeProducts(service, shop, [
      { name: 'Red lamp' },
      { name: 'Blue lamp', status: 'draft' },
      { name: 'Red vase' },
    ])
    const [foreign] = await makeProducts(service, other, [{ name: 'Red lamp' }])
    const [first, second, third] = made
    assert.ok(first && second && third && foreign)
    const names = async (query: string) => {
      const { body } = await exported(shop, `?format=ndjson&${query}`)
      return body === ''
        ? []
        : body
            .trim()
            .split('\n')
            .map((text: string) => JSON.parse(text).name)
    }
    assert.deepEqual(await names(`ids=${third.id},${first.id.toUpperCase()},${first.id},${foreign.id}`), [
      'Red lamp',
      'Red vase',
    ])
    assert.deepEqual(await names(`ids=${foreign.id}`), [])
    assert.deepEqual(await names('q=lamp'), ['Red lamp', 'Blue lamp'])
    assert.deepEqual(await names('q=lamp&status=draft'), ['Blue lamp'])
    assert.deepEqual(await names(`q=red&ids=${second.id},${third.id}`), ['Red vase'])
    assert.deepEqual(await names(`q=${second.sku}`), ['Blue lamp'])
    for (const ids of [
      '',
      'x',
      `${first.id},`,
      Array(201)
        .fill(0)
        .map((_, n) => `${first.id.slice(0, -3)}${100 + n}`)
        .join(),
    ]) {
      const answer = await exported(shop, `?ids=${ids}`)
      assert.deepEqual([answer.status, answer.body.error.details[0].field], [400, 'ids'])
    }
  })

  it('GET /admin/products sorts by name and price, also what is found, page by page', async () => {
    const shop = await makeMerchant(service)
    const { headers } = shop.owner
    await makeProducts(service, shop, [
      { name: 'Zebra lamp', price: 3, status: 'draft' },
      { name: 'Ångström lamp', price: 9 },
      { name: 'apple', price: 1 },
      { name: 'Mango lamp', price: 5, status: 'archived' },
    ])
    const names = async (query: string) => {
      const found: string[] = []
      for (let cursor = ''; ; ) {
        const path = `/admin/products?limit=2&${query}${cursor && `&cursor=${cursor}`}`
        const { body } = await service.request('GET', path, { headers })
        found.push(...body.data.items.map((item: { name: string }) => item.name.split(' ')[0]))
        cursor = body.data.pagination.next_cursor
        if (cursor === '') return found.join()
      }
    }
    assert.equal(await names('sort=name'), 'Ångström,apple,Mango,Zebra')
    assert.equal(await names('sort=price&order=desc'), 'Ångström,Mango,Zebra,apple')
    assert.equal(await names('sort=price&q=lamp'), 'Zebra,Mango,Ångström')
    assert.equal(await names('sort=name&order=desc&q=lamp'), 'Zebra,Mango,Ångström')
    assert.equal((await service.request('GET', '/admin/products?sort=stock', { headers })).status, 400)
  })
})
