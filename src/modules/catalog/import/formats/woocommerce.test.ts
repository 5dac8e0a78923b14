import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readFile, table } from '#test/support/foreign-files.ts'

const older = [
  ...['ID', 'Type', 'SKU', 'Name', 'Published', 'Is featured?', 'Visibility in catalog', 'Short description'],
  ...['Description', 'Date sale price starts', 'Date sale price ends', 'Tax status', 'Tax class', 'In stock?', 'Stock'],
  ...['Backorders allowed?', 'Sold individually?', 'Weight (lbs)', 'Length (in)', 'Allow customer reviews?'],
  ...['Sale price', 'Regular price', 'Categories', 'Tags', 'Images', 'Parent', 'Upsells', 'Position'],
  ...['Attribute 1 name', 'Attribute 1 value(s)', 'Attribute 1 visible', 'Attribute 1 global', 'Attribute 1 default'],
  ...['Attribute 2 name', 'Attribute 2 value(s)', 'Attribute 2 visible', 'Attribute 2 global'],
]
const present = [
  ...older,
  'GTIN, UPC, EAN, or ISBN',
  'Brands',
  'Meta: _yoast_wpseo_title',
  'Meta: rank_math_description',
]
const colours = { 'Attribute 1 name': 'Colour', 'Attribute 2 name': 'Size' }

