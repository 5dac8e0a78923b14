import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeApiKey, makeMerchant, makeStorefrontKey, type TestMerchant } from '#test/support/factories.ts'
import { assertRefused, makeShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { makePromotion } from '#test/support/promotions.ts'

describeShop('methods and promotions in other languages', ({ service }) => {
  const admin = (at: TestMerchant, method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH', path: string, body?: unknown) =>
    service.request(method, `/admin${path}`, { headers: at.owner.headers, ...(body !== undefined && { body }) })
  const made = async (at: TestMerchant, path: string, body: unknown) => {
    const answer = await admin(at, 'POST', path, body)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.data
  }
  const say = async (at: TestMerchant, path: string, body: object) => {
    const answer = await admin(at, 'PUT', `/translations/${path}`, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }

  /** A shop of English texts that sells to Austria in German and Italian. */
  const selling = async () => {
    const at = await makeMerchant(service)
    await made(at, '/markets', { name: 'Austria', countries: ['AT'], locales: ['de-AT', 'it'] })
    const post = await made(at, '/shipping-methods', { name: 'Post', description: 'In three days.', price: 4 })
    const bank = await made(at, '/payment-methods', {
      kind: 'bank_transfer',
      name: 'Bank transfer',
      instructions: 'Pay soon.',
      bank: { holder: 'Cakestand Ltd', iban: 'DE02120300000000202051' },
    })
    const sale = await makePromotion(service, at, { name: 'Summer sale' })
    await say(at, `shipping_method/${post.id}/de`, { name: 'Postversand', description: 'In drei Tagen.' })
    await say(at, `payment_method/${bank.id}/de`, { name: 'Überweisung', instructions: 'Bitte bald zahlen.' })
    await say(at, `promotion/${sale.id}/de`, { name: 'Sommerangebot' })
    const product = await makeProduct(service, at, { name: 'Lantern', price: 20, onHand: 50 })
    return { at, post, bank, sale, product }
  }
  type Shop = Awaited<ReturnType<typeof selling>>

  const german = ['Postversand', 'Überweisung', 'Bitte bald zahlen.', 'Sommerangebot']
  const english = ['Post', 'Bank transfer', 'Pay soon.', 'Summer sale']

  it('quotes, carts and orders have their names in the language of the market, and keep them', async () => {
    const { at, post, bank, sale, product }: Shop = await selling()
    const shopper = await makeShopper(service, at)
    const items = [{ product_id: product.id, quantity: 1 }]
    for (const [fields, names] of [
      [{ country: 'AT' }, german],
      [{ country: 'AT', locale: 'it' }, english],
      [{ country: 'JP' }, english],
    ] as const) {
      const more = { ...fields, shipping_method_id: post.id, payment_method_id: bank.id }
      const quoted = (await shopper.quote(items, more)).body.data
      assert.deepEqual(
        [quoted.shipping_options[0].name, quoted.payment_options[0].name, quoted.discounts[0].name],
        [names[0], names[1], names[3]],
      )
      const placed = (await shopper.order(items, more)).body.data
      for (const order of [placed, (await admin(at, 'GET', `/orders/${placed.id}`)).body.data])
        assert.deepEqual(
          [
            order.shipping_method.name,
            order.payment_terms.name,
            order.payment_terms.instructions,
            order.discounts[0].name,
          ],
          names,
        )
    }
    const cart = await service.request('POST', '/user/cart/items', {
      headers: shopper.headers,
      body: { product_id: product.id, quantity: 1, country: 'AT' },
    })
    assert.equal(cart.body.data.discounts[0].name, 'Sommerangebot')
    const before = (await shopper.order(items, { country: 'AT', shipping_method_id: post.id })).body.data
    await say(at, `shipping_method/${post.id}/de`, { name: 'Paketpost' })
    await say(at, `promotion/${sale.id}/de`, { name: 'Angebot' })
    const after = (await shopper.get(`/user/orders/${before.id}`)).body.data
    assert.deepEqual([after.shipping_method.name, after.discounts[0].name], ['Postversand', 'Sommerangebot'])
  })

  it('GET /shop and GET /payments/methods answer them in the language of the reader, and name it', async () => {
    const { at } = await selling()
    const { headers } = await makeStorefrontKey(service, at, 'publishable')
    for (const [query, language, names] of [
      ['?country=AT', 'de-AT', german],
      ['?country=AT&locale=de', 'de-AT', german],
      ['?country=JP', 'en', english],
      ['', 'en', english],
    ] as const) {
      const shop = await service.request('GET', `/shop${query}`, { headers })
      const { shipping_methods, payment_methods } = shop.body.data
      assert.deepEqual([shipping_methods[0].name, payment_methods[0].name], [names[0], names[1]], query)
      const answer = await service.request('GET', `/payments/methods${query}`, { headers })
      const [method] = answer.body.data.methods
      assert.deepEqual([method.name, method.instructions], [names[1], names[2]], query)
      for (const one of [shop, answer]) {
        assert.equal(one.headers['content-language'], language)
        assert.equal(/accept-language/.test(String(one.headers['vary'])), !query.includes('locale'), query)
      }
    }
    for (const path of ['/shop', '/payments/methods']) {
      const unknown = await service.request('GET', `${path}?market=${at.id}`, { headers })
      assertRefused(unknown, 400, 'VALIDATION_ERROR')
    }
  })

  it('GET /admin/translations lists them, and those that are missing; what is over or deleted is not', async () => {
    const { at, post, bank, sale, product } = await selling()
    const listed = async (missing: string) =>
      (await admin(at, 'GET', `/translations?missing=${missing}`)).body.data.items.map(
        ({ type, id }: { type: string; id: string }) => [type, id],
      )
    const all = [
      ['payment_method', bank.id],
      ['product', product.id],
      ['promotion', sale.id],
      ['shipping_method', post.id],
    ]
    assert.deepEqual([await listed('it'), await listed('de')], [all, [['product', product.id]]])
    await admin(at, 'DELETE', `/shipping-methods/${post.id}`)
    await admin(at, 'DELETE', `/payment-methods/${bank.id}`)
    await admin(at, 'DELETE', `/promotions/${sale.id}`)
    assert.deepEqual(await listed('it'), [['product', product.id]])
    const left = await service.deps.db
      .selectFrom('translations')
      .select('type')
      .where('merchant_id', '=', at.id)
      .execute()
    assert.deepEqual(left, [])
    assertRefused(await admin(at, 'PUT', `/translations/promotion/${sale.id}/de`, { name: 'x' }), 404, 'NOT_FOUND')
  })

  it('PUT /admin/translations with a text that the thing has not answers 400 VALIDATION_ERROR', async () => {
    const { at, post, bank, sale, product } = await selling()
    const wrong: [path: string, body: object, field: string][] = [
      [`promotion/${sale.id}`, { description: 'Nur kurz.' }, 'description'],
      [`shipping_method/${post.id}`, { slug: 'post' }, 'slug'],
      [`shipping_method/${post.id}`, { seo: { title: 'Post' } }, 'seo'],
      [`shipping_method/${post.id}`, { instructions: 'Warten.' }, 'instructions'],
      [`payment_method/${bank.id}`, { options: { Size: { name: 'Größe' } } }, 'options.Size'],
      [`product/${product.id}`, { instructions: 'Anzünden.' }, 'instructions'],
    ]
    for (const [path, body, field] of wrong) {
      const answer = await admin(at, 'PUT', `/translations/${path}/de`, body)
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.equal(answer.body.error.details[0].field, field)
    }
    // What a form sends for fields that it leaves empty.
    const empty = { description_html: null, slug: null, seo: { title: null, description: null }, options: {} }
    const written = await say(at, `payment_method/${bank.id}/de`, { name: 'Bank', ...empty })
    assert.deepEqual([written.name, written.instructions, written.source.instructions], ['Bank', null, 'Pay soon.'])
  })

  it('texts of methods and promotions without their permissions answer 403 INSUFFICIENT_PERMISSIONS', async () => {
    const { at, bank, sale, product } = await selling()
    const permissions = ['products.read', 'products.write', 'settings.read']
    const { headers } = await makeApiKey(service, at, permissions)
    const get = (path: string) => service.request('GET', `/admin/translations${path}`, { headers })
    const put = (path: string) =>
      service.request('PUT', `/admin/translations/${path}`, { headers, body: { name: 'x' } })
    assertRefused(await put(`payment_method/${bank.id}/it`), 403, 'INSUFFICIENT_PERMISSIONS')
    assertRefused(await put(`promotion/${sale.id}/it`), 403, 'INSUFFICIENT_PERMISSIONS')
    assertRefused(await get(`/promotion/${sale.id}/it`), 403, 'INSUFFICIENT_PERMISSIONS')
    assert.equal((await get(`/payment_method/${bank.id}/it`)).status, 200)
    assert.equal((await put(`product/${product.id}/it`)).status, 200)
    const kinds = (await get('')).body.data.items.map(({ type }: { type: string }) => type)
    assert.deepEqual(kinds, ['payment_method', 'product', 'shipping_method'])
  })

  it('a text of another shop’s method is 404, and none of it is read', async () => {
    const [{ post }, other] = [await selling(), await makeMerchant(service)]
    for (const method of ['GET', 'PUT'] as const) {
      const body = method === 'PUT' ? { name: 'x' } : undefined
      assertRefused(await admin(other, method, `/translations/shipping_method/${post.id}/de`, body), 404, 'NOT_FOUND')
    }
  })
})
