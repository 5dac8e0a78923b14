import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readFile, table } from '#test/support/foreign-files.ts'

const older = [
  ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Type', 'Tags', 'Published', 'Option1 Name', 'Option1 Value'],
  ...['Option2 Name', 'Option2 Value', 'Variant SKU', 'Variant Grams', 'Variant Inventory Tracker'],
  ...['Variant Inventory Qty', 'Variant Inventory Policy', 'Variant Fulfillment Service', 'Variant Price'],
  ...['Variant Compare At Price', 'Variant Requires Shipping', 'Variant Taxable', 'Variant Barcode', 'Image Src'],
  ...['Image Position', 'Image Alt Text', 'Gift Card', 'SEO Title', 'SEO Description', 'Variant Image'],
  ...['Variant Weight Unit', 'Cost per item', 'Status'],
]
const present = [
  ...['Title', 'URL handle', 'Description', 'Vendor', 'Product category', 'Type', 'Tags'],
  ...['Published on online store', 'Status', 'SKU', 'Barcode', 'Option1 name', 'Option1 value', 'Option1 Linked To'],
  ...['Option2 name', 'Option2 value', 'Price', 'Compare-at price', 'Charge tax', 'Inventory tracker'],
  ...['Inventory quantity', 'Continue selling when out of stock', 'Weight value (grams)', 'Weight unit for display'],
  ...['Requires shipping', 'Fulfillment service', 'Product image URL', 'Image position', 'Image alt text'],
  ...['Variant image URL', 'Gift card', 'SEO title', 'SEO description'],
]

