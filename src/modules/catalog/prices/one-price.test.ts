import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStorefrontKey, type TestMerchant } from '#test/support/factories.ts'
import { makeGroup } from '#test/support/groups.ts'
import { assertRefused, makeShopper, type TestShopper } from '#test/support/orders.ts'
import { writeCards } from '#test/support/prices.ts'
import { makeProduct } from '#test/support/products.ts'

/** A list as the test calculates with it, in minor units. */
interface List {
  priority: number
  /** Of trade customers alone. */
  trade: boolean
  percent: number | null
  /** Of the first product, from so many units on; null: of all products, by the percent. */
  amounts: { amount: number; from: number }[] | null
  state: 'now' | 'over' | 'later'
}

const list: fc.Arbitrary<List> = fc
  .record({
    priority: fc.integer({ min: 0, max: 1 }),
    trade: fc.boolean(),
    percent: fc.integer({ min: -60, max: 40 }).filter((percent) => percent !== 0),
    amounts: fc.option(
      fc.uniqueArray(fc.record({ amount: fc.integer({ min: 1, max: 3_000 }), from: fc.integer({ min: 1, max: 4 }) }), {
        minLength: 1,
        maxLength: 3,
        selector: ({ from }) => from,
      }),
    ),
    state: fc.constantFrom('now' as const, 'now' as const, 'over' as const, 'later' as const),
  })
  .map((made) => ({ ...made, percent: made.amounts === null ? made.percent : null }))

/** What one of so many units costs, as the page of price lists says. */
function expected(lists: readonly List[], base: number, isFirst: boolean, units: number, trade: boolean): number {
  const offers = lists.flatMap(({ priority, trade: only, percent, amounts, state }) => {
    if (state !== 'now' || (only && !trade)) return []
    if (percent !== null) return [{ priority, price: Math.floor((base * (100 + percent)) / 100 + 0.5) }]
    const reached = (amounts ?? []).filter(({ from }) => isFirst && from <= units).map(({ amount }) => amount)
    return reached.length === 0 ? [] : [{ priority, price: Math.min(...reached) }]
  })
  const highest = Math.max(...offers.map(({ priority }) => priority))
  const first = offers.filter(({ priority }) => priority === highest)
  return first.length === 0 ? base : Math.min(...first.map(({ price }) => price))
}

