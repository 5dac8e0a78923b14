import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { countsOf, importsOf, notesOf, type Row } from '#test/support/imported-files.ts'

/** What a shop finds after it moved in by a file. */
describeService('moving in by files', ({ service }) => {
  const { send, imported, get, products, groups, withRates } = importsOf(service)

  it('POST /admin/products/import keeps tax classes, and names those without a rate', async () => {
    const shop = await withRates('standard', 'reduced')
    const woo =
      'Type,SKU,Name,Published,Tax status,Tax class,Stock,Regular price\n' +
      'simple,BOOK,Book,1,taxable,reduced-rate,9,10.70\nsimple,RUM,Rum,1,taxable,luxury,9,30\n'
    const rehearsed = await imported(shop, woo, '?format=auto&dry_run=true')
    assert.deepEqual(notesOf(rehearsed), [
      'tax_class kept 1: the tax table has no rate for luxury: such products are sold without tax',
      'Tax class changed 1: reduced-rate is the tax class reduced',
    ])
    assert.deepEqual(
      rehearsed.preview.map((row: Row) => row['tax_class']),
      ['reduced', 'luxury'],
    )
    const report = await imported(shop, woo)
    assert.deepEqual((await get(shop, `/products/imports/${report.id}`)).columns, report.columns)
    const shopify =
      'Handle,Title,Variant SKU,Variant Price,Variant Taxable\nstamp,Stamp,STAMP,1,false\nmug,Mug,MUG,5,true\n'
    await imported(shop, shopify)
    const own = await imported(shop, 'sku,name,price,on_hand,tax_class\nTEA,Tea,4,1,food\n', '')
    assert.deepEqual(notesOf(own), [
      'tax_class kept 1: the tax table has no rate for food: such products are sold without tax',
    ])
    const classes = [...(await products(shop)).values()].map((one) => `${one['sku']} ${one['tax_class']}`)
    assert.deepEqual(classes.sort(), ['BOOK reduced', 'MUG standard', 'RUM luxury', 'STAMP untaxed', 'TEA food'])
  })

  it('POST /admin/products/import says which stock no file counts, and takes the units chosen for it', async () => {
    const files: [name: string, file: string, number: number, query?: string, type?: string][] = [
      ['own', 'sku,name,price\nA,A,1\nB,B,1\n', 2],
      [
        'NDJSON',
        '{"sku":"A","name":"A","price":1}\n{"sku":"B","name":"B","price":1,"on_hand":5}\n',
        1,
        '',
        'application/x-ndjson',
      ],
      [
        'Shopify',
        'Handle,Title,Variant SKU,Variant Price,Variant Inventory Tracker,Variant Inventory Qty\n' +
          'a,A,A,1,,0\nb,B,B,1,shopify,5\n',
        1,
      ],
      [
        'WooCommerce',
        'Type,SKU,Name,Regular price,In stock?,Stock\nsimple,A,A,1,1,\nsimple,B,B,1,1,5\nsimple,C,C,1,0,\n',
        1,
      ],
      [
        'Medusa',
        'Product Handle,Product Title,Variant Title,Variant Sku,Variant Price GBP,Variant Manage Inventory\n' +
          'a,A,A,A,1,true\n',
        1,
      ],
    ]
    for (const [name, file, number, query = '?format=auto', type] of files) {
      const shop = await makeMerchant(service)
      const more = (text: string) => `${query === '' ? '?' : `${query}&`}${text}`
      assert.equal((await imported(shop, file, more('dry_run=true'), type)).uncounted, number, name)
      const report = await imported(shop, file, more('uncounted=40'), type)
      assert.equal(report.uncounted, number, name)
      assert.equal((await get(shop, `/products/imports/${report.id}`)).uncounted, number, name)
      const found = await products(shop)
      assert.equal(found.get('A')?.['available'], 40, name)
      assert.notEqual(found.get('B')?.['available'], name === 'own' ? 0 : 40, name)
      // What is there keeps its stock.
      const again = await imported(shop, file, more('uncounted=70'), type)
      assert.deepEqual([again.uncounted, again.updated], [0, 0], name)
      assert.equal((await products(shop)).get('A')?.['available'], 40, name)
    }
    const shop = await makeMerchant(service)
    await imported(shop, 'sku,name,price\nA,A,1\n', '')
    assert.equal((await products(shop)).get('A')?.['available'], 0)
    assert.equal((await send(shop, 'sku,name,price\nA,A,1\n', '?uncounted=-1')).status, 400)
  })

  it('POST /admin/products/import says what becomes of sale prices, and takes the choice', async () => {
    const row = (sku: string, from: string) => `simple,${sku},${sku},5,10,8,${from}\n`
    const woo =
      'Type,SKU,Name,Stock,Regular price,Sale price,Date sale price starts\n' +
      row('NOW', '') +
      row('LATER', '2999-01-01')
    const prices = async (query: string) => {
      const shop = await makeMerchant(service)
      const report = await imported(shop, woo, query)
      const found = await products(shop)
      const read = ['NOW', 'LATER'].map((sku) => [found.get(sku)?.['price'], found.get(sku)?.['compare_at_price']])
      return [...read, ...notesOf(report)]
    }
    const taken = 'a sale price is the price, the usual one what it is compared with'
    assert.deepEqual(await prices('?format=auto'), [
      [8, 10],
      [10, null],
      `Sale price changed 1: ${taken}`,
      'Sale price dropped 1: the sale has not begun',
    ])
    assert.deepEqual(await prices('?format=auto&sales=all'), [[8, 10], [8, 10], `Sale price changed 2: ${taken}`])
    assert.deepEqual(await prices('?format=auto&sales=none'), [
      [10, null],
      [10, null],
      'Sale price dropped 2: a sale price: the usual price is the price, as asked for',
    ])
  })

  it('POST /admin/products/import makes a variant of each value that a variation leaves open', async () => {
    const shop = await makeMerchant(service)
    const file =
      'ID,Type,SKU,Name,Published,In stock?,Stock,Regular price,Parent,Attribute 1 name,Attribute 1 value(s),' +
      'Attribute 2 name,Attribute 2 value(s)\n' +
      '1,variable,T,Tee,1,1,,,,Color,"Blue, Green",Size,"Large, Medium, Small"\n' +
      '2,variation,TB,Tee - Blue,1,1,5,20,T,Color,Blue,Size,\n3,variation,TG,Tee - Green,1,1,5,20,T,Color,Green,Size,\n'
    const report = await imported(shop, file)
    assert.deepEqual(countsOf(report), [6, 0, 0, 0], JSON.stringify(report.errors))
    const [tee] = await groups(shop)
    assert.deepEqual([tee.varies_by, tee.variant_count], [['Color', 'Size'], 6])
    const units = tee.variants.map(({ options, available }: { options: Row; available: number }) => [
      ...[options['Color'], options['Size'], available],
    ])
    assert.deepEqual(units, [
      ['Blue', 'Large', 2],
      ['Blue', 'Medium', 2],
      ['Blue', 'Small', 1],
      ['Green', 'Large', 2],
      ['Green', 'Medium', 2],
      ['Green', 'Small', 1],
    ])
    assert.deepEqual(countsOf(await imported(shop, file)), [0, 0, 6, 0])
  })

  it('values that differ in case, blanks or hyphens are one, in its first spelling', async () => {
    const spellings = ['Off-White', 'off‑white', 'OFF–WHITE ', 'Off\u00ad-White'.replace('\u00ad', '')]
    const sizes = ['S', 'M', 'L', 'XL']
    const rows = (line: (value: string, size: string, index: number) => string) =>
      spellings.map((value, index) => `${line(value, sizes[index] ?? '', index)}\n`).join('')
    const files: [string, string][] = [
      [
        'own',
        'sku,name,price,group,option_1_name,option_1_value,option_2_name,option_2_value\n' +
          rows((value, size, n) => `O${n},Tee,1,tee,Colour,"${value}",Size,${size}`),
      ],
      [
        'Shopify',
        'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price\n' +
          rows((value, size, n) => `tee,Tee,Colour,"${value}",Size,${size},O${n},1`),
      ],
      [
        'Medusa',
        'Product Handle,Product Title,Variant Title,Variant Sku,Variant Price GBP,Variant Option 1 Name,' +
          'Variant Option 1 Value,Variant Option 2 Name,Variant Option 2 Value\n' +
          rows((value, size, n) => `tee,Tee,x,O${n},1,Colour,"${value}",Size,${size}`),
      ],
    ]
    for (const [name, file] of files) {
      const shop = await makeMerchant(service)
      assert.deepEqual(countsOf(await imported(shop, file)), [4, 0, 0, 0], name)
      const [tee] = await groups(shop)
      const values = tee.variants.map(({ options }: { options: Row }) => options['Colour'])
      assert.deepEqual(values, Array(4).fill('Off-White'), name)
      assert.deepEqual(countsOf(await imported(shop, file)), [0, 0, 4, 0], name)
      // A single value keeps the spelling of the others, also of another file and of the API.
      const more = 'sku,name,price,group,option_1_name,option_1_value,option_2_name,option_2_value\n'
      await imported(shop, `${more}X1,Tee,1,tee,Colour,OFF-WHITE,Size,XXL\n`, '')
      const variant = { sku: 'X2', price: 1, group_id: tee.id, options: { Colour: 'off-white', Size: 'XS' } }
      const added = await service.request('POST', '/admin/products', { headers: shop.owner.headers, body: variant })
      assert.equal(added.body.data.options.Colour, 'Off-White', name)
      const path = `/admin/products/${added.body.data.id}`
      const again = { options: { Colour: 'OFF WHITE', Size: 'XS' } }
      const changed = await service.request('PATCH', path, { headers: shop.owner.headers, body: again })
      assert.equal(changed.body.data.options.Colour, 'OFF WHITE', 'a blank is no hyphen')
      const found = await products(shop)
      assert.deepEqual(found.get('X1')?.['options'], { Colour: 'Off-White', Size: 'XXL' }, name)
    }
    const shop = await makeMerchant(service)
    const body = {
      name: 'Tee',
      varies_by: ['Colour', 'Size'],
      variants: ['Red', 'red', 'RED '].map((Colour, index) => ({
        sku: `R${index}`,
        price: 1,
        options: { Colour, Size: sizes[index] },
      })),
    }
    const made = await service.request('POST', '/admin/product-groups', { headers: shop.owner.headers, body })
    const colours = made.body.data.variants.map(({ options }: { options: Row }) => options['Colour'])
    assert.deepEqual(colours, ['Red', 'Red', 'Red'])
    const twins = {
      ...body,
      variants: body.variants.map((one) => ({ ...one, options: { ...one.options, Size: 'S' } })),
    }
    const refused = await service.request('POST', '/admin/product-groups', { headers: shop.owner.headers, body: twins })
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'VARIANT_EXISTS'])
    const [, second] = made.body.data.variants
    const patch = { variants: [{ id: second.id, options: { Colour: 'RED', Size: 'M' } }] }
    const path = `/admin/product-groups/${made.body.data.id}`
    const patched = await service.request('PATCH', path, { headers: shop.owner.headers, body: patch })
    assert.equal(patched.body.data.variants[1].options.Colour, 'Red')
  })
})
