import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { countsOf, importsOf, notesOf, type Row } from '#test/support/imported-files.ts'

describeService('product files of Vendure and Medusa, files without products, and renamed columns', ({ service }) => {
  const { send, imported, products, groups, withRates } = importsOf(service)

  it('POST /admin/products/import reads the product files of Vendure and Medusa', async () => {
    const vendure =
      'name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,' +
      'trackInventory,variantAssets,variantFacets\n' +
      'Painting Apron,painting-apron,<p>For clay</p>,apron.jpg,Brand:KB|Type:Accessory,size|colour,small|beige,' +
      '10112,11.99,Reduced Tax,16,false,,\n' +
      ',,,,,,large|beige,10113,12.99,standard,17,true,,\n' +
      'Wax Crayons,,,,,,,225400,4.16,standard,-4,,,\n'
    const shop = await withRates('standard', 'reduced')
    const report = await imported(shop, vendure)
    assert.deepEqual([report.format, countsOf(report), report.uncounted], ['vendure', [3, 0, 0, 0], 1])
    const [apron] = await groups(shop)
    assert.deepEqual([apron.slug, apron.brand, apron.tags], ['painting-apron', 'KB', ['KB', 'Accessory']])
    const read = apron.variants.map(({ sku, options, price, tax_class, available }: Row) => [
      ...[sku, options, price, tax_class, available],
    ])
    assert.deepEqual(read, [
      ['10112', { size: 'small', colour: 'beige' }, 11.99, 'reduced', 16],
      ['10113', { size: 'large', colour: 'beige' }, 12.99, 'standard', 17],
    ])
    assert.ok(notesOf(report).some((note) => note.startsWith('assets dropped 1: is the name of a file')))
    assert.deepEqual(countsOf(await imported(shop, vendure)), [0, 0, 3, 0])
    const translated =
      'name:en,name:de,slug:en,slug:de,optionGroups:en,optionGroups:de,optionValues:en,optionValues:de,sku,price\n' +
      'Mug,Becher,mug,becher,,,,,M,5\n'
    const twice = await imported(await makeMerchant(service), translated)
    assert.deepEqual([twice.format, countsOf(twice)], ['vendure', [1, 0, 0, 0]])

    const medusa =
      'Product Id;Product Handle;Product Title;Product Status;Product Description;Product Tag 1;Product Image 1;' +
      'Variant Title;Variant Sku;Variant Manage Inventory;Variant Inventory Quantity;Variant Weight;' +
      'Variant Option 1 Name;Variant Option 1 Value;Variant Price EUR;Variant Price GBP;' +
      'Variant Price Test Region [GBP]\n' +
      'prod_1;sweatpants;Sweatpants;published;Soft;sale;https://x.example/a.png;S;SP-S;true;7;400;Size;S;29;25;24\n' +
      'prod_1;sweatpants;Sweatpants;published;Soft;sale;https://x.example/a.png;M;SP-M;true;3;400;Size;M;29;25;\n' +
      'prod_2;voucher;Voucher;draft;;;;Default;V-1;false;;;Default option;Default option value;10;9;\n'
    const other = await makeMerchant(service)
    const done = await imported(other, medusa)
    assert.deepEqual([done.format, countsOf(done), done.uncounted], ['medusa', [3, 0, 0, 0], 1], JSON.stringify(done))
    const [pants] = await groups(other)
    assert.deepEqual([pants.slug, pants.tags, pants.variant_count], ['sweatpants', ['sale'], 2])
    assert.deepEqual(
      [pants.variants[0].price, pants.variants[0].available, pants.variants[0].weight_grams],
      [25, 7, 400],
    )
    const voucher = (await products(other)).get('V-1')
    assert.deepEqual([voucher?.['status'], voucher?.['group_id'], voucher?.['price']], ['draft', null, 9])
    assert.ok(
      notesOf(done).includes('Variant Price EUR dropped 3: is no price in GBP for all regions'),
      notesOf(done).join(),
    )
    assert.deepEqual(countsOf(await imported(other, medusa)), [0, 0, 3, 0])
  })

  it('POST /admin/products/import of files that hold no products says what they are, and what to send', async () => {
    const shop = await makeMerchant(service)
    const files: [header: string, RegExp][] = [
      ['Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Location,On hand (current)', /Shopify’s inventory/],
      ['Name,Email,Financial Status,Paid at,Lineitem quantity,Lineitem name,Lineitem price', /Shopify’s orders/],
      ['First Name,Last Name,Email,Accepts Email Marketing', /Shopify’s customers/],
      [
        'Product ID*;Attribute (Name:Type:Position)*;Value (Value:Position)*;Reference;Quantity',
        /PrestaShop’s combinations/,
      ],
      ['Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax excluded', /PrestaShop/],
    ]
    for (const [header, what] of files) {
      for (const format of ['auto', 'shopify', 'own']) {
        const answer = await send(shop, `${header}\nx\n`, `?format=${format}`)
        assert.deepEqual([answer.status, answer.body.error.code], [400, 'VALIDATION_ERROR'], header)
        const isKnown = format !== 'shopify' || !header.startsWith('Product ID;')
        if (isKnown) assert.match(answer.body.error.message, what, `${format} ${header}`)
      }
    }
  })

  it('POST /admin/products/import with rename reads any format by other names of its columns', async () => {
    const shop = await makeMerchant(service)
    const woo = 'Laji,Koodi,Nimike,Hinta,Varasto\nsimple,K-1,Kuppi,5,3\n'
    const names = 'Laji=Type,Koodi=SKU,Nimike=Name,Hinta=Regular price,Varasto=Stock'
    for (const format of ['auto', 'woocommerce']) {
      const report = await imported(shop, woo, `?format=${format}&rename=${encodeURIComponent(names)}`)
      assert.deepEqual([report.format, report.failed, report.columns], ['woocommerce', 0, []])
    }
    assert.deepEqual((await products(shop)).get('K-1')?.['available'], 3)
    for (const [format, rename] of [
      ['woocommerce', 'Laji=Vendor'],
      ['shopify', 'Laji=Regular price'],
      ['own', 'Laji=Type'],
    ]) {
      const answer = await send(shop, woo, `?format=${format}&rename=${encodeURIComponent(rename ?? '')}`)
      assert.deepEqual([answer.status, answer.body.error.details[0].field], [400, 'rename'], format)
    }
  })
})
