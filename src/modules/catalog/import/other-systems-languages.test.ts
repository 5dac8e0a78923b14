import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'

// The files are made up. Their columns follow: Shopify’s export of translations (Settings, Languages); the product CSV
// of WooCommerce with the metadata of "WPML Export and Import", and with the columns of Polylang for WooCommerce (class
// PLLWC_Export); Vendure’s "Importing data".
describeService('files of other systems in several languages', ({ service }) => {
  async function shopOf(locales: readonly string[]): Promise<TestMerchant> {
    const shop = await makeMerchant(service)
    const body = { name: 'Elsewhere', countries: ['DE', 'FR'], locales }
    const { status } = await service.request('POST', '/admin/markets', { headers: shop.owner.headers, body })
    assert.equal(status, 201)
    return shop
  }
  const send = async (shop: TestMerchant, lines: readonly string[], query: string) => {
    const answer = await service.request('POST', `/admin/products/import?${query}`, {
      headers: { ...shop.owner.headers, 'content-type': 'text/csv' },
      payload: `${lines.join('\n')}\n`,
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  const found = async (shop: TestMerchant, slug: string) => {
    const path = `/catalog/slugs/${slug}?merchant_id=${shop.id}`
    return (await service.request('GET', path, { headers: shop.owner.headers })).body.data
  }
  const texts = async (shop: TestMerchant, type: string, id: string, locale: string) => {
    const path = `/admin/translations/${type}/${id}/${locale}`
    return (await service.request('GET', path, { headers: shop.owner.headers })).body.data
  }
  const reasons = (data: { columns: { column: string; count: number; reason: string }[] }) =>
    new Map(data.columns.map(({ column, count, reason }) => [`${column}: ${reason.split(':')[0]}`, count]))

  it('POST /admin/products/import with Shopify’s translations writes them to what its products became', async () => {
    const shop = await shopOf(['fr', 'de-DE'])
    await send(
      shop,
      [
        'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Status',
        'linen-shirt,Linen shirt,Size,Small,LS-S,49.00,active',
        'linen-shirt,,,Large,LS-L,49.00,',
        'canvas-bag,Canvas bag,Title,Default Title,CB-1,19.50,active',
      ],
      'format=shopify',
    )
    const body = { name: 'Summer' }
    const made = await service.request('POST', '/admin/collections', { headers: shop.owner.headers, body })
    const file = [
      'Type,Identification,Field,Locale,Market,Status,Default content,Translated content',
      "PRODUCT,'7001,title,fr,,,Linen shirt,Chemise en lin",
      "PRODUCT,'7001,body_html,fr,,outdated,<p>Light.</p>,<p>Légère et <strong>fraîche</strong>.</p>",
      "PRODUCT,'7001,handle,fr,,,linen-shirt,chemise-en-lin",
      "PRODUCT,'7001,meta_title,fr,,,,Chemises",
      "PRODUCT,'7001,product_type,fr,,,Shirts,Chemises",
      "PRODUCT,'7001,title,fr,France,,Linen shirt,Chemise de France",
      "PRODUCT,'7001,title,de,,,Linen shirt,Leinenhemd",
      "PRODUCT,'7001,title,es,,,Linen shirt,Camisa de lino",
      "PRODUCT,'7002,title,fr,,,Canvas bag,Sac en toile",
      "PRODUCT,'7002,body_html,fr,,,,",
      "PRODUCT,'7003,title,fr,,,Not moved,Absent",
      "PRODUCT_OPTION,'8001,name,fr,,,Size,Taille",
      "PRODUCT_OPTION_VALUE,'9001,name,fr,,,Small,Petit",
      "PRODUCT_OPTION_VALUE,'9002,name,fr,,,Large,Grand",
      "COLLECTION,'6001,title,fr,,,Summer,Été",
      "COLLECTION,'6001,handle,fr,,,summer,ete",
      "PAGE,'5001,title,fr,,,About us,À propos",
      "PAGE,'5002,title,fr,,,Contact,Contact",
    ]
    const rehearsed = await send(shop, file, 'format=auto&dry_run=true')
    assert.deepEqual(
      [rehearsed.format, rehearsed.updated, rehearsed.failed, rehearsed.translated],
      ['shopify_translations', 3, 1, { fr: 3, 'de-DE': 1 }],
    )
    assert.deepEqual(rehearsed.errors, [
      {
        row: 12,
        sku: null,
        field: 'Identification',
        message: 'is of no product here: none is called Not moved; import the products first',
      },
    ])
    const notes = reasons(rehearsed)
    const counted: [note: string, count: number][] = [
      ['product_type: is not taken', 1],
      ['PAGE: is not taken', 2],
      ['Market: is a text of one market alone', 1],
      ['Translated content: is empty', 1],
      ['Locale: es is a language of no market', 1],
      ['Status: is outdated', 1],
    ]
    for (const [note, count] of counted) assert.equal(notes.get(note), count, `${note} ${[...notes.keys()].join('|')}`)
    // `shopify` reads both of its files.
    const written = await send(shop, file, 'format=shopify')
    assert.deepEqual([written.updated, written.failed], [3, 1])
    const shirt = await found(shop, 'chemise-en-lin')
    const { name, description_html, seo, options } = await texts(shop, 'product_group', shirt.id, 'fr')
    assert.deepEqual(
      [name, description_html, seo.title],
      ['Chemise en lin', '<p>Légère et <strong>fraîche</strong>.</p>', 'Chemises'],
    )
    assert.deepEqual(options, { Size: { name: 'Taille', values: { Small: 'Petit', Large: 'Grand' } } })
    assert.equal((await texts(shop, 'product_group', shirt.id, 'de-DE')).name, 'Leinenhemd')
    const bag = await found(shop, 'canvas-bag')
    assert.equal((await texts(shop, 'product', bag.id, 'fr')).name, 'Sac en toile')
    const collection = await texts(shop, 'collection', made.body.data.id, 'fr')
    assert.deepEqual([collection.name, collection.slug], ['Été', 'ete'])
    const again = await send(shop, file, 'format=shopify')
    assert.deepEqual([again.updated, again.unchanged, again.translated], [0, 3, {}])
  })

  const woo = 'ID,Type,SKU,Name,Published,Regular price,Short description,Parent,Attribute 1 name,Attribute 1 value(s)'
  const plugins: [name: string, columns: string, cells: (language: string, group: string) => string][] = [
    [
      'WPML',
      'Meta: _wpml_import_language_code,Meta: _wpml_import_source_language_code,Meta: _wpml_import_translation_group',
      (language, group) => `${language},${language === 'en' ? '' : 'en'},${group}`,
    ],
    ['Polylang', 'Language,Translation group', (language, group) => `${language},${group}`],
  ]
  for (const [plugin, columns, cells] of plugins) {
    it(`POST /admin/products/import with files of ${plugin} has one product with its texts`, async () => {
      const shop = await shopOf(['fr', 'de'])
      const file = [
        `${woo},${columns}`,
        // The German product comes first, and Spanish is spoken in no market.
        `30,simple,MUG,Tasse,1,7.90,Aus Ton.,,,,${cells('de', 'g1')}`,
        `10,simple,MUG,Mug,1,7.90,Of clay.,,,,${cells('en', 'g1')}`,
        `20,simple,MUG,Tasse à thé,1,7.90,En terre.,,,,${cells('fr', 'g1')}`,
        `40,simple,MUG,Taza,1,7.90,,,,,${cells('es', 'g1')}`,
        `11,variable,TS,T-shirt,1,,,,Size,"Small, Large",${cells('en', 'g2')}`,
        `12,variation,TS-S,T-shirt - Small,1,9,,id:11,Size,Small,${cells('en', 'g3')}`,
        `13,variation,TS-L,T-shirt - Large,1,9,,id:11,Size,Large,${cells('en', 'g4')}`,
        `21,variable,TS,Maillot,1,,,,Taille,"Petit, Grand",${cells('fr', 'g2')}`,
        `22,variation,TS-S,Maillot - Petit,1,9,,id:21,Taille,Petit,${cells('fr', 'g3')}`,
        `23,variation,TS-L,Maillot - Grand,1,9,,id:21,Taille,Grand,${cells('fr', 'g4')}`,
      ]
      const data = await send(shop, file, 'format=auto')
      assert.deepEqual([data.format, data.created, data.failed, data.errors], ['woocommerce', 3, 0, []])
      assert.deepEqual(data.translated, { de: 1, fr: 2 })
      assert.match(JSON.stringify(data.columns), /es is a language of no market/)
      const mug = await found(shop, 'mug')
      assert.equal((await texts(shop, 'product', mug.id, 'de')).name, 'Tasse')
      const { name, description } = await texts(shop, 'product', mug.id, 'fr')
      assert.deepEqual([name, description], ['Tasse à thé', 'En terre.'])
      const shirt = await found(shop, 't-shirt')
      const { options } = await texts(shop, 'product_group', shirt.id, 'fr')
      assert.deepEqual(options, { Size: { name: 'Taille', values: { Small: 'Petit', Large: 'Grand' } } })
      const again = await send(shop, file, 'format=woocommerce')
      assert.deepEqual([again.created, again.updated, again.unchanged], [0, 0, 3])
    })
  }

  it('POST /admin/products/import with Vendure’s name:de and name:en has the shop’s, and texts', async () => {
    const shop = await shopOf(['de'])
    const file = [
      'name:de,name:en,slug:de,slug:en,description:de,description:en,optionGroups:de,optionGroups:en,' +
        'optionValues:de,optionValues:en,sku,price',
      'Hemd,Shirt,hemd,shirt,Aus Leinen.,Of linen.,Größe,Size,Klein,Small,S-1,9.00',
      ',,,,,,,,Groß,Large,S-2,9.00',
    ]
    const data = await send(shop, file, 'format=vendure')
    assert.deepEqual([data.created, data.failed, data.columns], [2, 0, []])
    const shirt = await found(shop, 'hemd')
    const { name, description, slug, options, source } = await texts(shop, 'product_group', shirt.id, 'de')
    assert.deepEqual([source.name, source.slug], ['Shirt', 'shirt'])
    assert.deepEqual([name, description, slug], ['Hemd', 'Aus Leinen.', 'hemd'])
    assert.deepEqual(options, { Size: { name: 'Größe', values: { Small: 'Klein', Large: 'Groß' } } })
  })
})
