import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { beginFetch } from '#src/modules/media/fetch-queries.ts'
import { mediaJobs } from '#src/modules/media/jobs.ts'
import { runInBackground } from '#src/platform/jobs/runner.ts'
import { describeService, started, temporaryFolder } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { table } from '#test/support/foreign-files.ts'
import { countsOf, importsOf } from '#test/support/imported-files.ts'
import { startPictureServer } from '#test/support/picture-server.ts'
import { makePicture } from '#test/support/pictures.ts'
import { until } from '#test/support/until.ts'

const shopifyTitles = [
  ...['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant SKU', 'Variant Price', 'Image Src'],
  ...['Image Position', 'Image Alt Text', 'Variant Image'],
]
const wooTitles = [
  ...['ID', 'Type', 'SKU', 'Name', 'Published', 'Regular price', 'Images', 'Parent', 'Attribute 1 name'],
  ...['Attribute 1 value(s)'],
]

interface Shown {
  id: string
  sku: string
  image_url: string | null
  media: { id: string; url: string; alt: string | null }[]
}

describeService('pictures of imported files', { DATA_DIR: temporaryFolder() }, ({ service }) => {
  const server = started(startPictureServer)
  const { imported, get, products } = importsOf(service)
  const send = (shop: TestMerchant, payload: string, query = '') => imported(shop, payload, query)
  const serve = async (path: string) => server.serve(path, await makePicture('png'))
  before(async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await serve(`/${name}.png`)
  })

  const at = (name: string) => `${server.origin}/${name}.png`
  const productsOf = (shop: TestMerchant) => products<Shown>(shop)
  const exported = async (shop: TestMerchant, format: string): Promise<string> =>
    (await service.request('GET', `/admin/products/export?format=${format}`, { headers: shop.owner.headers })).body
  const waiting = async (shop: TestMerchant) => {
    const { rows } = await sql`
      select id from media where merchant_id = ${shop.id} and state = 'processing'`.execute(service.deps.db)
    return rows.length
  }

  /** Runs the jobs, without the pauses between tries, until `condition`. */
  async function fetching(condition: () => Promise<boolean>): Promise<void> {
    const runner = runInBackground(service.deps, [{ jobs: mediaJobs }], { pollMs: 20 })
    try {
      await until(async () => {
        await sql`update media set fetch_at = now() where state = 'processing' and fetches > 0
                   and fetch_at < now() + interval '5 minutes'`.execute(service.deps.db)
        await sql`update jobs set due_at = now() where name = 'media.fetch' and attempts = 0`.execute(service.deps.db)
        return condition()
      }, 'the pictures')
    } finally {
      await runner.stop()
    }
  }
  const fetchAll = (shop: TestMerchant) => fetching(async () => (await waiting(shop)) === 0)

  it('POST /admin/products/import of Shopify’s file fetches all pictures, in its order, and none twice', async () => {
    const shop = await makeMerchant(service)
    const file = table(
      shopifyTitles,
      {
        ...{ Handle: 'vest', Title: 'Vest', 'Option1 Name': 'Size', 'Option1 Value': 'S', 'Variant SKU': 'V-S' },
        ...{ 'Variant Price': 9, 'Image Src': at('b'), 'Image Position': 2, 'Image Alt Text': 'Its back' },
        ...{ 'Variant Image': at('c') },
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
        ...{ ID: 1, Type: 'variable', SKU: 'TEE', Name: 'Tee', Published: 1, Images: `${at('a')}, ${at('b')}` },
        ...{ 'Attribute 1 name': 'Size', 'Attribute 1 value(s)': 'S' },
      },
      {
        ...{ ID: 2, Type: 'variation', SKU: 'TEE-S', Parent: 'TEE', 'Regular price': 20, Published: 1 },
        ...{ 'Attribute 1 name': 'Size', 'Attribute 1 value(s)': 'S', Images: `${at('d')}, ${at('c')}` },
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
          ...{ ...shirt, ...colour, 'Option2 Value': size, 'Variant SKU': `${colour['Option1 Value']}-${size}` },
          ...(place === 0 && { 'Image Src': at(['a', 'b'][index] ?? ''), 'Image Position': index + 1 }),
        })),
      ),
    )
    const attributes = ['Attribute 1 name', 'Attribute 1 value(s)', 'Attribute 2 name', 'Attribute 2 value(s)']
    const named = { 'Attribute 1 name': 'Colour', 'Attribute 2 name': 'Size' }
    const woo = table(
      [...wooTitles.slice(0, -2), ...attributes],
      {
        ...{ ID: 1, Type: 'variable', SKU: 'SHIRT', Name: 'Shirt', Published: 1, Images: `${at('a')}, ${at('b')}` },
        ...{ ...named, 'Attribute 1 value(s)': 'Red, Blue', 'Attribute 2 value(s)': 'S, M' },
      },
      ...[red, blue].flatMap((colour, place) =>
        sizes.map((size, index) => ({
          ...{ ID: 2 + place * 2 + index, Type: 'variation', Parent: 'SHIRT', 'Regular price': 9, Published: 1 },
          ...{ SKU: `${colour['Option1 Value']}-${size}`, Images: colour['Variant Image'] },
          ...{ ...named, 'Attribute 1 value(s)': colour['Option1 Value'], 'Attribute 2 value(s)': size },
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
        ...{ Handle: 'hat', Title: 'Hat', 'Option1 Name': 'Size', 'Option1 Value': 'S', 'Variant SKU': 'HAT' },
        ...{ 'Variant Price': 5 },
      },
      {
        ...{ Handle: 'hat', 'Option1 Value': 'M', 'Variant SKU': 'HAT-M', 'Variant Price': 5 },
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

  it('GET /admin/products/export has the pictures, and an import of the file gives the same file', async () => {
    const shop = await makeMerchant(service)
    const titles = ['sku', 'name', 'price', 'group', 'option_1_name', 'option_1_value', 'media', 'group_media']
    const size = (value: string) => ({ group: 'coat', option_1_name: 'Size', option_1_value: value, name: 'Coat' })
    const file = table(
      titles,
      { sku: 'C-S', price: 9, ...size('S'), group_media: `${at('b')}, ${at('a')}` },
      { sku: 'C-M', price: 9, ...size('M'), media: at('c'), group_media: `${at('b')}, ${at('a')}` },
      { sku: 'BAG', name: 'Bag', price: 3, media: `${at('d')}, ${at('missing')}, ${at('d')}` },
    )
    await send(shop, 'sku,name,price,image_url\nBAG,Bag,3,https://example.com/bag.jpg\n')
    assert.deepEqual(countsOf(await send(shop, file)), [2, 1, 0, 0])
    await fetchAll(shop)
    for (const [format, type] of [
      ['own', 'text/csv'],
      ['ndjson', 'application/x-ndjson'],
    ] as const) {
      const own = await exported(shop, format)
      assert.match(own, new RegExp(`/media/[0-9a-f]{32}-400-.*${at('missing')}`), 'the address of one that failed')
      server.requests.length = 0
      const headers = { ...shop.owner.headers, 'content-type': type }
      const answer = await service.request('POST', '/admin/products/import', { headers, payload: own })
      assert.deepEqual([countsOf(answer.body.data), answer.body.data.pictures.asked], [[0, 0, 3, 0], 1])
      await fetchAll(shop)
      assert.deepEqual([[...new Set(server.requests)], await exported(shop, format)], [['/missing.png'], own])
      const other = await makeMerchant(service)
      const sent = { headers: { ...other.owner.headers, 'content-type': type }, payload: own }
      const copied = await service.request('POST', '/admin/products/import', sent)
      assert.deepEqual(countsOf(copied.body.data), [3, 0, 0, 0])
      // Products of one chunk are made in another order: variants first.
      const lines = (text: string) => text.split('\n').sort()
      assert.deepEqual(lines(await exported(other, format)), lines(own), 'a shop that has yet to fetch them')
    }
  })

  it('POST /admin/products/import of own files takes pictures of groups, and says what is wrong', async () => {
    const shop = await makeMerchant(service)
    const titles = ['sku', 'name', 'price', 'group', 'option_1_name', 'option_1_value', 'media']
    const rows = ['S', 'M'].map((size) => ({ sku: `T-${size}`, name: 'Top', price: 9, option_1_value: size }))
    const ofGroup = { group: 'top', option_1_name: 'Size' }
    const file = table(titles, ...rows.map((row, n) => ({ ...row, ...ofGroup, media: n === 0 ? '' : at('e') })))
    assert.deepEqual(countsOf(await send(shop, file)), [2, 0, 0, 0])
    await fetchAll(shop)
    const products = await productsOf(shop)
    const shown = ['T-S', 'T-M'].map((sku) => products.get(sku)?.media[0]?.id)
    assert.deepEqual([typeof shown[0], shown[0]], ['string', shown[1]], 'the first of a variant is the group’s')
    assert.deepEqual(countsOf(await send(shop, file)), [0, 0, 2, 0])
    const wrong = await send(
      shop,
      table(
        ['sku', 'name', 'price', 'image_url', 'media', 'group_media'],
        { sku: 'X', name: 'X', price: 1, image_url: 'https://example.com/x.jpg', media: at('a') },
        { sku: 'Y', name: 'Y', price: 1, group_media: at('a') },
        { sku: 'Z', name: 'Z', price: 1, media: Array.from({ length: 51 }, (_, n) => at(`${n}`)).join() },
        { sku: 'W', name: 'W', price: 1, media: 'nonsense' },
      ),
    )
    assert.deepEqual(
      [countsOf(wrong), wrong.errors.map(({ sku, field }: Record<string, string>) => `${sku} ${field}`)],
      [
        [1, 0, 0, 3],
        ['X image_url', 'Y group_media', 'Z media'],
      ],
    )
    assert.deepEqual(
      wrong.warnings.map(({ sku, field, row }: Record<string, unknown>) => [row, sku, field]),
      [[5, 'W', 'media']],
    )
    const plain = 'sku,media\nT-M,\n'
    assert.deepEqual(countsOf(await send(shop, plain)), [0, 1, 0, 0])
    assert.deepEqual(countsOf(await send(shop, 'sku,group_media\nT-M,\n')), [0, 1, 0, 0])
    assert.deepEqual((await productsOf(shop)).get('T-M')?.media, [])
  })

  it('a shop whose pictures come slowly does not hold up those of others', async () => {
    const [slow, quick] = [await makeMerchant(service), await makeMerchant(service)]
    const held: ServerResponse[] = []
    const bytes = await makePicture('png')
    const urls = Array.from({ length: 40 }, (_, n) => `${server.origin}/slow-${n}.png`)
    for (const url of urls) server.answers.set(new URL(url).pathname, (_, response) => void held.push(response))
    const rows = urls.map((media, n) => ({ sku: `S${n}`, name: 'S', price: 1, media }))
    const titles = ['sku', 'name', 'price', 'media']
    assert.equal((await send(slow, table(titles, ...rows))).pictures.asked, 40)
    await send(quick, table(titles, { sku: 'Q', name: 'Q', price: 1, media: at('a') }))
    await fetching(async () => {
      if (held.length < 2 || (await waiting(quick)) > 0) return false
      assert.deepEqual([held.length, await waiting(slow)], [2, 40])
      for (const url of urls) server.answers.set(new URL(url).pathname, (_, response) => void response.end(bytes))
      for (const response of held) response.end(bytes)
      return true
    })
    await fetchAll(slow)
    assert.equal((await productsOf(slow)).get('S39')?.media.length, 1)
  })
})