describeShop('one price everywhere', ({ service }) => {
  const admin = async (at: TestMerchant, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) => {
    const answer = await service.request(method, `/admin${path}`, {
      headers: at.owner.headers,
      ...(body !== undefined && { body }),
    })
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer.body.data
  }
  const read = async (path: string, { headers }: { headers: Record<string, string> }) =>
    (await service.request('GET', path, { headers })).body.data

  /** A shop with two products, a group, a customer and one of a group of customers. */
  const selling = async () => {
    const at = await makeMerchant(service)
    const lamp = await makeProduct(service, at, { name: 'Paper lamp', price: 20.01, onHand: 500 })
    const bowl = await makeProduct(service, at, { name: 'Paper bowl', price: 9.99, onHand: 500 })
    const { id: groupId, variants } = await makeGroup(service, at, { name: 'Paper fan' })
    const [anybody, trade] = [await makeShopper(service, at), await makeShopper(service, at)]
    for (const shopper of [anybody, trade]) {
      const body = { product_id: lamp.id, quantity: 1 }
      await service.request('POST', '/user/cart/items', { headers: shopper.headers, body })
      await service.request('DELETE', '/user/cart', { headers: shopper.headers })
    }
    const group = await admin(at, 'POST', '/customer-groups', { name: 'Trade' })
    await admin(at, 'PATCH', `/customer-groups/${group.id}`, { add: [trade.id] })
    const feed = await admin(at, 'POST', '/feeds', { storefront_url: 'https://shop.example.com' })
    return { at, lamp, bowl, groupId, variant: variants[0]?.id ?? '', anybody, trade, group, feed }
  }
  type Shop = Awaited<ReturnType<typeof selling>>

  const makeList = ({ at, lamp, group }: Shop, { priority, trade, percent, amounts, state }: List, n: number) =>
    admin(at, 'POST', '/price-lists', {
      name: `List ${n}`,
      priority,
      ...(trade && { customers: { group_ids: [group.id] } }),
      ...(percent !== null && { percent }),
      ...(amounts && {
        prices: amounts.map(({ amount, from }) => ({
          product_id: lamp.id,
          amount: amount / 100,
          min_quantity: from,
        })),
      }),
      ...(state === 'over' && { starts_at: '2020-01-01T00:00:00Z', ends_at: '2020-02-01T00:00:00Z' }),
      ...(state === 'later' && { starts_at: '2990-01-01T00:00:00Z' }),
    })

  /** The price of each product wherever a shopper sees one unit of it. */
  const shownTo = async ({ at, lamp, bowl, groupId, variant, feed }: Shop, shopper: TestShopper) => {
    const of = `merchant_id=${at.id}`
    const priceIn = (items: { id: string; price: number }[], id: string) =>
      items.find((one) => one.id === id)?.price as number
    const listed = (await read(`/catalog/products?${of}&sort=price&variants=all`, shopper)).items
    const found = (await read(`/marketplace/search?${of}&q=paper&variants=all`, shopper)).items
    const everywhere = (await read('/catalog/products?variants=all&limit=100', shopper)).items
    const byName = (await read(`/catalog/suggest?${of}&q=paper`, shopper)).products
    const whole = await read(`/catalog/product-groups/${groupId}?${of}`, shopper)
    const xml = (await service.app.inject({ url: new URL(feed.google_url).pathname })).body
    const inFeed = (id: string) => {
      const item = xml.split('<item>').find((one) => one.includes(`<g:id>${id}`) || one.includes(id)) ?? ''
      const sale = /<g:sale_price>([\d.]+)/.exec(item) ?? /<g:price>([\d.]+)/.exec(item)
      return Number(sale?.[1])
    }
    const prices = async (id: string) => ({
      listed: priceIn(listed, id),
      found: priceIn(found, id),
      everywhere: priceIn(everywhere, id),
      page: (await read(`/catalog/products/${id}?${of}`, shopper)).price as number,
      quoted: (await shopper.quote([{ product_id: id, quantity: 1 }])).body.data.items[0].price as number,
    })
    return {
      lamp: { ...(await prices(lamp.id)), suggested: priceIn(byName, lamp.id) },
      bowl: { ...(await prices(bowl.id)), suggested: priceIn(byName, bowl.id) },
      variant: { ...(await prices(variant)), ofGroup: priceIn(whole.variants, variant) },
      feed: [lamp.id, bowl.id, variant].map(inFeed),
    }
  }

  it('lists, searches, pages, carts, orders and feeds agree with the rules, for all and for groups', async () => {
    let compared = 0
    await fc.assert(
      fc.asyncProperty(fc.array(list, { minLength: 1, maxLength: 4 }), async (lists) => {
        const shop = await selling()
        for (const [n, one] of lists.entries()) await makeList(shop, one, n)
        await writeCards(service, shop.at)
        for (const [shopper, trade] of [
          [shop.anybody, false],
          [shop.trade, true],
        ] as const) {
          const price = (base: number, isLamp: boolean, units = 1, ofTrade = trade) =>
            expected(lists, base, isLamp, units, ofTrade) / 100
          const { feed, ...shown } = await shownTo(shop, shopper)
          const bases = { lamp: 2001, bowl: 999, variant: 3900 }
          for (const [name, places] of Object.entries(shown)) {
            const right = price(bases[name as keyof typeof bases], name === 'lamp')
            for (const [place, amount] of Object.entries(places)) {
              assert.deepEqual([name, place, amount], [name, place, right])
              compared++
            }
          }
          assert.deepEqual(feed, [
            price(2001, true, 1, false),
            price(999, false, 1, false),
            price(3900, false, 1, false),
          ])
          for (const quantity of [1, 3]) {
            const body = { product_id: shop.lamp.id, quantity: quantity === 1 ? 1 : 2 }
            const cart = (await service.request('POST', '/user/cart/items', { headers: shopper.headers, body })).body
              .data
            assert.equal(cart.items[0].price, price(2001, true, quantity))
            const order = await shopper.order([{ product_id: shop.lamp.id, quantity }])
            assert.equal(order.body.data.items[0].price, price(2001, true, quantity))
            compared += 2
          }
          const { items } = await read(
            `/catalog/products?merchant_id=${shop.at.id}&sort=price&variants=all`,
            shop.anybody,
          )
          const amounts = items.map((one: { price: number }) => one.price)
          assert.deepEqual(
            amounts,
            amounts.toSorted((one: number, other: number) => one - other),
          )
          const at = price(2001, true, 1, false)
          const bounded = await read(
            `/catalog/products?merchant_id=${shop.at.id}&min_price=${at}&max_price=${at}`,
            shop.anybody,
          )
          assert.ok(bounded.items.some(({ id }: { id: string }) => id === shop.lamp.id))
        }
      }),
      { numRuns: 8, seed: 53 },
    )
    assert.ok(compared > 200, `${compared} prices were compared`)
  })

  it('a list begins at its second for whoever asks, without a write; its cards follow', async () => {
    const shop = await selling()
    const { at, lamp, anybody } = shop
    const made = await admin(at, 'POST', '/price-lists', {
      name: 'Sale',
      percent: -50,
      starts_at: '2990-06-01T00:00:00+02:00',
      ends_at: '2990-07-01T00:00:00+02:00',
    })
    await writeCards(service, at)
    assert.equal((await shownTo(shop, anybody)).lamp.page, 20.01)
    // The list is moved to what is now, as the clock moves to it: nothing else is told.
    await sql`
      update price_lists set starts_at = now() - interval '1 second', ends_at = now() + interval '1 hour'
       where id = ${made.id}`.execute(service.deps.db)
    const during = await shownTo(shop, anybody)
    for (const amount of [...Object.values(during.lamp), during.feed[0]]) assert.equal(amount, 10.01)
    const page = await read(`/catalog/products/${lamp.id}?merchant_id=${at.id}`, anybody)
    assert.deepEqual([page.compare_at_price, page.lowest_price_30d], [20.01, 20.01])
    assert.deepEqual(page.reduction, { from: 20.01, percent: 50 })
    await sql`
      update price_lists set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 second'
       where id = ${made.id}`.execute(service.deps.db)
    assert.equal((await shownTo(shop, anybody)).lamp.quoted, 20.01)
  })

  it('what a CDN keeps of a shop ends when its next list begins', async () => {
    const { at } = await selling()
    const { headers } = await makeStorefrontKey(service, at, 'publishable')
    const kept = async () => {
      const answer = await service.request('GET', '/catalog/products', { headers })
      return String(answer.headers['cache-control'])
    }
    await admin(at, 'POST', '/price-lists', { name: 'Far', percent: -5, starts_at: '2990-01-01T00:00:00Z' })
    assert.equal(await kept(), 'public, max-age=15, s-maxage=60, stale-while-revalidate=300')
    const starts_at = new Date(Date.now() + 40_000).toISOString()
    await admin(at, 'POST', '/price-lists', { name: 'Soon', percent: -5, starts_at })
    const [, whole, shared] = /^public, max-age=(\d+), s-maxage=(\d+)$/.exec(await kept()) ?? []
    assert.ok(Number(whole) <= 15 && Number(shared) <= 40, `${whole} and ${shared}`)
  })

  it('a product whose price a list changes has product.updated, and its price is in the price history', async () => {
    const shop = await selling()
    const { at, lamp, bowl } = shop
    const events = async () => {
      const { rows } = await sql<{ id: string }>`
        select convert_from(body, 'UTF8')::json -> 'data' -> 'product' ->> 'id' as id from events
         where merchant_id = ${at.id} and name = 'product.updated' order by events.id`.execute(service.deps.db)
      return rows.map(({ id }) => id)
    }
    const before = await events()
    const body = { name: 'Lamp', prices: [{ product_id: lamp.id, amount: 12 }] }
    const made = await admin(at, 'POST', '/price-lists', body)
    await writeCards(service, at)
    const told = (await events()).slice(before.length)
    assert.deepEqual(told, [lamp.id])
    // Two weeks later the product itself is reduced: what the list asked is the lowest price before.
    const changed = await admin(at, 'PATCH', `/products/${lamp.id}`, { price: 11, compare_at_price: 20.01 })
    assert.equal(changed.lowest_price_30d, 12)
    await admin(at, 'DELETE', `/price-lists/${made.id}`)
    await writeCards(service, at)
    const { rows } = await sql<{ context: number }>`
      select context from prices where product_id = ${lamp.id} and ends_at = 'infinity'`.execute(service.deps.db)
    assert.deepEqual(rows, [{ context: 0 }])
    const other = await admin(at, 'PATCH', `/products/${bowl.id}`, { price: 5, compare_at_price: 9.99 })
    assert.equal(other.lowest_price_30d, 9.99)
  })

  it('a percent is rounded as its market says; a market of another currency sells what lists price in it', async () => {
    const shop = await selling()
    const { at, lamp, bowl, anybody } = shop
    const market = await admin(at, 'POST', '/markets', {
      name: 'Switzerland',
      countries: ['CH'],
      locales: ['en'],
      price_rounding: 0.05,
    })
    assert.equal(market.price_rounding, 0.05)
    await admin(at, 'POST', '/price-lists', { name: 'A third', percent: -33 })
    await writeCards(service, at)
    const of = `merchant_id=${at.id}&country=CH`
    const pages = async (query: string) => (await read(`/catalog/products/${lamp.id}?${query}`, anybody)).price
    assert.deepEqual([await pages(of), await pages(`merchant_id=${at.id}`)], [13.4, 13.41])
    const quote = await anybody.quote([{ product_id: lamp.id, quantity: 1 }], { country: 'CH' })
    assert.equal(quote.body.data.items[0].price, 13.4)
    await admin(at, 'PATCH', `/markets/${market.id}`, { currency: 'JPY' })
    await admin(at, 'POST', '/price-lists', {
      name: 'Yen',
      currency: 'JPY',
      prices: [{ product_id: lamp.id, amount: 3000 }],
    })
    await writeCards(service, at)
    const { items, pagination } = await read(`/catalog/products?${of}&sort=price`, anybody)
    assert.deepEqual(
      [items.map((one: { id: string }) => one.id), pagination.total, items[0].price, items[0].currency],
      [[lamp.id], 1, 3000, 'JPY'],
    )
    const found = await read(`/marketplace/search?${of}&q=paper&max_price=3000&sort=price`, anybody)
    assert.deepEqual([found.items.length, found.items[0].price], [1, 3000])
    assert.equal((await read(`/marketplace/search?${of}&q=paper&max_price=2999`, anybody)).items.length, 0)
    const refused = await service.request('GET', `/catalog/products/${bowl.id}?${of}`, { headers: anybody.headers })
    assertRefused(refused, 404, 'NOT_FOUND')
    const yen = await anybody.quote([{ product_id: lamp.id, quantity: 2 }], { country: 'CH' })
    assert.deepEqual([yen.body.data.total, yen.body.data.currency], [6000, 'JPY'])
    const elsewhere = await anybody.order([{ product_id: bowl.id, quantity: 1 }], { country: 'CH' })
    assertRefused(elsewhere, 409, 'NOT_SOLD_HERE')
    assert.deepEqual(elsewhere.body.error.details, { product_ids: [bowl.id] })
    const add = (productId: string) =>
      service.request('POST', '/user/cart/items', {
        headers: anybody.headers,
        body: { product_id: productId, quantity: 1, country: 'CH' },
      })
    const cart = (await add(lamp.id)).body.data
    assert.deepEqual([cart.currency, cart.items[0].price], ['JPY', 3000])
    assertRefused(await add(bowl.id), 409, 'NOT_SOLD_HERE')
  })
})
