import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startTestApp, type TestAnswer, unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser } from '#test/support/factories.ts'
import { assertRefused, makeShopper } from '#test/support/orders.ts'
import { makeProduct, makeProducts } from '#test/support/products.ts'
import { makePromotion } from '#test/support/promotions.ts'

const faultsOf = ({ body }: TestAnswer) => body.error?.details.discount_faults ?? body.data.discount_faults
const namesOf = ({ body: { data } }: TestAnswer) => data.discounts.map(({ name }: { name: string }) => name)

describeService('discount codes of orders and quotes', ({ service }) => {
  /** A shop with goods of 63.35. */
  async function workedShop() {
    const shop = await makeMerchant(service)
    const [a, b, c] = await makeProducts(service, shop, [{ price: 9.99 }, { price: 0.05 }, { price: 33.33 }])
    assert.ok(a && b && c)
    const items = [
      { product_id: a.id, quantity: 3 },
      { product_id: b.id, quantity: 1 },
      { product_id: c.id, quantity: 1 },
    ]
    return { shop, shopper: await makeShopper(service, shop), items }
  }

  it('codes that do not apply are told by a quote, and refuse an order with 409 DISCOUNT_UNAVAILABLE', async () => {
    const { shop, shopper, items } = await workedShop()
    const make = (code: string, fields: Record<string, unknown>) => makePromotion(service, shop, { code, ...fields })
    const other = await makeProduct(service, shop)
    await make('later', { starts_at: '2999-01-01T00:00:00Z' })
    const over = await make('over', {})
    await service.deps.db
      .updateTable('promotions')
      .set({ ends_at: new Date('2020-01-01T00:00:00Z') })
      .where('id', '=', over.id)
      .execute()
    await make('much', { minimum: { subtotal: 100 } })
    await make('other', { applies_to: { product_ids: [other.id] } })
    const expected = [
      ['never', 'unknown'],
      ['later', 'not_started'],
      ['over', 'ended'],
      ['much', 'minimum'],
      ['other', 'not_these_products'],
    ].map(([code, reason]) => ({ code: code?.toUpperCase(), reason }))
    const discount_codes = expected.map(({ code }) => code)
    const quote = await shopper.quote(items, { discount_codes })
    assert.deepEqual([quote.status, faultsOf(quote)], [200, expected])
    assert.equal(quote.body.data.total, 63.35)
    const order = await shopper.order(items, { discount_codes })
    assertRefused(order, 409, 'DISCOUNT_UNAVAILABLE')
    assert.deepEqual(faultsOf(order), expected)
    await make('paused', { status: 'paused' })
    assert.deepEqual(faultsOf(await shopper.quote(items, { discount_codes: ['paused'] })), [
      { code: 'PAUSED', reason: 'unknown' },
    ])
    const many = await shopper.quote(items, { discount_codes: Array(6).fill('x') })
    assertRefused(many, 400, 'VALIDATION_ERROR')
  })

  it('of two codes that exclude each other the better one stands; one that an offer outdoes is no fault', async () => {
    const { shop, shopper, items } = await workedShop()
    await makePromotion(service, shop, { code: 'ten', name: 'Ten' })
    await makePromotion(service, shop, { code: 'five', percent: 5, name: 'Five' })
    const both = await shopper.quote(items, { discount_codes: ['five', 'ten'] })
    assert.deepEqual([namesOf(both), faultsOf(both)], [['Ten'], [{ code: 'FIVE', reason: 'not_combinable' }]])
    assertRefused(await shopper.order(items, { discount_codes: ['five', 'ten'] }), 409, 'DISCOUNT_UNAVAILABLE')
    await makePromotion(service, shop, { percent: 50, name: 'Half' })
    const outdone = await shopper.quote(items, { discount_codes: ['ten'] })
    assert.deepEqual([namesOf(outdone), faultsOf(outdone), outdone.body.data.outdone], [['Half'], [], ['TEN']])
    const order = await shopper.order(items, { discount_codes: ['ten'] })
    assert.deepEqual([order.status, namesOf(order)], [201, ['Half']])
  })

  it('only new customers get a promotion for them, by account and by e-mail address with any +tag', async () => {
    const { shop, shopper, items } = await workedShop()
    await makePromotion(service, shop, { code: 'hello', customers: { new_only: true } })
    const discount_codes = ['hello']
    const first = await shopper.order(items, { discount_codes, email: 'Ada+one@Example.com' })
    assert.equal(first.status, 201)
    const again = await shopper.order(items, { discount_codes, email: 'other@example.com' })
    assert.deepEqual(faultsOf(again), [{ code: 'HELLO', reason: 'new_customers_only' }])
    const friend = await makeShopper(service, shop)
    const same = await friend.quote(items, { discount_codes, email: 'ada+two@example.com' })
    assert.deepEqual(faultsOf(same), [{ code: 'HELLO', reason: 'new_customers_only' }])
    assert.equal((await friend.order(items, { discount_codes })).status, 201)
  })

  it('a limit for each customer counts accounts and addresses, and a cancelled order gives its use back', async () => {
    const { shop, shopper, items } = await workedShop()
    const { id } = await makePromotion(service, shop, { code: 'once', per_customer_limit: 1 })
    const discount_codes = ['once']
    const first = await shopper.order(items, { discount_codes, email: 'bob@example.com' })
    assert.equal(first.status, 201)
    const friend = await makeShopper(service, shop)
    const refused = [{ code: 'ONCE', reason: 'used_by_customer' }]
    assert.deepEqual(faultsOf(await shopper.order(items, { discount_codes })), refused)
    assert.deepEqual(faultsOf(await friend.order(items, { discount_codes, email: 'BOB+2@example.com' })), refused)
    const used = async () => {
      const { headers } = shop.owner
      return (await service.request('GET', `/admin/promotions/${id}`, { headers })).body.data.used_count
    }
    assert.equal(await used(), 1)
    await shopper.cancel(first.body.data.id)
    assert.equal(await used(), 0)
    assert.equal((await shopper.order(items, { discount_codes })).status, 201)
  })

  it('a promotion for some customers is unknown to others', async () => {
    const { shop, items } = await workedShop()
    const user = await makeUser(service)
    await makePromotion(service, shop, { code: 'vip', customers: { emails: [user.email.toUpperCase()] } })
    const body = { items, discount_codes: ['vip'] }
    const asked = (headers: Record<string, string>) =>
      service.request('POST', '/user/orders/quote', { headers: { ...headers, 'merchant-id': shop.id }, body })
    assert.deepEqual(faultsOf(await asked(user.headers)), [])
    const stranger = await makeUser(service)
    assert.deepEqual(faultsOf(await asked(stranger.headers)), [{ code: 'VIP', reason: 'unknown' }])
  })

  it('unknown codes are limited like wrong passwords, and known ones are not', async () => {
    const limited = await startTestApp({ LOGIN_LIMIT_PER_MINUTE: '3' }, service.databaseUrl)
    try {
      const shop = await makeMerchant(service)
      const product = await makeProduct(service, shop)
      await makePromotion(service, shop, { code: 'known' })
      const { headers } = await makeShopper(service, shop)
      const quote = (code: string) =>
        limited.request('POST', '/user/orders/quote', {
          headers,
          body: { items: [{ product_id: product.id, quantity: 1 }], discount_codes: [code] },
        })
      const statuses = []
      for (const code of ['known', 'known', 'known', 'known', unique('a'), unique('b'), unique('c'), 'known'])
        statuses.push((await quote(code)).status)
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 200, 429])
    } finally {
      await limited.close()
    }
  })
})
