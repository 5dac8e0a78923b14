import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp } from '#test/support/app.ts'
import { makeMerchant, makeStaff, type TestMerchant } from '#test/support/factories.ts'
import { makeProducts } from '#test/support/products.ts'

describe('files of products', () => {
  let service: Awaited<ReturnType<typeof startTestApp>>
  before(async () => {
    service = await startTestApp()
  })
  after(() => service.close())

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
          /^'-d,"'=HYPERLINK\(""http:\/\/evil.example""\)",''@SUM\(1\),'\+1,4,active,,0,true,,standard$/m,
        )
      }
      assert.deepEqual(await imported(shop, type, file.body), [0, 0, 4, 0])
      assert.deepEqual(await imported(await makeMerchant(service), type, file.body), [4, 0, 0, 0])
    }
    const drafts = await exported(shop, '?status=draft&format=ndjson')
    assert.equal(JSON.parse(drafts.body).sku, 'b')
    assert.equal((await exported(shop, '?format=xml')).status, 400)
  })

  it('GET /admin/products/export with every filter has each product once, oldest first', async () => {
    const shop = await makeMerchant(service)
    const now = Date.now()
    const made = await makeProducts(
      service,
      shop,
      Array.from({ length: 2_000 }, (_, n) => ({
        category: n % 2 === 0 ? 'Even' : null,
        status: n % 20 < 19 ? ('active' as const) : ('draft' as const),
        onHand: n % 3,
        createdAt: new Date(now - Math.floor(n / 50) * 1_000),
      })),
    )
    const exportedSkus = async (query: string) => {
      const { body } = await exported(shop, `?format=ndjson${query}`)
      const lines: string[] = body.trim().split('\n')
      return lines.map((text) => JSON.parse(text).sku)
    }
    const oldestFirst = made
      .map((product, n) => ({ ...product, n, age: -Math.floor(n / 50) }))
      .sort((a, b) => a.age - b.age || (a.id < b.id ? -1 : 1))
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
})