describe('files of WooCommerce', () => {
  it('have variations before and behind their parent, named by SKU or id', async () => {
    const blue = { Type: 'variation', Published: 1, ...colours, 'Attribute 1 value(s)': 'blue', 'In stock?': 1 }
    const { products, faults } = await readFile(
      'woocommerce',
      table(
        older,
        { ...blue, ID: 7, SKU: 'T-B-L', Parent: 'id:44', 'Attribute 2 value(s)': 'L', 'Regular price': 20, Stock: 3 },
        {
          ID: 5,
          Type: 'simple',
          SKU: 'BELT',
          Name: 'Belt',
          Published: 1,
          'Sale price': 55,
          'Regular price': 65,
          Stock: 2,
        },
        {
          ID: 44,
          Type: 'variable',
          SKU: 'tee',
          Name: 'Tee',
          Published: 1,
          'Weight (lbs)': '.5',
          ...colours,
          'Short description': 'Soft.',
          Description: '<b>Very</b> soft.\\n\\nWash cold',
          Images: 'https://x.example/1.jpg, https://x.example/2.jpg',
          Categories: 'Clothing > Tees, Sale',
          Tags: 'summer',
          'Attribute 1 value(s)': 'Blue, Red',
          'Attribute 1 default': 'Red',
          'Attribute 2 value(s)': 'S, M, L',
          'Visibility in catalog': 'visible',
        },
        {
          ...blue,
          ID: 8,
          Parent: 'TEE',
          'Attribute 2 value(s)': 'M',
          'Sale price': '15,50',
          'Regular price': '20,00',
          'Weight (lbs)': 1,
          Images: 'https://x.example/m.jpg, https://x.example/n.jpg',
          Stock: 'parent',
          Description: 'Of M',
        },
      ),
    )
    assert.deepEqual(faults, [])
    const [tee, belt] = products
    assert.deepEqual(tee, {
      row: 4,
      slug: undefined,
      name: 'Tee',
      description: 'Soft.\n\nVery soft.\n\nWash cold',
      brand: undefined,
      category: 'Tees',
      tags: ['Clothing', 'Tees', 'Sale', 'summer'],
      status: 'active',
      seo_title: undefined,
      seo_description: undefined,
      options: ['Colour', 'Size'],
      description_html: '<p>Soft.</p>\n<p><strong>Very</strong> soft.</p><p>Wash cold</p>',
      images: ['1', '2'].map((name) => ({ url: `https://x.example/${name}.jpg`, alt: null, row: 4 })),
      variants: [
        {
          row: 2,
          sku: 'T-B-L',
          made_sku: false,
          options: ['Blue', 'L'],
          price: 20,
          compare_at_price: null,
          weight_grams: 227,
          on_hand: 3,
          gtin: undefined,
          requires_shipping: true,
          status: 'active',
          images: [],
          tax_class: 'standard',
          unit_pricing: undefined,
        },
        {
          row: 5,
          sku: 'tee-blue-m',
          made_sku: true,
          options: ['Blue', 'M'],
          price: 15.5,
          compare_at_price: 20,
          weight_grams: 454,
          on_hand: undefined,
          gtin: undefined,
          requires_shipping: true,
          status: 'active',
          tax_class: 'standard',
          unit_pricing: undefined,
          images: ['m', 'n'].map((name) => ({ url: `https://x.example/${name}.jpg`, alt: null, row: 5 })),
        },
      ],
    })
    assert.deepEqual(
      belt?.variants.map(({ price, compare_at_price, on_hand }) => [price, compare_at_price, on_hand]),
      [[55, 65, 2]],
    )
  })

  it('of the present form are read, with GTIN, brands, SEO texts and what is sent by nobody', async () => {
    const { products, notes, faults } = await readFile(
      'woocommerce',
      table(
        present,
        {
          ID: 1,
          Type: 'simple, downloadable, virtual',
          Name: 'Album, live',
          Published: 0,
          'Regular price': 9,
          'GTIN, UPC, EAN, or ISBN': '9780306406157',
          Brands: 'Makers > North, South',
          'In stock?': 0,
          'Meta: _yoast_wpseo_title': '%%title%% %%sep%%',
          'Meta: rank_math_description': 'Heard live',
          'Attribute 1 name': 'Format',
          'Attribute 1 value(s)': 'MP3',
          Upsells: 'a',
          'Is featured?': 1,
        },
        { ID: 2, Type: 'simple', Name: 'Hidden', Published: 1, 'Visibility in catalog': 'hidden', 'Regular price': 1 },
      ),
    )
    assert.deepEqual(faults, [])
    const [album, hidden] = products
    const { brand, seo_title, seo_description, status } = album ?? {}
    assert.deepEqual([brand, seo_title, seo_description, status], ['North', null, 'Heard live', 'draft'])
    const [one] = album?.variants ?? []
    assert.deepEqual(
      [one?.sku, one?.gtin, one?.requires_shipping, one?.on_hand],
      ['album-live', '9780306406157', false, 0],
    )
    assert.equal(hidden?.status, 'draft')
    for (const note of [
      'Upsells: dropped 1, is not imported: there is no such field',
      'Is featured?: dropped 1, is not imported: there is no such field',
      'Attribute 1 value(s): dropped 1, an attribute that is no option',
      'Brands: dropped 1, a product has one brand',
      'Meta: _yoast_wpseo_title: dropped 1, is made of a template',
      'Visibility in catalog: changed 1, hidden is draft',
    ])
      assert.ok(notes.includes(note), `${note} in ${notes.join('; ')}`)
  })

  it('make a variant for each value that a variation leaves open, and join a fourth option to the third', async () => {
    const wide = [...older, ...[3, 4].flatMap((n) => [`Attribute ${n} name`, `Attribute ${n} value(s)`])]
    const variation = { Type: 'variation', 'Regular price': 1 }
    const { products, faults, notes } = await readFile(
      'woocommerce',
      table(
        wide,
        { ID: 1, Type: 'variable', Name: 'Tee', ...colours, 'Attribute 2 value(s)': 'S, M' },
        { ...variation, Parent: 'id:1', ...colours, 'Attribute 1 value(s)': 'Red' },
        { ...variation, Parent: 'id:1', ...colours, 'Attribute 1 value(s)': 'Blue' },
        { ID: 2, Type: 'variable', Name: 'Cap', 'Attribute 1 name': 'Colour' },
        { ...variation, Parent: 'id:2', 'Attribute 1 name': 'Colour', 'Attribute 1 value(s)': 'Red' },
        { ...variation, Parent: 'id:2', 'Attribute 1 name': 'pa_colour' },
        { ID: 3, Type: 'variable', Name: 'Desk' },
        {
          ...variation,
          Parent: 'id:3',
          ...colours,
          'Attribute 1 value(s)': 'Oak',
          'Attribute 2 value(s)': 'L',
          'Attribute 3 name': 'Legs',
          'Attribute 3 value(s)': 'Steel',
          'Attribute 4 name': 'Top',
          'Attribute 4 value(s)': 'Flat\\, dull',
        },
      ),
    )
    assert.deepEqual(faults, [])
    assert.deepEqual(
      products.map(({ options, variants }) => [options, ...variants.map((variant) => variant.options)]),
      [
        [
          ['Colour', 'Size'],
          ['Red', 'S'],
          ['Red', 'M'],
          ['Blue', 'S'],
          ['Blue', 'M'],
        ],
        [['Colour'], ['Red'], ['Any']],
        [
          ['Colour', 'Size', 'Legs / Top'],
          ['Oak', 'L', 'Steel / Flat, dull'],
        ],
      ],
    )
    const open = 'no value stands for any: a variant for each value of the product'
    assert.ok(notes.includes(`Attribute 2 value(s): changed 2, ${open}`), notes.join('; '))
    assert.ok(notes.includes('Attribute 1 value(s): changed 1, no value is Any'))
    assert.ok(notes.includes('Attribute 4 value(s): changed 1, a fourth option is joined to the third'))
  })

  it('share the units of a variation for any value, and put one that names all values before it', async () => {
    const row = { 'Attribute 1 name': 'Color', 'Attribute 2 name': 'Size' }
    const { products, faults, notes } = await readFile(
      'woocommerce',
      table(
        [...older, 'GTIN, UPC, EAN, or ISBN'],
        {
          ID: 1,
          Type: 'variable',
          SKU: 'T',
          Name: 'Tee',
          ...row,
          'Attribute 1 value(s)': 'Blue, Green',
          'Attribute 2 value(s)': 'Large, Medium, Small, medium',
        },
        {
          Type: 'variation',
          SKU: 'TB',
          Parent: 'T',
          ...row,
          'Attribute 1 value(s)': 'Blue',
          Stock: 5,
          'Regular price': 20,
          'GTIN, UPC, EAN, or ISBN': '4006381333931',
        },
        {
          Type: 'variation',
          SKU: 'TBM',
          Parent: 'T',
          ...row,
          'Attribute 1 value(s)': 'blue',
          Stock: 7,
          'Attribute 2 value(s)': 'Medium',
          'Regular price': 21,
        },
        { Type: 'variation', Parent: 'T', ...row, 'Attribute 2 value(s)': 'Small', 'Regular price': 22, Stock: 1 },
      ),
    )
    assert.deepEqual(faults, [])
    assert.deepEqual(
      products[0]?.variants.map(({ sku, options, price, on_hand, gtin }) => [sku, ...options, price, on_hand, gtin]),
      [
        ['TB-blue-large', 'Blue', 'Large', 20, 3, null],
        ['TB-blue-small', 'Blue', 'Small', 20, 2, null],
        ['TBM', 'Blue', 'Medium', 21, 7, null],
        ['T-green-small', 'Green', 'Small', 22, 1, null],
      ],
    )
    assert.ok(notes.includes('Stock: changed 2, units of any value are shared among its variants'), notes.join('; '))
  })

  it('leave no more open than a product has variants', async () => {
    const row = { 'Attribute 1 name': 'Colour', 'Attribute 2 name': 'Size' }
    const sizes = Array.from({ length: 1_500 }, (_, n) => `S${n}`).join(', ')
    const open = (SKU: string) => ({ Type: 'variation', SKU, Parent: 'T', ...row, 'Attribute 1 value(s)': SKU })
    const parent = { Type: 'variable', SKU: 'T', Name: 'Tee', ...row, 'Attribute 2 value(s)': sizes }
    const { products, faults } = await readFile('woocommerce', table(older, parent, open('A'), open('B')))
    assert.equal(products[0]?.variants.length, 1_500)
    assert.deepEqual(faults, ['4 B Attribute 1 value(s) would make more than 2048 variants: name more of the options'])
  })

  it('have sale prices of sales that are on', async () => {
    const row = (ID: number, more: Record<string, string | number>) => ({
      ID,
      Type: 'simple',
      Name: `P${ID}`,
      'Regular price': '10',
      'Sale price': '8',
      ...more,
    })
    const { products } = await readFile(
      'woocommerce',
      table(
        older,
        row(1, {}),
        row(2, { 'Date sale price starts': '2026-06-01' }),
        row(3, { 'Date sale price ends': '2026-05-30 23:59:59' }),
        row(4, { 'Date sale price starts': '2026-05-01', 'Date sale price ends': '2026-05-31' }),
        row(5, { 'Sale price': '10' }),
        row(6, { 'Regular price': '' }),
      ),
    )
    const prices = products.map(({ variants: [one] }) => [one?.price, one?.compare_at_price])
    assert.deepEqual(prices, [
      [8, 10],
      [10, null],
      [10, null],
      [8, 10],
      [10, null],
      [8, null],
    ])
  })

  it('say of each row that is no product why', async () => {
    const { products, faults } = await readFile(
      'woocommerce',
      table(
        older,
        { ID: 1, Type: 'grouped', SKU: 'G', Name: 'Set' },
        { ID: 2, Type: 'simple', SKU: 'S', Name: 'S', 'Regular price': 1 },
        { ID: 3, Type: 'simple', SKU: 's', Name: 'S again', 'Regular price': 1 },
        { ID: 4, Type: 'variation', SKU: 'V', Parent: 'S', 'Regular price': 1 },
        { ID: 5, Type: 'variation', SKU: 'W', Parent: 'nobody', 'Regular price': 1 },
        { ID: 6, Type: 'variable', SKU: 'E', Name: 'Empty' },
        { ID: 7, Type: 'simple', SKU: 'P', Name: 'P', 'Regular price': 'ten' },
      ),
    )
    assert.deepEqual(
      products.map(({ name }) => name),
      ['S'],
    )
    assert.deepEqual(faults, [
      '2 G Type grouped products are not imported: only simple, variable and variation',
      '4 s SKU is already used in row 3',
      '5 V Parent names a simple product, which has no variations',
      '6 W Parent names no product of this file',
      '7 E Type has no variations in this file',
      '8 P Regular price must be a number, such as 12.50',
    ])
  })
})
