import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { makeProduct, unsetFields } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { presentOwnProduct, presentProduct } from './field-values.ts'
import { allFields } from './fields.ts'
import { lockProducts } from './queries.ts'

const everyField = {
  brand: 'Regency',
  gtin: '4006381333931',
  tags: ['sale', 'Größe L', 'a, b'],
  seo: { title: 'Mugs', description: 'Buy one' },
  metadata: { supplier: 'Mill & Co', public_care: 'Wash cold', empty: '' },
  compare_at_price: 12.5,
  unit_pricing: { measure: { value: 0.75, unit: 'l' }, base: { value: 1, unit: 'l' } },
  slug: 'the-mug',
}
const shownToShoppers = { ...everyField, metadata: { public_care: 'Wash cold' } }

describeShop('fields of products', ({ service, shop }) => {
  const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, at = shop) =>
    service.request(method, path, { headers: at.owner.headers, ...(body !== undefined && { body }) })
  const make = async (fields = {}, at = shop) => {
    const body = { sku: unique('SKU'), name: unique('Mug'), price: 10, category: unique('C'), ...fields }
    const answer = await send('POST', '/admin/products', body, at)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.data
  }
  const picked = (product: Record<string, unknown>, names: object) =>
    Object.fromEntries(Object.keys(names).map((name) => [name, product[name]]))
  /** Fields that a refusal names. */
  const faultsOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => {
    assert.equal(status, 400, JSON.stringify(body))
    return body.error.details.map(({ field }: { field: string }) => field)
  }

  it('POST /admin/products with every field answers 201 with them, and they are in lists and events', async () => {
    const at = await makeMerchant(service)
    const made = await make(everyField, at)
    assert.deepEqual(picked(made, everyField), everyField)
    assert.deepEqual((await send('GET', `/admin/products/${made.id}`, undefined, at)).body.data, made)
    const own = await send('GET', `/admin/products?category=${made.category}`, undefined, at)
    const { description_html, ...listed } = made
    assert.deepEqual(own.body.data.items, [listed])
    const shown = { ...made, ...shownToShoppers }
    const read = async (path: string) => (await send('GET', path, undefined, at)).body.data
    assert.deepEqual(await read(`/catalog/products/${made.id}`), shown)
    for (const list of ['/catalog/products', '/marketplace/search'])
      assert.deepEqual((await read(`${list}?category=${made.category}`)).items, [{ ...listed, ...shownToShoppers }])
    const events = await eventsOf(service, at.id, 'product.created')
    assert.deepEqual(
      events.map(({ data }) => data['product']),
      [made],
    )
  })

  it('PATCH /admin/products/{id} changes and clears each field; a version and the audit log tell it', async () => {
    const at = await makeMerchant(service)
    const made = await make({}, at)
    assert.deepEqual(picked(made, unsetFields), unsetFields)
    let version = 1
    const change = async (body: Record<string, unknown>, changes: unknown) => {
      const { data } = (await send('PATCH', `/admin/products/${made.id}`, body, at)).body
      assert.equal(data.version, ++version)
      const again = await send('PATCH', `/admin/products/${made.id}`, body, at)
      assert.equal(again.body.data.version, version)
      const log = await send('GET', '/admin/audit-log?action=product.updated&limit=1', undefined, at)
      assert.deepEqual(log.body.data.items[0].changes, changes)
      return data
    }
    const { slug, ...rest } = everyField
    const set = await change(rest, {
      brand: [null, 'Regency'],
      gtin: [null, '4006381333931'],
      tags: [null, everyField.tags],
      compare_at_price: [null, 12.5],
      'seo.title': [null, 'Mugs'],
      'seo.description': [null, 'Buy one'],
      'unit_pricing.measure': [null, '{"unit":"l","value":0.75}'],
      'unit_pricing.base': [null, '{"unit":"l","value":1}'],
      'metadata.supplier': [null, 'Mill & Co'],
      'metadata.public_care': [null, 'Wash cold'],
      'metadata.empty': [null, ''],
    })
    assert.deepEqual(picked(set, rest), rest)
    const part = await change({ seo: { title: null } }, { 'seo.title': ['Mugs', null] })
    assert.deepEqual(part.seo, { title: null, description: 'Buy one' })
    const other = await change(
      { metadata: { other: 'x' } },
      {
        'metadata.supplier': ['Mill & Co', null],
        'metadata.public_care': ['Wash cold', null],
        'metadata.empty': ['', null],
        'metadata.other': [null, 'x'],
      },
    )
    assert.deepEqual(other.metadata, { other: 'x' })
    await change({ tags: ['b', 'b', 'a'] }, { tags: [everyField.tags, ['b', 'a']] })
    await change({ slug }, { slug: [made.slug, slug] })
    const names = ['brand', 'gtin', 'tags', 'seo', 'metadata', 'compare_at_price', 'unit_pricing']
    const cleared = await change(Object.fromEntries(names.map((name) => [name, null])), {
      brand: ['Regency', null],
      gtin: ['4006381333931', null],
      tags: [['b', 'a'], null],
      compare_at_price: [12.5, null],
      'seo.description': ['Buy one', null],
      'unit_pricing.measure': ['{"unit":"l","value":0.75}', null],
      'unit_pricing.base': ['{"unit":"l","value":1}', null],
      'metadata.other': ['x', null],
    })
    assert.deepEqual(picked(cleared, unsetFields), unsetFields)
  })

  const wrong: [field: string, value: unknown, named?: string][] = [
    ...['4006381333932', '400638133393', '123', '96385074x', 4006381333931, ''].map((value): [string, unknown] => [
      'gtin',
      value,
    ]),
    ['metadata', { a: { b: 'c' } }, 'metadata.a'],
    ['metadata', { a: 'x\u0000' }, 'metadata.a'],
    ['metadata', { '': 'x' }, 'metadata.'],
    ['metadata', { ['k'.repeat(101)]: 'x' }, `metadata.${'k'.repeat(100)}`],
    ['metadata', { 'a\u0000': 'x' }, 'metadata.a\u0000'],
    ['metadata', Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, 'x']))],
    ...[10, 9.99, 12.345].map((value): [string, unknown] => ['compare_at_price', value]),
    ['unit_pricing', { ...everyField.unit_pricing, base: { value: 1, unit: 'kg' } }],
    ...['', 'The Mug', 'the_mug', '-mug', 'mug-', 'a--b', 'größe', 'a/b', textOfId()].map(
      (value): [string, unknown] => ['slug', value],
    ),
  ]

  it('POST and PATCH with a field that is wrong answer 400 VALIDATION_ERROR naming it', async () => {
    const made = await make(everyFieldBut('slug'))
    for (const [field, value, named = field] of wrong) {
      const post = { sku: unique('SKU'), name: 'Mug', price: 10, [field]: value }
      const said = JSON.stringify({ [field]: value }).slice(0, 100)
      assert.deepEqual([...new Set(faultsOf(await send('POST', '/admin/products', post)))][0], named, said)
      const patch = await send('PATCH', `/admin/products/${made.id}`, { [field]: value })
      assert.deepEqual([...new Set(faultsOf(patch))][0], named, said)
    }
    assert.deepEqual((await send('GET', `/admin/products/${made.id}`)).body.data, made)
  })

  it('several wrong fields are told at once', async () => {
    const body = { sku: unique('SKU'), name: 'Mug', price: 1.234, gtin: '96385075', compare_at_price: 0.001, slug: 'A' }
    const told = faultsOf(await send('POST', '/admin/products', body))
    assert.deepEqual(told, ['price', 'gtin', 'compare_at_price', 'slug'])
  })

  it('compare_at_price stays above the price, whichever of both is changed', async () => {
    const { id } = await make({ compare_at_price: 12 })
    const patch = (body: unknown) => send('PATCH', `/admin/products/${id}`, body)
    assert.deepEqual(faultsOf(await patch({ price: 12 })), ['price'])
    assert.deepEqual(faultsOf(await patch({ compare_at_price: 10 })), ['compare_at_price'])
    assert.deepEqual(faultsOf(await patch({ price: 20, compare_at_price: 20 })), ['compare_at_price'])
    const raised = (await patch({ price: 20, compare_at_price: 20.01 })).body.data
    assert.deepEqual([raised.price, raised.compare_at_price], [20, 20.01])
    const plain = (await patch({ price: 30, compare_at_price: null })).body.data
    assert.deepEqual([plain.price, plain.compare_at_price], [30, null])
  })

  it('a reduction is shown while compare_at_price is set and the lowest price is above the price', async () => {
    const prices = [
      { price_minor: 8_000, compare_at_minor: 12_000, lowest_30d_minor: 10_000 },
      { price_minor: 2_999, compare_at_minor: 5_000, lowest_30d_minor: 4_499 },
      { price_minor: 8_000, compare_at_minor: 12_000, lowest_30d_minor: 8_000 },
      { price_minor: 8_000, compare_at_minor: 12_000, lowest_30d_minor: 7_000 },
      { price_minor: 8_000, compare_at_minor: 12_000, lowest_30d_minor: null },
      { price_minor: 8_000, compare_at_minor: null, lowest_30d_minor: 10_000 },
    ]
    const { id } = await makeProduct(service, shop)
    const row = (await service.deps.db.transaction().execute((t) => lockProducts(t, shop.id, [id]))).get(id)
    assert.ok(row)
    const shown = prices.map((columns) => presentProduct({ ...row, ...columns }))
    assert.deepEqual(
      shown.map(({ lowest_price_30d, reduction }) => [lowest_price_30d, reduction]),
      [
        [100, { from: 100, percent: 20 }],
        [44.99, { from: 44.99, percent: 33 }],
        ...[1, 2, 3, 4].map(() => [null, null]),
      ],
    )
  })

  it('a change of the currency keeps the numbers of compare_at_price', async () => {
    const at = await makeMerchant(service, { currency: 'GBP' })
    const { id } = await make({ price: 10, compare_at_price: 12.5 }, at)
    const currency = (code: string) => send('PATCH', '/admin/merchant', { currency: code }, at)
    assert.deepEqual(faultsOf(await currency('JPY')), ['currency'])
    assert.equal((await currency('KWD')).status, 200)
    const { price, compare_at_price } = (await send('GET', `/admin/products/${id}`, undefined, at)).body.data
    assert.deepEqual([price, compare_at_price], [10, 12.5])
  })

  it('the table has every column of products, and the version counts those that staff sets', async () => {
    const columns = await service.deps.pool.query(
      "select column_name as name from information_schema.columns where table_name = 'products'",
    )
    const declared = new Set<string>(allFields.flatMap(([, { columns }]) => columns))
    // The key that lists sort by, what follows the stock, and what keeps variants apart.
    const others = ['name_key', 'in_stock', 'options_key', 'reduced_since']
    assert.deepEqual(columns.rows.map(({ name }) => name).sort(), [...declared, ...others].sort())
    const text = await readFile(new URL('products.sql', import.meta.url), 'utf8')
    const [, counted = ''] = /before update of ([\w,\s]+) on products/.exec(text) ?? []
    const expected = allFields.flatMap(([, { input, counted, columns }]) => (input || counted ? columns : []))
    assert.deepEqual(
      counted
        .split(',')
        .map((name) => name.trim())
        .sort(),
      [...expected].sort(),
    )
  })

  it('shoppers and staff see the same of a product but for metadata', async () => {
    const { id } = await makeProduct(service, shop, { columns: { metadata: { a: 'x', public_b: 'y' } } })
    const row = (await service.deps.db.transaction().execute((t) => lockProducts(t, shop.id, [id]))).get(id)
    assert.ok(row)
    const [own, shown] = [presentOwnProduct(row), presentProduct(row)]
    assert.deepEqual([own.metadata, shown.metadata], [{ a: 'x', public_b: 'y' }, { public_b: 'y' }])
    assert.deepEqual({ ...own, metadata: {} }, { ...shown, metadata: {} })
  })
})

function everyFieldBut(name: keyof typeof everyField) {
  return Object.fromEntries(Object.entries(everyField).filter(([field]) => field !== name))
}

function textOfId() {
  return '019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11'
}