describe('files of Shopify', () => {
  it('of the older form are read: groups, plain products, pictures in their order', async () => {
    const shirt = { Handle: 'linen-shirt' }
    const variant = { ...shirt, 'Variant Inventory Tracker': 'shopify', 'Variant Inventory Policy': 'deny' }
    const file = table(
      older,
      {
        ...variant,
        Title: 'Linen Shirt',
        'Body (HTML)': '<p>Cool &amp; light</p>',
        Vendor: 'Acme',
        Type: 'Shirts',
        Tags: 'summer, linen, Summer',
        Published: 'true',
        'Option1 Name': 'Size',
        'Option1 Value': 'M',
        'Option2 Name': 'Colour',
        'Option2 Value': 'Red',
        'Variant SKU': 'LS-M-R',
        'Variant Grams': '250.4',
        'Variant Inventory Qty': 7,
        'Variant Price': '39.90',
        'Variant Compare At Price': '59.90',
        'Variant Requires Shipping': 'true',
        'Variant Taxable': 'true',
        'Variant Barcode': "'4006381333931",
        'Image Src': 'https://cdn.example.com/b.jpg?v=2',
        'Image Position': 2,
        'Image Alt Text': 'Back',
        'Gift Card': 'false',
        'SEO Title': 'Shirt',
        'SEO Description': 'Of linen',
        Status: 'active',
        'Variant Image': 'https://cdn.example.com/red.jpg',
        'Variant Fulfillment Service': 'manual',
      },
      {
        ...variant,
        'Option1 Value': 'L / XL',
        'Option2 Value': 'Red',
        'Variant Price': '39.90',
        'Variant Inventory Qty': -2,
      },
      { ...shirt, 'Image Src': '//cdn.example.com/a.jpg', 'Image Position': 1 },
      {
        Handle: 'voucher',
        Title: 'Voucher',
        'Option1 Name': 'Title',
        'Option1 Value': 'Default Title',
        'Variant Price': '10',
        'Variant Requires Shipping': 'false',
        'Gift Card': 'true',
        Status: 'archived',
        'Variant Grams': '0',
        'Cost per item': '1',
      },
    )
    const { products, faults, notes } = await readFile('shopify', file)
    assert.deepEqual(faults, [])
    const picture = (name: string, row: number, alt: string | null = null) => ({
      url: `https://cdn.example.com/${name}`,
      alt,
      row,
    })
    assert.deepEqual(products[0], {
      row: 2,
      slug: 'linen-shirt',
      name: 'Linen Shirt',
      description: 'Cool & light',
      brand: 'Acme',
      category: 'Shirts',
      tags: ['summer', 'linen'],
      seo_title: 'Shirt',
      seo_description: 'Of linen',
      status: 'active',
      options: ['Size', 'Colour'],
      images: [picture('a.jpg', 4), picture('b.jpg?v=2', 2, 'Back')],
      variants: [
        {
          row: 2,
          sku: 'LS-M-R',
          made_sku: false,
          options: ['M', 'Red'],
          price: 39.9,
          compare_at_price: 59.9,
          weight_grams: 250,
          on_hand: 7,
          gtin: '4006381333931',
          requires_shipping: true,
          status: undefined,
          images: [picture('red.jpg', 2)],
          tax_class: undefined,
          unit_pricing: undefined,
          unit_cost: null,
        },
        {
          row: 3,
          sku: 'linen-shirt-l-xl-red',
          made_sku: true,
          options: ['L / XL', 'Red'],
          price: 39.9,
          compare_at_price: null,
          weight_grams: null,
          on_hand: 0,
          gtin: null,
          requires_shipping: undefined,
          status: undefined,
          images: [],
          tax_class: undefined,
          unit_pricing: undefined,
          unit_cost: null,
        },
      ],
    })
    const [, voucher] = products
    assert.deepEqual([voucher?.slug, voucher?.options, voucher?.status], ['voucher', [], 'archived'])
    const [only] = voucher?.variants ?? []
    assert.deepEqual([only?.sku, only?.requires_shipping, only?.gift_card], ['voucher', false, true])
    assert.deepEqual(notes, [
      'Variant Inventory Tracker: changed 1, stock that is not counted there stays what it is here',
      'Variant Inventory Qty: changed 1, below 0 is 0',
      'Variant Price: changed 1, a sale price is the price, the usual one what it is compared with',
    ])
  })

  it('of the present form are read, with blank options and Google’s categories', async () => {
    const file = table(
      present,
      {
        Title: 'Mug',
        'URL handle': 'mug',
        'Product category': 'Home & Garden > Kitchen > Mugs',
        Tags: 'gift',
        'Published on online store': 'TRUE',
        Status: 'Active',
        SKU: 'MUG',
        Price: '9.50',
        Barcode: '123',
        'Compare-at price': '9.50',
        'Inventory tracker': 'shopify',
        'Inventory quantity': '40',
        'Continue selling when out of stock': 'CONTINUE',
        'Weight value (grams)': 350,
        'Requires shipping': 'TRUE',
        'Product image URL': 'https://cdn.example.com/mug 1.jpg',
        'Image alt text': 'A mug',
      },
      {
        Title: 'Cap',
        'URL handle': 'Cap_Blå',
        'Published on online store': 'FALSE',
        Status: 'active',
        'Option1 name': 'Colour',
        'Option1 value': 'Blå',
        'Option1 Linked To': 'product.metafields.x',
        Price: 5,
      },
      { 'URL handle': 'Cap_Blå', 'Option1 value': 'Rød', Price: 5, 'Product image URL': 'ftp://example.com/x.jpg' },
      { Title: 'No handle', Price: 3 },
    )
    const { products, faults, notes } = await readFile('shopify', file)
    assert.deepEqual(faults, [])
    const [mug, cap, bare] = products
    assert.deepEqual([mug?.category, mug?.options, mug?.status], ['Mugs', [], 'active'])
    assert.deepEqual(mug?.images, [{ url: 'https://cdn.example.com/mug%201.jpg', alt: 'A mug', row: 2 }])
    const [one] = mug?.variants ?? []
    assert.deepEqual([one?.compare_at_price, one?.gtin, one?.on_hand, one?.weight_grams], [null, null, 40, 350])
    assert.deepEqual([cap?.slug, cap?.status, cap?.images?.length], ['cap_blå', 'draft', 1])
    assert.deepEqual(
      cap?.variants.map(({ sku, options }) => [sku, options]),
      [
        ['cap_blå-bla', ['Blå']],
        ['cap_blå-rod', ['Rød']],
      ],
    )
    assert.deepEqual([bare?.slug, bare?.variants[0]?.sku], ['no-handle', 'no-handle'])
    for (const note of [
      'Barcode: dropped 1, is no GTIN: 8, 12, 13 or 14 digits with a right check digit',
      'Compare-at price: dropped 1, is not above the price',
      'Continue selling when out of stock: dropped 1, selling without stock is not supported',
    ])
      assert.ok(notes.includes(note), note)
    assert.ok(notes.includes('Option1 Linked To: dropped 1, is not imported: there is no such field'))
    assert.ok(notes.includes('Published on online store: changed 1, unpublished products become drafts'))
    assert.ok(notes.includes('Product image URL: dropped 1, is no address of a picture (http or https)'))
  })

  it('with faulty rows are read without those variants, and say their columns', async () => {
    const row = { Handle: 'a', 'Option1 Value': 'S', 'Variant Price': '1' }
    const { products, faults } = await readFile(
      'shopify',
      table(
        older,
        { ...row, Title: 'A', 'Option1 Name': 'Size', 'Variant SKU': 'A-S' },
        { ...row, 'Option1 Value': 'M', 'Variant Price': '1,50' },
        { ...row, 'Option1 Value': 'ｓ' },
        { ...row, 'Option1 Value': '', 'Variant SKU': 'A-X' },
        { Handle: '?', Title: '!' },
      ),
    )
    assert.deepEqual(
      products.map(({ variants }) => variants.map(({ sku }) => sku)),
      [['A-S']],
    )
    assert.deepEqual(faults, [
      '3 a-m Variant Price has a decimal comma, in a file whose columns are separated by commas: write 1.50',
      '5 A-X Option1 Value is required',
      '4 a-s Option1 Value has the same options as row 2',
      '6 null Handle is required',
    ])
  })

  it('keep the rows of a handle together, wherever they stand, and SKUs that are made distinct', async () => {
    const { products } = await readFile(
      'shopify',
      table(
        older,
        { Handle: 'a', 'Option1 Value': 'S+', 'Variant Price': 2 },
        { Handle: 'b', Title: 'B', 'Variant Price': 3 },
        { Handle: 'a', Title: 'A', 'Option1 Name': 'Size', 'Option1 Value': 'S', 'Variant Price': 1 },
        { Handle: 'only-adds', 'Option1 Name': 'Size', 'Option1 Value': 'S', 'Variant SKU': 'X' },
      ),
    )
    assert.deepEqual(
      products.map(({ slug, name }) => [slug, name]),
      [
        ['a', 'A'],
        ['b', 'B'],
        ['only-adds', undefined],
      ],
    )
    assert.deepEqual(
      products[0]?.variants.map(({ sku }) => sku),
      ['a-s', 'a-s-2'],
    )
  })

  it('shorten what is too long, and say so', async () => {
    const long = {
      Handle: 'a',
      Title: 'x'.repeat(250),
      'Body (HTML)': 'y'.repeat(10_001),
      Tags: `${'t'.repeat(51)}, ok`,
    }
    const { products, notes } = await readFile('shopify', table(older, { ...long, 'Variant Price': 1 }))
    assert.deepEqual([products[0]?.name?.length, products[0]?.description?.length], [200, 10_000])
    assert.deepEqual(products[0]?.tags, ['ok'])
    assert.ok(notes.includes('Title: changed 1, shortened to 200 characters'))
    assert.ok(notes.includes('Tags: dropped 1, is longer than 50 characters'))
  })

  it('leave out the columns of ignore, and what a file has no column of', async () => {
    const titles = ['Handle', 'Title', 'Variant Price', 'Vendor', 'Extra']
    const file = table(titles, { Handle: 'a', Title: 'A', 'Variant Price': 1, Vendor: 'V', Extra: 'e' })
    const { products, notes } = await readFile('shopify', file, ['vendor', 'extra'])
    const [product] = products
    assert.deepEqual([product?.brand, product?.tags, product?.images, notes], [undefined, undefined, undefined, []])
  })

  it('keep what is not taxed, codes that are classes here, and prices per unit', async () => {
    const titles = [
      ...['Handle', 'Title', 'Variant SKU', 'Variant Price', 'Variant Taxable', 'Variant Tax Code'],
      ...['Unit Price Total Measure', 'Unit Price Total Measure Unit', 'Unit Price Base Measure'],
      'Unit Price Base Measure Unit',
    ]
    const [, , , , taxable = '', code = '', total = '', totalUnit = '', base = '', baseUnit = ''] = titles
    const row = (name: string, more: Record<string, string>) => ({
      Handle: name,
      Title: name,
      'Variant SKU': name,
      'Variant Price': '5',
      ...more,
    })
    const { products, faults, notes } = await readFile(
      'shopify',
      table(
        titles,
        row('stamp', { [taxable]: 'false' }),
        row('book', { [taxable]: 'true', [code]: 'REDUCED' }),
        row('mug', { [taxable]: 'true', [code]: 'PC040100' }),
        row('oil', { [total]: '750', [totalUnit]: 'ml', [base]: '1', [baseUnit]: 'L' }),
        row('tea', { [total]: '12', [totalUnit]: 'fl oz', [base]: '1', [baseUnit]: 'l' }),
      ),
    )
    assert.deepEqual(faults, [])
    const read = products.map(({ slug, variants: [one] }) => [slug, one?.tax_class, one?.unit_pricing])
    assert.deepEqual(read, [
      ['stamp', 'untaxed', null],
      ['book', 'reduced', null],
      ['mug', undefined, null],
      ['oil', undefined, { measure: '750 ml', base: '1 l' }],
      ['tea', undefined, null],
    ])
    assert.deepEqual(notes, [
      'Variant Taxable: changed 1, not taxable is the tax class untaxed',
      'Variant Tax Code: dropped 1, PC040100 is no class of the tax table',
      'Unit Price Total Measure Unit: dropped 1, fl oz is no unit of ours',
    ])
  })

  it('with sales=none have the usual prices', async () => {
    const titles = ['Handle', 'Title', 'Variant Price', 'Variant Compare At Price']
    const row = { Handle: 'mug', Title: 'Mug', 'Variant Price': '5', 'Variant Compare At Price': '8' }
    const { products, notes } = await readFile('shopify', table(titles, row), [], { sales: 'none' })
    const [one] = products[0]?.variants ?? []
    assert.deepEqual([one?.price, one?.compare_at_price], [8, null])
    assert.deepEqual(notes, ['Variant Price: dropped 1, a sale price: the usual price is the price, as asked for'])
  })
})
