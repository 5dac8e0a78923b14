import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeGroup } from '#test/support/groups.ts'
import { assertRefused, makeShopper, type TestShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'

describeShop('carts and orders of a market', ({ service }) => {
  const admin = async (
    at: TestMerchant,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
  ) => service.request(method, `/admin${path}`, { headers: at.owner.headers, ...(body !== undefined && { body }) })

  /** A shop of English texts that sells to Austria in German and Italian, and elsewhere in English and French. */
  const selling = async () => {
    const at = await makeMerchant(service)
    const body = { name: 'Austria', countries: ['AT'], locales: ['de-AT', 'it'] }
    const market: string = (await admin(at, 'POST', '/markets', body)).body.data.id
    const { items } = (await admin(at, 'GET', '/markets')).body.data
    const own: string = items.find((one: { own: boolean }) => one.own).id
    assert.equal((await admin(at, 'PATCH', `/markets/${own}`, { locales: ['en', 'fr'] })).status, 200)
    const product = await makeProduct(service, at, { name: 'Lantern', onHand: 50 })
    const say = (locale: string, name: string) =>
      admin(at, 'PUT', `/translations/product/${product.id}/${locale}`, { name })
    for (const [locale, name] of [
      ['de', 'Windlicht'],
      ['it', 'Lanterna'],
      ['fr', 'Lanterne'],
    ] as const)
      assert.equal((await say(locale, name)).status, 200)
    return { at, market, own, product, shopper: await makeShopper(service, at) }
  }
  const add = (shopper: TestShopper, productId: string, more: object = {}, headers = {}) =>
    service.request('POST', '/user/cart/items', {
      headers: { ...shopper.headers, ...headers },
      body: { product_id: productId, quantity: 1, ...more },
    })

  it('POST /user/orders for a country keeps its market and language, and names its lines in it', async () => {
    const { at, market, own, product, shopper } = await selling()
    const cases: [fields: Record<string, unknown>, market: string, locale: string, name: string][] = [
      [{ country: 'AT' }, market, 'de-AT', 'Windlicht'],
      [{ market, locale: 'it-IT' }, market, 'it', 'Lanterna'],
      [{ country: 'JP', locale: 'fr-CA' }, own, 'fr', 'Lanterne'],
      [{}, own, 'en', 'Lantern'],
    ]
    for (const [fields, id, locale, name] of cases) {
      const items = [{ product_id: product.id, quantity: 1 }]
      const quoted = (await shopper.quote(items, fields)).body.data
      const placed = (await shopper.order(items, fields)).body.data
      const read = (await admin(at, 'GET', `/orders/${placed.id}`)).body.data
      for (const one of [quoted, placed, read])
        assert.deepEqual([one.market_id, one.locale, one.items[0].name], [id, locale, name])
    }
  })

  it('POST /user/orders with accept-language and no locale takes the best of the market', async () => {
    const { product, shopper } = await selling()
    const answer = await service.request('POST', '/user/orders', {
      headers: { ...shopper.headers, 'accept-language': 'nl, fr;q=0.5' },
      body: { items: [{ product_id: product.id, quantity: 1 }] },
    })
    assert.equal(answer.body.data.locale, 'fr')
  })

  it('a variant has the name of its group and the words of its options', async () => {
    const { at, shopper } = await selling()
    const group = await makeGroup(service, at)
    await admin(at, 'PUT', `/translations/product_group/${group.id}/de`, {
      name: 'Hemd',
      options: { Colour: { values: { Red: 'Rot' } } },
    })
    const [variant] = group.variants
    assert.ok(variant)
    const quoted = await shopper.quote([{ product_id: variant.id, quantity: 1 }], { country: 'AT' })
    assert.equal(quoted.body.data.items[0].name, 'Hemd, S / Rot')
  })

  it('a cart keeps market and language from its first line on, and so does its order', async () => {
    const { market, product, shopper } = await selling()
    const first = (await add(shopper, product.id, { country: 'AT' })).body.data
    assert.deepEqual([first.market_id, first.locale, first.items[0].name], [market, 'de-AT', 'Windlicht'])
    const second = (await add(shopper, product.id, { locale: 'fr' }, { 'accept-language': 'fr' })).body.data
    const read = (await shopper.get('/user/cart')).body.data
    for (const cart of [second, read]) assert.deepEqual([cart.market_id, cart.locale], [market, 'de-AT'])
    for (const path of ['quote', 'checkout']) {
      const answer = await service.request('POST', `/user/cart/${path}`, {
        headers: shopper.headers,
        body: { locale: 'fr' },
      })
      const { market_id, locale, items } = answer.body.data
      assert.deepEqual([market_id, locale, items[0].name], [market, 'de-AT', 'Windlicht'])
    }
  })

  it('a cart of a deleted market is one of the shop’s own, until its next line says another', async () => {
    const { at, market, product, shopper } = await selling()
    await admin(at, 'POST', '/markets', { name: 'France', countries: ['FR'], locales: ['fr'] })
    await add(shopper, product.id, { country: 'AT' })
    assert.equal((await admin(at, 'DELETE', `/markets/${market}`)).status, 200)
    const read = (await shopper.get('/user/cart')).body.data
    assert.deepEqual([read.market_id, read.locale, read.items[0].name], [undefined, undefined, 'Lantern'])
    const again = (await add(shopper, product.id, { country: 'FR' })).body.data
    assert.deepEqual([again.locale, again.items[0].name], ['fr', 'Lanterne'])
  })

  it('POST /admin/orders takes the language that staff chooses, and else the shop’s; a draft keeps it', async () => {
    const { at, market, own, product } = await selling()
    const body = { customer: { name: 'Ada' }, items: [{ product_id: product.id, quantity: 1 }] }
    const headers = { ...at.owner.headers, 'accept-language': 'fr' }
    const post = async (more: object) =>
      (await service.request('POST', '/admin/orders', { headers, body: { ...body, ...more } })).body.data
    const plain = await post({})
    assert.deepEqual([plain.market_id, plain.locale], [own, 'en'])
    const chosen = await post({ country: 'AT', locale: 'it' })
    assert.deepEqual([chosen.market_id, chosen.locale, chosen.items[0].name], [market, 'it', 'Lanterna'])
    const draft = await post({ market, draft: true })
    assert.deepEqual([draft.locale, draft.items[0].name], ['de-AT', 'Windlicht'])
    const changed = await admin(at, 'PATCH', `/orders/${draft.id}`, { locale: 'it' })
    assert.deepEqual([changed.body.data.locale, changed.body.data.items[0].name], ['it', 'Lanterna'])
    const placed = await admin(at, 'POST', `/orders/${draft.id}/place`, { prices: 'draft' })
    assert.equal(placed.body.data.locale, 'it')
  })

  it('an unknown market and a locale that is none are 400; without markets answers have none', async () => {
    const { product, shopper } = await selling()
    const bare = await makeMerchant(service)
    const plain = await makeProduct(service, bare)
    const there = await makeShopper(service, bare)
    const items = [{ product_id: product.id, quantity: 1 }]
    assertRefused(await shopper.order(items, { market: newId() }), 400, 'VALIDATION_ERROR')
    assertRefused(await add(shopper, product.id, { locale: '???' }), 400, 'VALIDATION_ERROR')
    assertRefused(await add(there, plain.id, { market: newId() }), 400, 'VALIDATION_ERROR')
    const answers = [
      await there.order([{ product_id: plain.id, quantity: 1 }], { locale: 'de' }),
      await add(there, plain.id),
    ]
    for (const { body, status } of answers) {
      assert.equal(status, 201)
      assert.deepEqual([body.data.market_id, body.data.locale], [undefined, undefined])
    }
  })
})
