import assert from 'node:assert/strict'
import { it } from 'node:test'
import { unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { table } from '#test/support/foreign-files.ts'

const older = [
  ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Type', 'Tags', 'Published', 'Option1 Name', 'Option1 Value'],
  ...['Option2 Name', 'Option2 Value', 'Variant SKU', 'Variant Grams', 'Variant Inventory Qty', 'Variant Price'],
  ...['Variant Compare At Price', 'Variant Barcode', 'Image Src', 'Image Position', 'SEO Title', 'Status'],
  ...['Variant Tax Code'],
]
const newer = [
  ...['Title', 'URL handle', 'Description', 'Vendor', 'Type', 'Tags', 'Published on online store', 'Status', 'SKU'],
  ...['Option1 name', 'Option1 value', 'Price', 'Compare-at price', 'Inventory quantity', 'Product image URL'],
]
const woo = [
  ...['ID', 'Type', 'SKU', 'Name', 'Published', 'Description', 'Stock', 'Regular price', 'Sale price', 'Categories'],
  ...['Tags', 'Images', 'Parent', 'Attribute 1 name', 'Attribute 1 value(s)'],
]

const shopify = table(
  older,
  {
    Handle: 'linen-shirt',
    Title: 'Linen Shirt',
    'Body (HTML)': '<p>Cool &amp; light</p>',
    Vendor: 'Acme',
    Type: 'Shirts',
    Tags: 'summer, linen',
    Published: 'true',
    'Option1 Name': 'Size',
    'Option1 Value': 'M',
    'Option2 Name': 'Colour',
    'Option2 Value': 'Red',
    'Variant SKU': 'LS-M-R',
    'Variant Grams': 250,
    'Variant Inventory Qty': 7,
    'Variant Price': '39.90',
    'Variant Compare At Price': '59.90',
    'Variant Barcode': "'4006381333931",
    'Image Src': 'https://cdn.example.com/a.jpg',
    'Image Position': 1,
    'SEO Title': 'Shirt',
    Status: 'active',
    'Variant Tax Code': 'P1',
  },
  { Handle: 'mug', Title: 'Mug', 'Option1 Name': 'Title', 'Option1 Value': 'Default Title', 'Variant Price': '12.50' },
  // The rows of one product need not stand together.
  { Handle: 'linen-shirt', 'Option1 Value': 'L', 'Option2 Value': 'Red', 'Variant Price': '39.90' },
  { Handle: 'linen-shirt', 'Image Src': 'https://cdn.example.com/b.jpg', 'Image Position': 2 },
)

describeService('files of other shop systems', ({ service }) => {
  const send = (shop: TestMerchant, payload: string | Buffer, query: string, more: Record<string, string> = {}) =>
    service.request('POST', `/admin/products/import${query}`, {
      headers: { ...shop.owner.headers, 'content-type': 'text/csv', ...more },
      payload,
    })
  const counts = ({ body: { data } }: Awaited<ReturnType<typeof send>>) =>
    ['created', 'updated', 'unchanged', 'failed'].map((name) => data[name])
  const get = async (shop: TestMerchant, path: string) =>
    (await service.request('GET', `/admin${path}`, { headers: shop.owner.headers })).body.data
  const groupsOf = async (shop: TestMerchant) => {
    const { items } = await get(shop, '/product-groups?limit=100')
    return Promise.all(items.map(({ id }: { id: string }) => get(shop, `/product-groups/${id}`)))
  }

  it('POST /admin/products/import?format=shopify makes groups and products, and changes nothing again', async () => {
    const shop = await makeMerchant(service)
    const rehearsed = await send(shop, shopify, '?format=shopify&dry_run=true')
    assert.deepEqual([counts(rehearsed), (await groupsOf(shop)).length], [[3, 0, 0, 0], 0])
    const answer = await send(shop, shopify, '?format=auto')
    assert.deepEqual([answer.status, counts(answer), answer.body.data.format], [200, [3, 0, 0, 0], 'shopify'])
    const notes = answer.body.data.columns.map(
      ({ column, outcome, count }: Record<string, string>) => `${column} ${outcome} ${count}`,
    )
    assert.deepEqual(notes, [...['SKU changed 2', 'Variant Price changed 1', 'Variant Tax Code dropped 1']])
    const { columns } = await get(shop, `/products/imports/${answer.body.data.id}`)
    assert.deepEqual(columns, answer.body.data.columns)
    const [group] = await groupsOf(shop)
    const { name, slug, brand, category, tags, description, varies_by, seo } = group
    assert.deepEqual(
      { name, slug, brand, category, tags, description, varies_by, seo },
      {
        name: 'Linen Shirt',
        slug: 'linen-shirt',
        brand: 'Acme',
        category: 'Shirts',
        tags: ['summer', 'linen'],
        description: 'Cool & light',
        varies_by: ['Size', 'Colour'],
        seo: { title: 'Shirt', description: null },
      },
    )
    assert.deepEqual(
      group.variants.map((one: Record<string, unknown>) => [one['sku'], one['price'], one['available'], one['gtin']]),
      [
        ['LS-M-R', 39.9, 7, '4006381333931'],
        ['linen-shirt-l-red', 39.9, 0, null],
      ],
    )
    const mug = (await get(shop, '/products?sku=mug')).items[0] ?? (await get(shop, '/products?q=Mug')).items[0]
    assert.deepEqual([mug.sku, mug.slug, mug.price, mug.group_id], ['mug', 'mug', 12.5, null])
    assert.deepEqual(counts(await send(shop, shopify, '?format=shopify')), [0, 0, 3, 0])
  })

  it('POST /admin/products/import finds products by SKU, else by slug and options', async () => {
    const shop = await makeMerchant(service)
    await send(shop, shopify, '?format=shopify')
    const [{ variants }] = await groupsOf(shop)
    const large = variants.find(({ sku }: { sku: string }) => sku === 'linen-shirt-l-red')
    const rename = { headers: shop.owner.headers, body: { sku: 'OWN-1' } }
    await service.request('PATCH', `/admin/products/${large.id}`, rename)
    assert.deepEqual(counts(await send(shop, shopify, '?format=shopify')), [0, 0, 3, 0], 'a made SKU gives way')
    const file = table(
      newer,
      {
        Title: 'Linen Shirt',
        'URL handle': 'linen-shirt',
        'Option1 name': 'Size',
        'Option1 value': 'M',
        SKU: 'LS-M-R',
        Price: '35',
      },
      { Title: 'Cup', 'URL handle': 'mug', SKU: 'CUP', Price: '12.50', 'Inventory quantity': 3 },
    )
    const answer = await send(shop, file, '?format=shopify')
    assert.deepEqual(counts(answer), [0, 1, 0, 1], JSON.stringify(answer.body))
    assert.deepEqual(answer.body.data.errors[0].field, 'options.Colour')
    const [cup] = (await get(shop, '/products?q=Cup')).items
    assert.deepEqual([cup.sku, cup.slug, cup.name, cup.available], ['CUP', 'mug', 'Cup', 3])
    const bowl = { Title: 'Bowl', 'URL handle': 'bowl', SKU: 'BOWL', Price: '8' }
    assert.deepEqual(counts(await send(shop, table(newer, bowl), '?format=shopify')), [1, 0, 0, 0])
    for (const [row, message] of [
      [{ ...bowl, SKU: 'CUP' }, 'is the slug of another product'],
      [{ ...bowl, 'URL handle': 'linen-shirt' }, 'is the slug of a group of variants'],
    ] as const) {
      const refused = await send(shop, table(newer, row), '?format=shopify')
      assert.deepEqual([counts(refused), refused.body.data.errors[0]?.message], [[0, 0, 0, 1], message])
    }
    const renamed = await send(shop, table(newer, { ...bowl, 'URL handle': 'deep-bowl' }), '?format=shopify')
    assert.deepEqual(counts(renamed), [0, 1, 0, 0])
    assert.equal((await get(shop, '/products?q=Bowl')).items[0].slug, 'deep-bowl')
  })

  it('POST /admin/products/import?format=woocommerce makes groups of variable products', async () => {
    const shop = await makeMerchant(service)
    const file = table(
      woo,
      {
        ID: 1,
        Type: 'variable',
        SKU: 'TEE',
        Name: 'Tee',
        Published: 1,
        Categories: 'Clothes > Tees',
        'Attribute 1 name': 'Size',
        'Attribute 1 value(s)': 'S, M',
      },
      {
        ID: 2,
        Type: 'variation',
        SKU: 'TEE-S',
        Parent: 'TEE',
        'Regular price': 20,
        'Sale price': 15,
        Stock: 2,
        'Attribute 1 name': 'Size',
        'Attribute 1 value(s)': 'S',
        Published: 1,
      },
      {
        ID: 3,
        Type: 'variation',
        SKU: 'TEE-M',
        Parent: 'id:1',
        'Regular price': 20,
        Published: 1,
        'Attribute 1 name': 'Size',
        'Attribute 1 value(s)': 'M',
      },
      // Of the same name, so its slug is another one.
      { ID: 4, Type: 'simple', SKU: 'TEE-ONE', Name: 'Tee', Published: 1, 'Regular price': 9 },
    )
    const answer = await send(shop, file, '?format=woocommerce')
    assert.deepEqual([counts(answer), answer.body.data.errors], [[3, 0, 0, 0], []])
    const [group] = await groupsOf(shop)
    assert.deepEqual([group.name, group.slug, group.category, group.tags], ['Tee', 'tee', 'Tees', ['Clothes', 'Tees']])
    assert.deepEqual(
      group.variants.map((one: Record<string, unknown>) => [one['price'], one['compare_at_price'], one['available']]),
      [
        [15, 20, 2],
        [20, null, 0],
      ],
    )
    assert.deepEqual(counts(await send(shop, file, '?format=auto')), [0, 0, 3, 0])
    await service.request('PATCH', `/admin/product-groups/${group.id}`, {
      headers: shop.owner.headers,
      body: { slug: 'cotton-tee' },
    })
    assert.deepEqual(counts(await send(shop, file, '?format=auto')), [0, 0, 3, 0])
    assert.equal((await groupsOf(shop)).length, 1)
  })

  it('POST /admin/products/import sent again with its id goes on behind the last product; another is 409', async () => {
    const shop = await makeMerchant(service)
    const importId = crypto.randomUUID()
    const id = { 'import-id': importId }
    const begun = await send(shop, shopify, '?format=shopify', id)
    assert.equal(begun.body.data.last_row, 3, 'the first row of the last product')
    assert.deepEqual((await send(shop, shopify, '?format=shopify', id)).body.data, begun.body.data)
    // As if the service had died behind the mug.
    const { db } = service.deps
    await db.updateTable('product_imports').set({ status: 'running' }).where('id', '=', importId).execute()
    const other = await send(shop, shopify.replace('Mug', 'Jug'), '?format=shopify', id)
    assert.deepEqual([other.status, other.body.error.code], [409, 'CONFLICT'])
    const whole = await send(shop, `${shopify}\r\nvase,Vase,,,,,,,,,,V-1,,,30`, '?format=shopify', id)
    assert.deepEqual([counts(whole), whole.body.data.last_row], [[4, 0, 0, 0], 6])
    assert.equal(whole.body.data.columns[0].count, 2)
  })

  it('POST /admin/products/import?format= refuses what it cannot read', async () => {
    const shop = await makeMerchant(service)
    const refused = async (payload: string, query: string, type = 'text/csv') => {
      const { status, body } = await send(shop, payload, query, { 'content-type': type })
      return `${status} ${body.error?.code} ${body.error?.details?.[0].field} ${body.error?.details?.[0].message}`
    }
    assert.match(
      await refused(shopify, ''),
      /^400 VALIDATION_ERROR header .*Shopify, which is read with format=shopify/,
    )
    assert.match(await refused('sku,name\na,b\n', '?format=shopify'), /^400 VALIDATION_ERROR header is none of Shopify/)
    assert.match(await refused(shopify, '?format=wix'), /^400 VALIDATION_ERROR format/)
    assert.match(await refused('{}\n', '?format=woocommerce', 'application/x-ndjson'), /^400 VALIDATION_ERROR format/)
    assert.match(await refused('', '?format=auto'), /^400 VALIDATION_ERROR body has no header/)
    const faulty = `${shopify}\r\nlong-${'x'.repeat(300)},Long,,,,,,Size,${'L'.repeat(101)},,,SKU-1,,,5`
    const answer = await send(shop, faulty, '?format=shopify')
    assert.deepEqual([counts(answer), answer.body.data.errors.length > 0], [[3, 0, 0, 1], true])
  })

  it('POST /admin/products/import of own files takes groups and options, and a variant sets its group', async () => {
    const shop = await makeMerchant(service)
    const slug = unique('shirt').toLowerCase()
    const titles = ['sku', 'name', 'price', 'brand', 'group', 'option_1_name', 'option_1_value']
    const rows = ['S', 'M'].map((size) => ({ sku: `${slug}-${size}`, price: 9, group: slug, option_1_value: size }))
    const file = table(titles, ...rows.map((row) => ({ ...row, name: 'Shirt', option_1_name: 'Size', brand: 'Acme' })))
    assert.deepEqual(counts(await send(shop, file, '')), [2, 0, 0, 0])
    assert.deepEqual(counts(await send(shop, file, '')), [0, 0, 2, 0])
    const change = `sku,name,brand\n${slug}-S,"Shirt, S",Umbra\n`
    assert.deepEqual(counts(await send(shop, change, '')), [0, 1, 0, 0])
    const [group] = await groupsOf(shop)
    assert.deepEqual([group.name, group.brand, group.varies_by], ['Shirt', 'Umbra', ['Size']])
    const wrong = [
      'sku,name,price,group,option_1_name,option_1_value',
      ...[`a,A,1,Not A Slug,Size,S`, `b,B,1,${slug},Size,`, `c,C,1,,Size,S`, `d,D,1,${slug},,`, `e,E,1,${slug},Fit,S`],
    ].join('\n')
    const answer = await send(shop, wrong, '')
    assert.deepEqual(
      answer.body.data.errors.map(({ sku, field }: Record<string, string>) => `${sku} ${field}`),
      ['a group', 'b option_1_value', 'c group', 'd option_1_name', 'e options.Size'],
    )
  })

  it('GET /admin/products/export?format=own and shopify answer files whose import changes nothing', async () => {
    const shop = await makeMerchant(service)
    await send(shop, shopify, '?format=shopify')
    const [group] = await groupsOf(shop)
    const { headers } = shop.owner
    const description = 'Two\nlines, <b> & "quotes"'
    await service.request('PATCH', `/admin/product-groups/${group.id}`, { headers, body: { description } })
    const body = { sku: '-plain', name: 'Plain', price: 3, description, tags: ['a, b', 'c'], status: 'draft' }
    await service.request('POST', '/admin/products', { headers, body })
    for (const format of ['own', 'shopify']) {
      const file = await service.request('GET', `/admin/products/export?format=${format}`, { headers })
      assert.deepEqual([file.status, file.headers['content-type']], [200, 'text/csv; charset=utf-8'])
      assert.deepEqual(counts(await send(shop, file.body, '?format=auto')), [0, 0, 4, 0], `${format} ${file.body}`)
      const other = await makeMerchant(service)
      assert.deepEqual(counts(await send(other, file.body, `?format=${format}`)), [4, 0, 0, 0])
      const [copy] = await groupsOf(other)
      const { name, slug, varies_by, tags } = group
      assert.deepEqual(
        [copy.name, copy.slug, copy.varies_by, copy.tags, copy.description],
        [name, slug, varies_by, tags, description],
      )
      assert.deepEqual(
        copy.variants.map(({ options }: { options: unknown }) => options),
        group.variants.map(({ options }: { options: unknown }) => options),
      )
    }
  })
})
