import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { slugOf } from '#src/platform/lib/slug.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { readGoogleItems } from '#test/support/google-rules.ts'
import { makeGroup, variantsOf } from '#test/support/groups.ts'
import { assertRefused } from '#test/support/orders.ts'
import { makePicture } from '#test/support/pictures.ts'
import { makeProduct, makeProducts } from '#test/support/products.ts'
import { makeShippingMethod } from '#test/support/selling.ts'
import { readXml } from '#test/support/xml.ts'

describeService('feeds', { PUBLIC_URL: 'https://api.example.com/v1/' }, ({ service }) => {
  const make = (shop: TestMerchant, body: unknown = {}) =>
    service.request('POST', '/admin/feeds', { headers: shop.owner.headers, body })
  const list = async ({ owner: { headers } }: TestMerchant) =>
    (await service.request('GET', '/admin/feeds', { headers })).body.data
  /** What somebody with the address reads, without a header. */
  const read = async (url: string) => {
    const { status, headers, body } = await service.request('GET', url.replace('https://api.example.com/v1', ''))
    return { status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) }
  }
  const itemsOf = async (url: string) => readGoogleItems(readXml((await read(url)).text))
  const linksOf = async (url: string) =>
    readXml((await read(url)).text).children.map(({ children }) => children.find(({ name }) => name === 'loc')?.text)
  const change = (id: string, columns: Record<string, unknown>) => {
    const names = Object.keys(columns)
    const set = names.map((name, index) => `${name} = $${index + 2}`).join()
    return service.deps.pool.query(`update products set ${set} where id = $1`, [id, ...Object.values(columns)])
  }

  it('GET /feeds/{key}/google.xml has what is for sale, by the rules of Google', async () => {
    const shop = await makeMerchant(service, { currency: 'EUR' })
    const [lamp, bare, draft] = await makeProducts(service, shop, [
      {
        name: `Lamp <"A" & 'B'>\u{1f4a1}${'x'.repeat(160)}`,
        price: 40,
        sku: 'L 1/ü',
        category: 'Light > Lamps',
        description: `tab\tand \ufffe${'y'.repeat(5_500)}`,
        imageUrl: 'https://cdn.example.com/a.jpg',
        weightGrams: 350,
      },
      { name: 'Bare', price: 7.5, onHand: 0 },
      { name: 'Draft', status: 'draft' },
    ])
    assert.ok(lamp && bare && draft)
    await change(lamp.id, { slug: 'lamp-é', brand: 'Acme', gtin: '4006381333931', compare_at_minor: 5_000 })
    const made = await make(shop, { storefront_url: 'https://shop.example.com/en/' })
    assert.equal(made.status, 201)
    const { google_url, sitemap_url, storefront_url } = made.body.data
    assert.match(google_url, /^https:\/\/api\.example\.com\/v1\/feeds\/[\w-]{54}\/google\.xml$/)
    assert.match(sitemap_url, /^https:\/\/api\.example\.com\/v1\/feeds\/[\w-]{54}\/sitemap\.xml$/)
    assert.equal(storefront_url, 'https://shop.example.com/en')
    const answer = await read(google_url)
    assert.deepEqual([answer.status, answer.headers['content-type']], [200, 'application/xml; charset=utf-8'])
    assert.equal(answer.headers['cache-control'], 'public, max-age=300')
    const items = await itemsOf(google_url)
    assert.deepEqual([...items.keys()].sort(), [lamp.id, bare.id].sort())
    const { 'g:title': title, 'g:description': description, ...rest } = items.get(lamp.id) ?? {}
    assert.ok(title?.startsWith(`Lamp <"A" & 'B'>\u{1f4a1}x`) && description?.startsWith('tab\tand y'))
    assert.deepEqual(rest, {
      'g:id': lamp.id,
      'g:link': 'https://shop.example.com/en/products/lamp-%C3%A9?variant=L%201%2F%C3%BC',
      'g:image_link': 'https://cdn.example.com/a.jpg',
      'g:availability': 'in_stock',
      'g:price': '40.00 EUR',
      'g:condition': 'new',
      'g:brand': 'Acme',
      'g:gtin': '4006381333931',
      'g:product_type': 'Light > Lamps',
      'g:shipping_weight': '350 g',
    })
    const {
      'g:availability': availability,
      'g:identifier_exists': exists,
      'g:description': same,
      'g:link': link,
    } = items.get(bare.id) ?? {}
    assert.deepEqual([availability, exists, same], ['out_of_stock', 'no', 'Bare'])
    assert.equal(link, `https://shop.example.com/en/products/${slugOf(bare.name)}?variant=${bare.sku}`)
    const { items: feeds } = await list(shop)
    const { data } = made.body
    assert.deepEqual(feeds, [{ ...data, products: 2, without_picture: 1 }])
  })

  it('GET /feeds/{key}/google.xml announces the lowest price of 30 days, if it is sold into the EEA', async () => {
    const shop = await makeMerchant(service, { currency: 'EUR' })
    const { headers } = shop.owner
    const patch = (id: string, body: object) =>
      service
        .request('PATCH', `/admin/products/${id}`, { headers, body })
        .then(({ status }) => assert.equal(status, 200))
    const [never, fell, twice] = await makeProducts(service, shop, [{ price: 29 }, { price: 35 }, { price: 35 }])
    assert.ok(never && fell && twice)
    await patch(never.id, { compare_at_price: 39 })
    await patch(fell.id, { price: 29, compare_at_price: 39 })
    await patch(twice.id, { price: 32 })
    await patch(twice.id, { price: 29, compare_at_price: 39 })
    const { google_url } = (await make(shop)).body.data
    const pricesOf = async () => {
      const items = await itemsOf(google_url)
      return [never, fell, twice].map(({ id }) => [items.get(id)?.['g:price'], items.get(id)?.['g:sale_price']])
    }
    const announced = [
      ['29.00 EUR', undefined],
      ['35.00 EUR', '29.00 EUR'],
      ['32.00 EUR', '29.00 EUR'],
    ]
    assert.deepEqual(await pricesOf(), announced)
    await makeShippingMethod(service, shop, { countries: ['US', 'NO'] })
    assert.deepEqual(await pricesOf(), announced)
    await service.deps.pool.query('delete from shipping_methods where merchant_id = $1', [shop.id])
    await makeShippingMethod(service, shop, { countries: ['US', 'GB'] })
    const usual = ['39.00 EUR', '29.00 EUR']
    assert.deepEqual(await pricesOf(), [usual, usual, usual])
  })

  it('GET /feeds/{key}/google.xml has the variants of active groups, each with its group', async () => {
    const shop = await makeMerchant(service)
    const [small, large, hidden] = await makeProducts(service, shop, [
      { name: 'Tee, S' },
      { name: 'Tee, L' },
      { name: 'Old' },
    ])
    assert.ok(small && large && hidden)
    const [tee, old] = [newId(), newId()]
    const group = (id: string, status: string) =>
      service.deps.pool.query(
        `insert into product_groups (merchant_id, id, name, slug, varies_by, status, created_at, updated_at)
         values ($1, $2, 'Tee', $3, '{Größe,Fit}', $4, now(), now())`,
        [shop.id, id, `tee-${status}`, status],
      )
    await group(tee, 'active')
    await group(old, 'archived')
    const options = (size: string) => JSON.stringify({ Größe: size, Fit: 'slim' })
    await change(small.id, { group_id: tee, options: options('S'), options_key: 's', position: 1, slug: 'tee-active' })
    await change(large.id, { group_id: tee, options: options('L'), options_key: 'l', position: 0, slug: 'tee-active' })
    await change(hidden.id, { group_id: old, options: options('S'), options_key: 's', slug: 'tee-archived' })
    const { google_url, sitemap_url } = (await make(shop)).body.data
    const items = await itemsOf(google_url)
    assert.deepEqual(
      [...items.values()].map((item) => [item['g:id'], item['g:item_group_id'], item['g:size']]).sort(),
      [
        [small.id, tee, 'S'],
        [large.id, tee, 'L'],
      ].sort(),
    )
    const [part] = await linksOf(sitemap_url)
    assert.ok(part)
    assert.deepEqual(await linksOf(part), ['https://api.example.com/v1/products/tee-active'])
  })

  it('GET /feeds/{key}/google.xml has the pictures of products, and of variants those of their group', async () => {
    const shop = await makeMerchant(service)
    const upload = async (width: number) => {
      const headers = { ...shop.owner.headers, 'content-type': 'image/png' }
      const payload = await makePicture('png', { width })
      return (await service.request('POST', '/admin/media', { headers, payload })).body.data
    }
    const [one, two] = [await upload(40), await upload(50)]
    const body = { sku: 'mug', name: 'Mug', price: 5, media: [one.id, two.id] }
    const mug = (await service.request('POST', '/admin/products', { headers: shop.owner.headers, body })).body.data
    const variants = variantsOf(['S', 'M'], ['Red']).map((variant, at) => ({ ...variant, media: at ? [two.id] : [] }))
    const group = await makeGroup(service, shop, { media: [one.id], variants })
    await makeProduct(service, shop)
    const items = await itemsOf((await make(shop)).body.data.google_url)
    const picturesOf = (id = '') => [items.get(id)?.['g:image_link'], items.get(id)?.['g:additional_image_link']]
    assert.deepEqual(picturesOf(mug.id), [one.url, two.url])
    assert.deepEqual(picturesOf(group.variants[0]?.id), [one.url, undefined])
    assert.deepEqual(picturesOf(group.variants[1]?.id), [two.url, one.url])
    const [feed] = (await list(shop)).items
    assert.deepEqual([feed.products, feed.without_picture], [4, 1])
  })

  it('GET /feeds/{key}/meta.csv has the same products and values as the feed for Google', async () => {
    const shop = await makeMerchant(service)
    const description = 'Made in Bath.\n\n- Cold wash\n- 100 % wool, "washed"\n\nSoft.'
    const fields = { name: 'Scarf, long', price: 19.5, description, weightGrams: 200 }
    const [scarf] = await makeProducts(service, shop, [{ ...fields, imageUrl: 'https://cdn.example.com/a.jpg' }])
    const group = await makeGroup(service, shop, { variants: variantsOf(['S'], ['Red']) })
    const { google_url, meta_url } = (await make(shop)).body.data
    assert.equal(meta_url, google_url.replace('google.xml', 'meta.csv'))
    const { status, headers, text } = await read(meta_url)
    assert.deepEqual([status, headers['content-type']], [200, 'text/csv; charset=utf-8'])
    const [head, ...rest] = text.split(/\r?\n/)
    // A description has lines of its own.
    const lines = rest.filter((one) => /^[0-9a-f-]{36},/.test(one))
    const items = await itemsOf(google_url)
    assert.deepEqual([head?.split(',').slice(0, 3), lines.length, items.size], [['id', 'title', 'description'], 2, 2])
    const google = items.get(scarf?.id ?? '')
    assert.equal(google?.['g:shipping_weight'], '200 g')
    const { text: xml } = await read(google_url)
    const highlights = [...xml.matchAll(/<g:product_highlight>([^<]*)</g)].map(([, one]) => one)
    assert.deepEqual(highlights, ['Cold wash', '100 % wool, &quot;washed&quot;'])
    const line = text.split(`${scarf?.id},`)[1] ?? ''
    assert.ok(line.startsWith('"Scarf, long",'), line)
    assert.ok(line.includes(`in stock,new,${google?.['g:price']},,${google?.['g:link']},https://cdn.example.com/a.jpg`))
    const variant = lines.find((one) => one.startsWith(`${group.variants[0]?.id},`))
    assert.match(variant ?? '', new RegExp(`,${group.id},.*,Red,S,`))
  })

  it('GET /feeds/{key}/google.xml has the unit prices of products, in units that Google knows', async () => {
    const shop = await makeMerchant(service)
    const quantities = [
      [{ value: 75, unit: 'cl' }, { value: 1, unit: 'l' }],
      [{ value: 4, unit: 'm3' }, { value: 1, unit: 'm3' }],
      [{ value: 2.5, unit: 'm2' }, { value: 1, unit: 'm2' }],
      [{ value: 500, unit: 'mm' }, { value: 1, unit: 'm' }],
      [{ value: 12, unit: 'ct' }, { value: 1, unit: 'ct' }],
      [{ value: 600, unit: 'cm2' }, { value: 100, unit: 'cm2' }],
    ] // biome-ignore format: a table
    const products = await makeProducts(
      service,
      shop,
      quantities.map(() => ({})),
    )
    const { headers } = shop.owner
    for (const [at, [measure, base]] of quantities.entries()) {
      const body = { unit_pricing: { measure, base } }
      const { status } = await service.request('PATCH', `/admin/products/${products[at]?.id}`, { headers, body })
      assert.equal(status, 200)
    }
    const items = await itemsOf((await make(shop)).body.data.google_url)
    const shown = products.map(({ id }) => {
      const { 'g:unit_pricing_measure': measure, 'g:unit_pricing_base_measure': base } = items.get(id) ?? {}
      return `${measure} / ${base}`
    })
    const expected = ['75 cl / 1 l', '4 cbm / 1 cbm', '2.5 sqm / 1 sqm', '50 cm / 1 m', '12 ct / 1 ct']
    assert.deepEqual(shown, [...expected, '0.06 sqm / undefined'])
  })

  it('GET /feeds/{key}/google.xml has prices with tax, but without it in the United States and Canada', async () => {
    const priceIn = async (country: string, included: boolean) => {
      const shop = await makeMerchant(service, { currency: 'USD' })
      const { headers } = shop.owner
      const rates = [{ country, tax_class: 'standard', name: 'Tax', rate: 25 }]
      await service.request('PUT', '/admin/tax-rates', { headers, body: { rates } })
      await service.request('PATCH', '/admin/merchant', { headers, body: { prices_include_tax: included } })
      await makeProduct(service, shop, { price: 10 })
      const [item] = (await itemsOf((await make(shop)).body.data.google_url)).values()
      return item?.['g:price']
    }
    assert.equal(await priceIn('DE', false), '12.50 USD')
    assert.equal(await priceIn('DE', true), '10.00 USD')
    assert.equal(await priceIn('US', false), '10.00 USD')
    assert.equal(await priceIn('CA', true), '8.00 USD')
  })

  it('POST /admin/feeds takes the address of the shop, or of the service, where it has none', async () => {
    const shop = await makeMerchant(service)
    const { id, sku, name } = await makeProduct(service, shop)
    const { google_url } = (await make(shop)).body.data
    const link = async () => (await itemsOf(google_url)).get(id)?.['g:link']
    assert.equal(await link(), `https://api.example.com/v1/products/${slugOf(name)}?variant=${sku}`)
    const { headers } = shop.owner
    const set = (storefront_url: unknown) =>
      service.request('PATCH', '/admin/merchant', { headers, body: { storefront_url } })
    assert.equal((await set('https://SHOP.example.com/')).body.data.storefront_url, 'https://shop.example.com')
    assert.equal(await link(), `https://shop.example.com/products/${slugOf(name)}?variant=${sku}`)
    for (const wrong of [
      'shop.example.com',
      'ftp://a.example',
      'https://',
      'https://[',
      'https://a.example/?q=1',
      'https://u:p@a.example',
      7,
    ]) {
      assertRefused(await make(shop, { storefront_url: wrong }), 400, 'VALIDATION_ERROR')
      assertRefused(await set(wrong), 400, 'VALIDATION_ERROR')
    }
    assert.equal((await set(null)).body.data.storefront_url, null)
  })

  it('DELETE /admin/feeds/{id} ends both addresses, and keys of nobody open nothing', async () => {
    const shop = await makeMerchant(service)
    const { id, google_url, sitemap_url } = (await make(shop)).body.data
    const key: string = google_url.split('/').at(-2)
    const other = (at: number) => `${key.slice(0, at)}${key[at] === 'x' ? 'y' : 'x'}${key.slice(at + 1)}`
    const notFound = async (address: string) => {
      const { status, text } = await read(address)
      assert.deepEqual([status, JSON.parse(text).error.code], [404, 'NOT_FOUND'], address)
    }
    for (const file of ['google.xml', 'meta.csv', 'sitemap.xml', 'sitemap-1.xml']) {
      await notFound(`/feeds/${'x'.repeat(101)}/${file}`)
    }
    for (const guess of [other(3), other(40), other(53), key.slice(1), `${key}A`, '%00'])
      await notFound(`/feeds/${guess}/google.xml`)
    const { headers } = shop.owner
    assert.equal((await service.request('DELETE', `/admin/feeds/${id}`, { headers })).status, 200)
    assertRefused(await service.request('DELETE', `/admin/feeds/${id}`, { headers }), 404, 'NOT_FOUND')
    for (const address of [google_url, sitemap_url]) await notFound(address)
    assert.deepEqual((await list(shop)).items, [])
    const { rows } = await service.deps.pool.query(
      `select action from audit_entries where merchant_id = $1 and target_id = $2 order by id`,
      [shop.id, id],
    )
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['feed.created', 'feed.deleted'],
    )
  })

  it('POST /admin/feeds beyond the tenth answers 409 CONFLICT, also when many are made at once', async () => {
    const shop = await makeMerchant(service)
    const answers = await Promise.all(Array.from({ length: 14 }, () => make(shop)))
    assert.equal(answers.filter(({ status }) => status === 201).length, 10)
    for (const answer of answers.filter(({ status }) => status !== 201)) assertRefused(answer, 409, 'CONFLICT')
    assert.equal((await list(shop)).items.length, 10)
  })
})
