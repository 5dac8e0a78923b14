import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'

describeShop('brand, gtin, tags, compare_at_price and SEO texts in files', ({ service, shop }) => {
  const importFile = async (payload: string, type = 'text/csv', at = shop) => {
    const headers = { ...at.owner.headers, 'content-type': type }
    const answer = await service.request('POST', '/admin/products/import', { headers, payload })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const { created, updated, unchanged, failed, errors } = answer.body.data
    return { counts: [created, updated, unchanged, failed], errors }
  }
  const productOf = async (sku: string, at = shop) => {
    const { body } = await service.request('GET', `/admin/products?sku=${sku}`, { headers: at.owner.headers })
    const { brand, gtin, tags, compare_at_price, seo, slug, version } = body.data.items[0]
    return { brand, gtin, tags, compare_at_price, seo, slug, version }
  }
  const exportFile = async (format: string, at = shop) =>
    (await service.request('GET', `/admin/products/export?format=${format}`, { headers: at.owner.headers })).body

  it('POST /admin/products/import reads them from CSV; an empty cell clears, an absent column leaves', async () => {
    const header = 'sku;name;price;brand;GTIN;Tags;compare-at price;SEO title;seo_description\n'
    const row = 'A;Mug;10;Regency;4006381333931;sale, "a, b" ,sale,=x;12,50;Mugs;Buy one\n'
    assert.deepEqual((await importFile(header + row)).counts, [1, 0, 0, 0])
    const made = {
      brand: 'Regency',
      gtin: '4006381333931',
      tags: ['sale', 'a, b', '=x'],
      compare_at_price: 12.5,
      seo: { title: 'Mugs', description: 'Buy one' },
      slug: 'mug',
      version: 1,
    }
    assert.deepEqual(await productOf('A'), made)
    assert.deepEqual((await importFile(header + row)).counts, [0, 0, 1, 0])
    assert.deepEqual((await importFile('sku,seo_title\nA,Cups\n')).counts, [0, 1, 0, 0])
    assert.deepEqual(await productOf('A'), { ...made, seo: { title: 'Cups', description: 'Buy one' }, version: 2 })
    const empty = 'sku,brand,gtin,tags,compare_at_price,seo_title,seo_description\nA,,,,,,\n'
    assert.deepEqual((await importFile(empty)).counts, [0, 1, 0, 0])
    const cleared = {
      brand: null,
      gtin: null,
      tags: [],
      compare_at_price: null,
      seo: { title: null, description: null },
    }
    assert.deepEqual(await productOf('A'), { ...made, ...cleared, version: 3 })
  })

  it('GET /admin/products/export answers files that change nothing, and make the same elsewhere', async () => {
    const at = await makeMerchant(service)
    const tags = ['plain', 'a, b', 'say "hi"', '=SUM(1)', "it's", 'Größe; L']
    const rows = [
      { sku: 'A', name: 'Mug', price: 10, brand: '=Brand', gtin: '96385074', tags, compare_at_price: 12.5 },
      { sku: 'B', name: 'Mug', price: 10, seo_title: 'One, "two"', seo_description: 'Text', tags: [] },
      { sku: 'C', name: 'Mug', price: 10, tags: ['=first'] },
    ]
    const ndjson = 'application/x-ndjson'
    const lines = rows.map((row) => JSON.stringify(row)).join('\n')
    assert.deepEqual((await importFile(lines, ndjson, at)).counts, [3, 0, 0, 0])
    for (const format of ['csv', 'ndjson']) {
      const file = await exportFile(format, at)
      const type = format === 'csv' ? 'text/csv' : ndjson
      assert.deepEqual((await importFile(file, type, at)).counts, [0, 0, 3, 0])
      const other = await makeMerchant(service)
      assert.deepEqual((await importFile(file, type, other)).counts, [3, 0, 0, 0])
      for (const { sku } of rows) {
        const [here, there] = [await productOf(sku, at), await productOf(sku, other)]
        assert.deepEqual(there, here)
      }
      assert.deepEqual((await productOf('A', other)).tags, tags)
    }
  })

  it('POST /admin/products/import with a wrong value leaves the row out and names its column', async () => {
    const wrong: [columns: object, field: string][] = [
      [{ brand: 'x'.repeat(101) }, 'brand'],
      [{ brand: 5 }, 'brand'],
      [{ gtin: '4006381333932' }, 'gtin'],
      [{ gtin: '4,00638E+12' }, 'gtin'],
      [{ tags: 'text' }, 'tags'],
      [{ tags: ['x'.repeat(51)] }, 'tags[0]'],
      [{ tags: Array(51).fill('x') }, 'tags'],
      [{ compare_at_price: 10 }, 'compare_at_price'],
      [{ compare_at_price: 12.345 }, 'compare_at_price'],
      [{ compare_at_price: -1 }, 'compare_at_price'],
      [{ seo_title: 'x'.repeat(201) }, 'seo_title'],
      [{ seo_description: 7 }, 'seo_description'],
      [{ seo: { title: 'x' } }, 'seo'],
      [{ slug: 'Two Words' }, 'slug'],
      [{ metadata: { key: 5 } }, 'metadata.key'],
      [{ unit_pricing_measure: '3 l' }, 'unit_pricing_base_measure'],
      [{ unit_pricing_measure: '3 l', unit_pricing_base_measure: 'a litre' }, 'unit_pricing_base_measure'],
      [{ unit_pricing_measure: '3 l', unit_pricing_base_measure: '1 kg' }, 'unit_pricing'],
      [{ group_status: 'draft' }, 'group_status'],
      [{ group_metadata: { a: 'b' } }, 'group_metadata'],
      [{ position: 1 }, 'position'],
      [{ media: ['https://example.com/a.png'], media_alt: [5] }, 'media_alt[0]'],
    ]
    const lines = wrong.map(([columns], n) => JSON.stringify({ sku: `W${n}`, name: 'Mug', price: 10, ...columns }))
    const { counts, errors } = await importFile(lines.join('\n'), 'application/x-ndjson')
    assert.deepEqual(counts, [0, 0, 0, wrong.length])
    assert.deepEqual(
      errors.map(({ row, field }: { row: number; field: string }) => [row, field]),
      wrong.map(([, field], n) => [n + 1, field]),
    )
    const csv = await importFile('sku,name,price,tags,compare_at_price\nX,X,1,"a ""b",\nY,Y,1,,"1,234"\n')
    assert.deepEqual(
      csv.errors.map(({ field }: { field: string }) => field),
      ['tags', 'compare_at_price'],
    )
  })

  it('a row whose price is not below compare_at_price any more is a fault, and its stock stays', async () => {
    const at = await makeMerchant(service)
    await importFile('sku,name,price,compare_at_price,on_hand\nA,A,10,12,5\nB,B,10,,5\n', 'text/csv', at)
    const file = 'sku,price,compare_at_price,on_hand\nA,12,12,7\nB,10,10,7\n'
    const { counts, errors } = await importFile(file, 'text/csv', at)
    assert.deepEqual(counts, [0, 0, 0, 2])
    assert.deepEqual(
      errors.map(({ sku, field }: { sku: string; field: string }) => [sku, field]),
      [
        ['A', 'compare_at_price'],
        ['B', 'compare_at_price'],
      ],
    )
    const dearer = await importFile('sku,price,on_hand\nA,12,7\nB,20,7\n', 'text/csv', at)
    assert.deepEqual([dearer.counts, dearer.errors[0].field], [[0, 1, 0, 1], 'price'])
    const { body } = await service.request('GET', '/admin/products?sort=name', { headers: at.owner.headers })
    assert.deepEqual(
      body.data.items.map(({ price, available }: { price: number; available: number }) => [price, available]),
      [
        [10, 5],
        [20, 7],
      ],
    )
  })

  it('2,000 rows of one name get slugs of their own', async () => {
    const at = await makeMerchant(service)
    const lines = Array.from({ length: 2_000 }, (_, n) => JSON.stringify({ sku: `S${n}`, name: 'Mug', price: 1 }))
    assert.deepEqual((await importFile(lines.join('\n'), 'application/x-ndjson', at)).counts, [2_000, 0, 0, 0])
    const { rows } = await service.deps.pool.query(
      `select count(distinct product.slug)::int as slugs, count(*)::int as taken
         from products product join slugs on product_id = product.id and slugs.slug = product.slug
        where product.merchant_id = $1`,
      [at.id],
    )
    assert.deepEqual(rows, [{ slugs: 2_000, taken: 2_000 }])
  })
})
