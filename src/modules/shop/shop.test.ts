import assert from 'node:assert/strict'
import { it } from 'node:test'
import { countries } from '#src/platform/lib/countries.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStorefrontKey, makeUser, type TestMerchant } from '#test/support/factories.ts'
import { invoiceSettings } from '#test/support/invoices.ts'
import { makePicture } from '#test/support/pictures.ts'
import { setTaxRates } from '#test/support/selling.ts'

type Headers = Record<string, string>

describeService('GET /shop', ({ service }) => {
  const get = (headers: Headers, url = '/shop') => service.request('GET', url, { headers })
  const change = (shop: TestMerchant, body: object) =>
    service.request('PATCH', '/admin/merchant', { headers: shop.owner.headers, body })
  const ship = (shop: TestMerchant, body: object) =>
    service.request('POST', '/admin/shipping-methods', {
      headers: shop.owner.headers,
      body: { name: 'Post', price: 1, ...body },
    })
  async function shopWithKey() {
    const shop = await makeMerchant(service, { currency: 'EUR' })
    const { headers } = await makeStorefrontKey(service, shop, 'publishable')
    return { shop, headers, countriesOf: async () => (await get(headers)).body.data.countries }
  }

  it('GET /shop with a key answers 200 with what the shop has set', async () => {
    const { shop, headers } = await shopWithKey()
    const methods = await service.request('GET', '/payments/methods', { headers })
    const first = await get(headers)
    assert.equal(first.status, 200)
    assert.deepEqual(first.body.data, {
      id: shop.id,
      slug: shop.id,
      name: shop.name,
      logo: null,
      locales: ['en'],
      currency: 'EUR',
      currency_digits: 2,
      country: null,
      prices_include_tax: true,
      tax_names: [],
      countries,
      shipping_methods: [],
      payment_methods: methods.body.data.methods,
      support_email: null,
      withdrawal: null,
      return_days: 14,
      policies: {},
      announcement: null,
      image_ratio: 'square',
      image_fit: 'filled',
      look: { accent: null, font: 'serif', corner: 'round' },
    })
    const settings = { name: 'Lamps', currency: 'GBP', prices_include_tax: false, support_email: 'help@example.com' }
    assert.equal((await change(shop, settings)).status, 200)
    const slug = unique('lamps').toLowerCase()
    assert.equal((await change(shop, { slug, locale: 'de-at' })).status, 200)
    const { body, headers: answered } = await get(headers)
    assert.deepEqual(body.data, { ...first.body.data, ...settings, slug, locales: ['de-AT'] })
    assert.notEqual(answered['etag'], first.headers['etag'])
  })

  it('GET /shop shows the logo that the settings name, a picture of the shop, which is then in use', async () => {
    const { shop, headers } = await shopWithKey()
    const as = (one: TestMerchant) => ({ ...one.owner.headers, 'content-type': 'image/png' })
    const upload = async (one: TestMerchant) =>
      (await service.request('POST', '/admin/media', { headers: as(one), payload: await makePicture('png') })).body.data
    const theirs = await upload((await shopWithKey()).shop)
    const { status: _, failure: __, created_at: ___, ...picture } = await upload(shop)
    for (const logo of [theirs.id, newId()]) {
      const refused = await change(shop, { logo })
      assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, 'logo'])
    }
    for (const logo of [picture.id.toUpperCase(), picture.id]) {
      assert.deepEqual((await change(shop, { logo })).body.data.logo, picture)
    }
    assert.deepEqual((await get(headers)).body.data.logo, picture)
    const remove = () => service.request('DELETE', `/admin/media/${picture.id}`, { headers: shop.owner.headers })
    assert.equal((await remove()).status, 409)
    assert.equal((await change(shop, { logo: null })).body.data.logo, null)
    assert.equal((await remove()).status, 200)
    assert.equal((await get(headers)).body.data.logo, null)
  })

  it('PATCH /admin/merchant with the slug of another shop answers 409 CONFLICT, with none 400', async () => {
    const [{ shop }, { shop: other }] = [await shopWithKey(), await shopWithKey()]
    const slug = unique('shop').toLowerCase()
    assert.equal((await change(other, { slug })).status, 200)
    const taken = await change(shop, { slug, name: 'Another' })
    assert.deepEqual([taken.status, taken.body.error.details], [409, { field: 'slug', slug }])
    assert.equal((await change(other, { slug })).status, 200)
    const read = await service.request('GET', '/admin/merchant', { headers: shop.owner.headers })
    assert.deepEqual([read.body.data.name, read.body.data.slug], [shop.name, shop.id])
    const wrong = {
      slug: ['', ' ', 'A B', 'a b', 'É', 'a--b', '/', 'x'.repeat(256), newId(), 5, null],
      locale: ['', 'x', 'en_GB', 5],
    }
    for (const [field, values] of Object.entries(wrong)) {
      for (const value of values) {
        const { status, body } = await change(shop, { [field]: value })
        assert.deepEqual([status, body.error?.details?.[0]?.field], [400, field], String(value))
      }
    }
    assert.equal((await change(other, { slug: `café-${slug}` })).body.data.slug, `café-${slug}`)
    const races = await Promise.all([shop, other].map((one) => change(one, { slug: `${slug}-race` })))
    assert.deepEqual(races.map(({ status }) => status).sort(), [200, 409])
  })

  it('GET /shop tells where the shop is, and what its taxes are called', async () => {
    const { shop, headers } = await shopWithKey()
    const shown = async () => {
      const { country, tax_names } = (await get(headers)).body.data
      return [country, tax_names]
    }
    await change(shop, { vat_number: 'FR40303265045' })
    await setTaxRates(service, shop, [{ rate: 20 }, { rate: 5, name: 'Eco' }, { rate: 10, country: 'DE' }])
    assert.deepEqual(await shown(), ['FR', ['VAT', 'Eco']])
    assert.equal((await change(shop, { invoices: invoiceSettings })).status, 200)
    assert.deepEqual(await shown(), ['DE', ['VAT', 'Eco']])
  })

  it('GET /shop tells the countries of active shipping methods; all if one goes anywhere', async () => {
    const { shop, countriesOf } = await shopWithKey()
    await ship(shop, { countries: ['FR', 'DE'] })
    await ship(shop, { countries: ['AT', 'FR'] })
    await ship(shop, { countries: ['US'], active: false })
    assert.deepEqual(await countriesOf(), ['AT', 'DE', 'FR'])
    await ship(shop, { countries: null })
    assert.deepEqual(await countriesOf(), countries)
  })

  it('GET /shop tells what shipping to whole countries costs, in the order of the list', async () => {
    const { shop, headers } = await shopWithKey()
    await ship(shop, { name: 'Later', price: 9.5, position: 2, free_from: 50, max_weight_grams: 2000 })
    await ship(shop, { name: 'First', price: 4, position: 1, countries: ['DE'] })
    await ship(shop, { name: 'Islands', price: 20, countries: ['DE'], postal_codes: ['25*'] })
    await ship(shop, { name: 'Canaries', price: 20, countries: ['ES'], regions: ['ES-CN'] })
    await ship(shop, { name: 'Off', price: 1, active: false })
    const none = { free_from: null, min_weight_grams: null, max_weight_grams: null }
    assert.deepEqual((await get(headers)).body.data.shipping_methods, [
      { ...none, name: 'First', countries: ['DE'], price: 4 },
      { ...none, name: 'Later', countries: null, price: 9.5, free_from: 50, max_weight_grams: 2000 },
    ])
  })

  it('GET /shop of a shop that needs a shipping method and has none tells no country', async () => {
    const { shop, countriesOf } = await shopWithKey()
    await change(shop, { shipping_required: true })
    assert.deepEqual(await countriesOf(), [])
  })

  it('GET /shop with a session and merchant_id answers 200 with the same', async () => {
    const { shop, headers } = await shopWithKey()
    const user = await makeUser(service)
    const answer = await get(user.headers, `/shop?merchant_id=${shop.id}`)
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.body, (await get(headers)).body)
  })

  it('GET /shop with a session and without merchant_id answers 400, of an unknown shop 404', async () => {
    const { headers } = await makeUser(service)
    for (const url of ['/shop', '/shop?merchant_id=x', '/shop?merchant_id=']) {
      const { status, body } = await get(headers, url)
      assert.deepEqual([status, body.error?.details?.[0]?.field], [400, 'merchant_id'], url)
    }
    const unknown = await get(headers, `/shop?merchant_id=${newId()}`)
    assert.deepEqual([unknown.status, unknown.body.error.code], [404, 'NOT_FOUND'])
    const nobody = await get({})
    assert.deepEqual([nobody.status, nobody.body.error.code], [401, 'MISSING_TOKEN'])
  })
})
