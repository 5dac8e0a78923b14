import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { countries } from '#src/platform/lib/countries.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { startTestApp } from '#test/support/app.ts'
import { makeMerchant, makeStorefrontKey, makeUser, type TestMerchant } from '#test/support/factories.ts'

type Headers = Record<string, string>

describe('GET /shop', () => {
  let service: Awaited<ReturnType<typeof startTestApp>>
  before(async () => {
    service = await startTestApp()
  })
  after(() => service.close())

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
      ...{ id: shop.id, name: shop.name, currency: 'EUR', prices_include_tax: true, countries },
      ...{ payment_methods: methods.body.data.methods, support_email: null },
    })
    const settings = { name: 'Lamps', currency: 'GBP', prices_include_tax: false, support_email: 'help@example.com' }
    assert.equal((await change(shop, settings)).status, 200)
    const { body, headers: answered } = await get(headers)
    assert.deepEqual(body.data, { ...first.body.data, ...settings })
    assert.notEqual(answered['etag'], first.headers['etag'])
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
