import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeGroup } from '#test/support/groups.ts'
import { assertRefused, makeShopper } from '#test/support/orders.ts'
import { writeCards } from '#test/support/prices.ts'
import { makeProduct } from '#test/support/products.ts'

describeShop('prices in other currencies', ({ service }) => {
  const send = (at: TestMerchant, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
    service.request(method, `/admin${path}`, { headers: at.owner.headers, ...(body !== undefined && { body }) })
  const admin = async (...given: Parameters<typeof send>) => {
    const answer = await send(...given)
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer.body.data
  }
  const market = (at: TestMerchant, country: string, currency: string, more = {}) =>
    admin(at, 'POST', '/markets', { name: country, countries: [country], currency, locales: ['en'], ...more })

  it('a market in another currency sells what has a price in it, at that price everywhere', async () => {
    const at = await makeMerchant(service)
    const lamp = await makeProduct(service, at, { name: 'Paper lamp', price: 20, onHand: 50 })
    const bowl = await makeProduct(service, at, { name: 'Paper bowl', price: 10, onHand: 50 })
    const { id: groupId, variants } = await makeGroup(service, at, { name: 'Paper fan' })
    const dear = variants[0] ?? assert.fail()
    await admin(at, 'PATCH', `/products/${lamp.id}`, { prices: [{ currency: 'JPY', amount: 3000 }] })
    await admin(at, 'PATCH', `/products/${dear.id}`, { prices: [{ currency: 'JPY', amount: 1500 }] })
    const made = await market(at, 'JP', 'JPY')
    assert.equal(made.currency, 'JPY')
    await writeCards(service, at)
    const shopper = await makeShopper(service, at)
    const read = async (path: string) => (await service.request('GET', path, { headers: shopper.headers })).body.data
    const of = `merchant_id=${at.id}&country=JP`
    const list = await read(`/catalog/products?${of}&variants=one&sort=price`)
    assert.deepEqual(
      list.items.map((one: { price: number; currency: string }) => [one.price, one.currency]),
      [
        [1500, 'JPY'],
        [3000, 'JPY'],
      ],
    )
    assert.equal((await read(`/catalog/products?merchant_id=${at.id}&variants=one`)).items.length, 3)
    const found = await read(`/marketplace/search?${of}&q=paper&min_price=2000`)
    assert.deepEqual(
      found.items.map((one: { id: string; price: number }) => [one.id, one.price]),
      [[lamp.id, 3000]],
    )
    const group = await read(`/catalog/product-groups/${groupId}?${of}`)
    assert.deepEqual([group.variants.length, group.price_range], [1, { min: 1500, max: 1500, currency: 'JPY' }])
    const absent = await service.request('GET', `/catalog/products/${bowl.id}?${of}`, { headers: shopper.headers })
    assertRefused(absent, 404, 'NOT_FOUND')
    const quote = (await shopper.quote([{ product_id: lamp.id, quantity: 2 }], { country: 'JP' })).body.data
    assert.deepEqual([quote.currency, quote.total], ['JPY', 6000])
    const order = await shopper.order([{ product_id: lamp.id, quantity: 2 }], { country: 'JP', expected_total: 6000 })
    assert.deepEqual([order.status, order.body.data.currency, order.body.data.total], [201, 'JPY', 6000])
    assertRefused(await shopper.order([{ product_id: bowl.id, quantity: 1 }], { country: 'JP' }), 409, 'NOT_SOLD_HERE')
    const own = (await shopper.quote([{ product_id: bowl.id, quantity: 1 }])).body.data
    assert.deepEqual([own.currency, own.total], ['GBP', 10])
  })

  it('PATCH prices replaces all; who writes the file of products sets some and keeps the others', async () => {
    const at = await makeMerchant(service)
    const lamp = await makeProduct(service, at, { name: 'Paper lamp', price: 20 })
    const path = `/products/${lamp.id}`
    assert.equal('prices' in (await admin(at, 'GET', path)), false)
    const both = [
      { currency: 'EUR', amount: 23.5, compare_at_amount: 29 },
      { currency: 'JPY', amount: 3000, compare_at_amount: null },
    ]
    const { version, prices } = await admin(at, 'PATCH', path, { prices: [both[1], both[0]] })
    assert.deepEqual(prices, both)
    assert.equal(version, 2)
    assert.equal((await admin(at, 'PATCH', path, { prices: both })).version, version)
    const file = async (csv: string) => {
      const sent = await service.app.inject({
        method: 'POST',
        url: '/admin/products/import',
        headers: { ...at.owner.headers, 'content-type': 'text/csv' },
        payload: csv,
      })
      return sent.json()
    }
    const first = await file(`sku,price:EUR,compare_at_price:EUR,price:USD\n${lamp.sku},24,,26.5\n`)
    assert.deepEqual([first.data.updated, first.data.failed], [1, 0], JSON.stringify(first))
    assert.deepEqual((await admin(at, 'GET', path)).prices, [
      { currency: 'EUR', amount: 24, compare_at_amount: null },
      both[1],
      { currency: 'USD', amount: 26.5, compare_at_amount: null },
    ])
    // An empty cell takes a price away.
    const second = await file(`sku,price:JPY,price:EUR\n${lamp.sku},,24\nNEW-1,100,\n`)
    assert.equal(second.data.updated, 1)
    assert.deepEqual(
      (await admin(at, 'GET', path)).prices.map((one: { currency: string }) => one.currency),
      ['EUR', 'USD'],
    )
    assert.deepEqual(second.data.errors[0].sku, 'NEW-1')
    const none = await admin(at, 'PATCH', path, { prices: null })
    assert.equal('prices' in none, false)
    const audited = (await admin(at, 'GET', '/audit-log?action=product.updated')).items
    assert.deepEqual(audited[0].changes.prices, ['EUR 24, USD 26.5', null])
    const odd = (await file(`sku,price:USD,price:JPY\n${lamp.sku},5,1.5\n`)).data.errors[0]
    assert.deepEqual([odd.field, odd.message], ['price:JPY', 'must have at most 0 decimals, as JPY has'])
    assert.equal((await file('sku,price:XXZ\nA,1\n')).error.code, 'VALIDATION_ERROR')
  })

  it('a file of a shop with a market in EUR holds its prices, and is read back without a change', async () => {
    const at = await makeMerchant(service)
    const lamp = await makeProduct(service, at, { name: 'Paper lamp', price: 20 })
    await market(at, 'DE', 'EUR')
    const prices = [{ currency: 'EUR', amount: 23.5, compare_at_amount: 29 }]
    await admin(at, 'PATCH', `/products/${lamp.id}`, { prices })
    for (const [format, type] of [
      ['csv', 'text/csv'],
      ['ndjson', 'application/x-ndjson'],
    ]) {
      const url = `/admin/products/export?format=${format}`
      const { body } = await service.app.inject({ method: 'GET', url, headers: at.owner.headers })
      assert.match(body, /price:EUR/)
      const headers = { ...at.owner.headers, 'content-type': type }
      const sent = await service.app.inject({ method: 'POST', url: '/admin/products/import', headers, payload: body })
      assert.deepEqual([sent.json().data.unchanged, sent.json().data.failed], [1, 0], sent.body)
    }
  })

  it('PATCH with no currency, the own one, one twice, or a wrong amount is 400 and says which', async () => {
    const at = await makeMerchant(service)
    const lamp = await makeProduct(service, at, { price: 20 })
    const wrong: [unknown, RegExp, string][] = [
      [[{ currency: 'XXZ', amount: 1 }], /must be a currency/, 'prices[0].currency'],
      [[{ currency: 'GBP', amount: 1 }], /is that of the shop/, 'prices[0].currency'],
      [
        [
          { currency: 'EUR', amount: 1 },
          { currency: 'EUR', amount: 2 },
        ],
        /twice/,
        'prices[1].currency',
      ],
      [[{ currency: 'JPY', amount: 1.5 }], /must have at most 0 decimals, as JPY has/, 'prices[0].amount'],
      [
        [{ currency: 'EUR', amount: 2, compare_at_amount: 2 }],
        /must be above the amount in EUR/,
        'prices[0].compare_at_amount',
      ],
    ]
    for (const [prices, message, field] of wrong) {
      const answer = await send(at, 'PATCH', `/products/${lamp.id}`, { prices })
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.equal(answer.body.error.details[0].field, field)
      assert.match(answer.body.error.details[0].message, message)
    }
    const { id } = await market(at, 'FR', 'EUR')
    assertRefused(await send(at, 'PATCH', `/markets/${id}`, { currency: 'EEE' }), 400, 'VALIDATION_ERROR')
    const { items } = await admin(at, 'GET', '/markets')
    const own = items.find((one: { own: boolean }) => one.own)
    assertRefused(await send(at, 'PATCH', `/markets/${own.id}`, { currency: 'EUR' }), 400, 'VALIDATION_ERROR')
  })

  it('a reduction in EUR shows the lowest price in EUR of the 30 days before; a list in EUR lowers it', async () => {
    const at = await makeMerchant(service)
    const lamp = await makeProduct(service, at, { price: 20 })
    await market(at, 'FR', 'EUR')
    const set = (amount: number, compare_at_amount?: number) =>
      admin(at, 'PATCH', `/products/${lamp.id}`, { prices: [{ currency: 'EUR', amount, compare_at_amount }] })
    const shown = async () => {
      const path = `/catalog/products/${lamp.id}?merchant_id=${at.id}&country=FR`
      const { body } = await service.request('GET', path, { headers: at.owner.headers })
      assert.ok(body.data, JSON.stringify(body))
      const { price, currency, compare_at_price, lowest_price_30d } = body.data
      return [price, currency, compare_at_price, lowest_price_30d]
    }
    await set(25)
    await writeCards(service, at)
    for (const amount of [22, 24]) await set(amount)
    assert.deepEqual(await shown(), [24, 'EUR', null, null])
    await set(18, 30)
    assert.deepEqual(await shown(), [18, 'EUR', 30, 22])
    // A further step of the same reduction.
    await set(15, 30)
    assert.deepEqual(await shown(), [15, 'EUR', 30, 22])
    await admin(at, 'POST', '/price-lists', { name: 'A fifth', percent: -20, currency: 'EUR' })
    await writeCards(service, at)
    assert.deepEqual((await shown()).slice(0, 2), [12, 'EUR'])
    const { rows } = await sql<{ amount: number }>`
      select price_minor as amount from prices where product_id = ${lamp.id} and context > 0 and ends_at = 'infinity'
    `.execute(service.deps.db)
    assert.deepEqual(rows, [{ amount: 1200 }])
  })

  it('a shop that changes to the currency of one of its prices has it as a field price no more', async () => {
    const at = await makeMerchant(service)
    const lamp = await makeProduct(service, at, { price: 20 })
    const prices = [
      { currency: 'EUR', amount: 25 },
      { currency: 'USD', amount: 26 },
    ]
    await admin(at, 'PATCH', `/products/${lamp.id}`, { prices })
    await admin(at, 'PATCH', '/merchant', { currency: 'EUR' })
    const read = await admin(at, 'GET', `/products/${lamp.id}`)
    assert.deepEqual(
      [read.price, read.currency, read.prices],
      [20, 'EUR', [{ currency: 'USD', amount: 26, compare_at_amount: null }]],
    )
  })
})
