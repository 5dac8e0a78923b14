import assert from 'node:assert/strict'
import { it } from 'node:test'
import { beginFetch } from '#src/modules/media/fetch-queries.ts'
import { describeService, temporaryFolder } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { table } from '#test/support/foreign-files.ts'
import { countsOf } from '#test/support/imported-files.ts'
import { importedPicturesOf, type Shown } from '#test/support/imported-pictures.ts'

const shopifyTitles = [
  ...['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant SKU', 'Variant Price', 'Image Src'],
  ...['Image Position', 'Image Alt Text', 'Variant Image'],
]
const wooTitles = [
  ...['ID', 'Type', 'SKU', 'Name', 'Published', 'Regular price', 'Images', 'Parent', 'Attribute 1 name'],
  ...['Attribute 1 value(s)'],
]

describeService('pictures of imported files', { DATA_DIR: temporaryFolder() }, ({ service }) => {
  const { server, serve, get, send, at, productsOf, exported, waiting, fetchAll } = importedPicturesOf(service)

  it('POST /admin/products/import of Shopify’s file fetches all pictures, in its order, and none twice', async () => {
    const shop = await makeMerchant(service)
    const file = table(
      shopifyTitles,
      {
        Handle: 'vest',
        Title: 'Vest',
        'Option1 Name': 'Size',
        'Option1 Value': 'S',
        'Variant SKU': 'V-S',
        'Variant Price': 9,
        'Image Src': at('b'),
        'Image Position': 2,
        'Image Alt Text': 'Its back',
        'Variant Image': at('c'),
      },
      { Handle: 'vest', 'Option1 Value': 'M', 'Variant SKU': 'V-M', 'Variant Price': 9 },
      { Handle: 'vest', 'Image Src': at('a'), 'Image Position': 1 },
      { Handle: 'mug', Title: 'Mug', 'Variant SKU': 'MUG', 'Variant Price': 5, 'Image Src': at('d') },
      { Handle: 'mug', 'Image Src': at('b') },
    )
    const rehearsed = await send(shop, file, '?format=auto&dry_run=true')
    assert.deepEqual([rehearsed.pictures, await waiting(shop)], [{ asked: 4, in_texts: 0, ready: 0, failed: 0 }, 0])
    server.requests.length = 0
    const report = await send(shop, file, '?format=auto')
    assert.deepEqual([countsOf(report), report.pictures.asked, report.columns], [[3, 0, 0, 0], 4, []])
    await fetchAll(shop)
    assert.deepEqual(server.requests.sort(), ['/a.png', '/b.png', '/c.png', '/d.png'])
    const { pictures, warnings } = await get(shop, `/products/imports/${report.id}`)
    assert.deepEqual([pictures, warnings], [{ asked: 4, in_texts: 0, ready: 4, failed: 0 }, []])
    const products = await productsOf(shop)
    const [small, medium, mug] = ['V-S', 'V-M', 'MUG'].map((sku) => products.get(sku)?.media ?? [])
    assert.ok(small && medium && mug)
    assert.deepEqual(
      [small.length, medium.map(({ alt }) => alt)],
      [3, [null, 'Its back']],
      'its own, then those of the product',
    )
    assert.deepEqual([mug.length, mug[1]?.id, products.get('MUG')?.image_url], [2, medium[1]?.id, mug[0]?.url])
    server.requests.length = 0
    const again = await send(shop, file, '?format=auto')
    assert.deepEqual([countsOf(again), again.pictures.asked, await waiting(shop)], [[0, 0, 3, 0], 0, 0])
    const { pagination } = await get(shop, '/media')
    assert.deepEqual([pagination.total, server.requests], [4, []])
    const copy = await exported(shop, 'shopify')
    assert.equal(copy.split(small[0]?.url ?? '?').length, 2)
    assert.deepEqual(countsOf(await send(shop, copy, '?format=shopify')), [0, 0, 3, 0])
    assert.equal(await exported(shop, 'shopify'), copy)
  })

  it('POST /admin/products/import of WooCommerce’s file fetches the pictures of products and variations', async () => {
    const shop = await makeMerchant(service)
    const file = table(
      wooTitles,
      {
        ID: 1,
        Type: 'variable',
        SKU: 'TEE',
        Name: 'Tee',
        Published: 1,
        Images: `${at('a')}, ${at('b')}`,
        'Attribute 1 name': 'Size',
        'Attribute 1 value(s)': 'S',
      },
      {
        ID: 2,
        Type: 'variation',
        SKU: 'TEE-S',
        Parent: 'TEE',
        'Regular price': 20,
        Published: 1,
        'Attribute 1 name': 'Size',
        'Attribute 1 value(s)': 'S',
        Images: `${at('d')}, ${at('c')}`,
      },
    )
    const report = await send(shop, file, '?format=auto')
    assert.deepEqual([countsOf(report), report.pictures.asked], [[1, 0, 0, 0], 4])
    await fetchAll(shop)
    const { items } = await get(shop, '/product-groups')
    const group = await get(shop, `/product-groups/${items[0].id}`)
    const ids = (pictures: { id: string }[]) => pictures.map(({ id }) => id)
    assert.deepEqual([group.media.length, group.variants[0].media.length], [2, 4])
    assert.deepEqual(countsOf(await send(shop, file, '?format=auto')), [0, 0, 1, 0])
    assert.deepEqual(ids((await get(shop, `/product-groups/${group.id}`)).media), ids(group.media))
  })

  it('a picture that the variants of one value share is tied to it, in files of Shopify and WooCommerce', async () => {
    const sizes = ['S', 'M']
    const red = { 'Option1 Value': 'Red', 'Variant Image': at('b') }
    const blue = { 'Option1 Value': 'Blue', 'Variant Image': at('c') }
    const shirt = { Handle: 'shirt', 'Variant Price': 9 }
    const shopify = table(
      [...shopifyTitles, 'Option2 Name', 'Option2 Value'],
      ...[red, blue].flatMap((colour, place) =>
        sizes.map((size, index) => ({
          ...(place + index === 0 && { Title: 'Shirt', 'Option1 Name': 'Colour', 'Option2 Name': 'Size' }),
          ...shirt,
          ...colour,
          'Option2 Value': size,
          'Variant SKU': `${colour['Option1 Value']}-${size}`,
          ...(place === 0 && { 'Image Src': at(['a', 'b'][index] ?? ''), 'Image Position': index + 1 }),
        })),
      ),
    )
    const attributes = ['Attribute 1 name', 'Attribute 1 value(s)', 'Attribute 2 name', 'Attribute 2 value(s)']
    const named = { 'Attribute 1 name': 'Colour', 'Attribute 2 name': 'Size' }
    const woo = table(
      [...wooTitles.slice(0, -2), ...attributes],
      {
        ID: 1,
        Type: 'variable',
        SKU: 'SHIRT',
        Name: 'Shirt',
        Published: 1,
        Images: `${at('a')}, ${at('b')}`,
        ...named,
        'Attribute 1 value(s)': 'Red, Blue',
        'Attribute 2 value(s)': 'S, M',
      },
      ...[red, blue].flatMap((colour, place) =>
        sizes.map((size, index) => ({
          ID: 2 + place * 2 + index,
          Type: 'variation',
          Parent: 'SHIRT',
          'Regular price': 9,
          Published: 1,
          SKU: `${colour['Option1 Value']}-${size}`,
          Images: colour['Variant Image'],
          ...named,
          'Attribute 1 value(s)': colour['Option1 Value'],
          'Attribute 2 value(s)': size,
        })),
      ),
    )
    for (const [format, file] of Object.entries({ shopify, woocommerce: woo })) {
      const shop = await makeMerchant(service)
      assert.deepEqual(countsOf(await send(shop, file, `?format=${format}`)), [4, 0, 0, 0], format)
      await fetchAll(shop)
      const { items } = await get(shop, '/product-groups')
      const { media, variants } = await get(shop, `/product-groups/${items[0].id}`)
      const [front, onRed, onBlue] = media.map(({ id }: { id: string }) => id)
      const options = media.map(({ option }: { option: object | null }) => option)
      assert.deepEqual([format, ...options], [format, null, { Colour: 'Red' }, { Colour: 'Blue' }])
      const galleries = variants.map((one: Shown) => [one.sku, ...one.media.map(({ id }) => id)])
      const expected = sizes.flatMap((size) => [
        [`Red-${size}`, onRed, front],
        [`Blue-${size}`, onBlue, front],
      ])
      assert.deepEqual(galleries.sort(), expected.sort(), format)
      assert.deepEqual(countsOf(await send(shop, file, `?format=${format}`)), [0, 0, 4, 0], format)
      const copy = await exported(shop, 'shopify')
      assert.deepEqual(countsOf(await send(shop, copy, '?format=shopify')), [0, 0, 4, 0], format)
      const own = await exported(shop, 'own')
      assert.match(own, /", Colour=Red, Colour=Blue"/)
      assert.deepEqual(countsOf(await send(shop, own)), [0, 0, 4, 0], format)
      const other = await makeMerchant(service)
      assert.deepEqual(countsOf(await send(other, own)), [4, 0, 0, 0], format)
      assert.equal((await exported(other, 'own')).split('Colour=Red').length, 5, format)
      const loose = own.replaceAll('", Colour=Red, Colour=Blue"', '')
      assert.deepEqual(countsOf(await send(shop, loose)), [0, 4, 0, 0], format)
      const wrong = await send(shop, own.replaceAll('Colour=Red', 'Shade=Red'))
      assert.deepEqual([countsOf(wrong), wrong.errors[0].field], [[0, 0, 0, 4], 'group_media_option'], format)
    }
  })

  it('a picture that cannot be fetched is a warning of its row, and the same file asks for it again', async () => {
    const shop = await makeMerchant(service)
    const file = table(
      shopifyTitles,
      { Handle: 'cap', Title: 'Cap', 'Variant SKU': 'CAP', 'Variant Price': 5, 'Image Src': at('missing') },
      { Handle: 'cap', 'Image Src': at('a') },
      {
        Handle: 'hat',
        Title: 'Hat',
        'Option1 Name': 'Size',
        'Option1 Value': 'S',
        'Variant SKU': 'HAT',
        'Variant Price': 5,
      },
      {
        Handle: 'hat',
        'Option1 Value': 'M',
        'Variant SKU': 'HAT-M',
        'Variant Price': 5,
        'Image Src': 'ftp://example.com/h.jpg',
      },
    )
    const report = await send(shop, file, '?format=shopify')
    const address = { row: 5, sku: 'HAT-M', field: 'media' }
    const refused = { ...address, message: 'picture ftp://example.com/h.jpg: is no http or https address' }
    assert.deepEqual([countsOf(report), report.errors, report.warnings], [[3, 0, 0, 0], [], [refused]])
    await fetchAll(shop)
    const { pictures, warnings } = await get(shop, `/products/imports/${report.id}`)
    assert.deepEqual(pictures, { asked: 2, in_texts: 0, ready: 1, failed: 1 })
    const missing = { row: 2, sku: 'CAP', field: 'media', message: `picture ${at('missing')}: the server answered 404` }
    assert.deepEqual(warnings, [missing, refused])
    assert.equal((await productsOf(shop)).get('CAP')?.media.length, 1)
    await serve('/missing.png')
    server.requests.length = 0
    const again = await send(shop, file, '?format=shopify')
    assert.deepEqual([countsOf(again), again.pictures], [[0, 0, 3, 0], { asked: 1, in_texts: 0, ready: 0, failed: 0 }])
    await fetchAll(shop)
    assert.deepEqual(server.requests, ['/missing.png'])
    const shown = (await productsOf(shop)).get('CAP')?.media ?? []
    assert.equal(shown.length, 2)
    server.answers.delete('/missing.png')
  })

  it('a picture that was never tried is fetched before one that has failed', async () => {
    const shop = await makeMerchant(service)
    const product = (sku: string, picture: string) => `${sku},${sku},5,${at(picture)}\n`
    const file = `sku,name,price,media\n${product('CAP', 'missing')}`
    await send(shop, file)
    await fetchAll(shop)
    await send(shop, file + product('HAT', 'a'))
    const begun = [
      await beginFetch(service.deps.db, shop.id, 60_000),
      await beginFetch(service.deps.db, shop.id, 60_000),
    ]
    assert.deepEqual(
      begun.map((one) => one?.source_url),
      [at('a'), at('missing')],
    )
  })
})
