import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser } from '#test/support/factories.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { assertRefused, makeShopper } from '#test/support/orders.ts'
import { makeProduct, makeProducts } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { until } from '#test/support/until.ts'

describeService('a change of the currency', ({ service }) => {
  const read = (headers: Record<string, string>) => service.request('GET', '/admin/merchant', { headers })
  const change = (body: unknown, headers: Record<string, string>) =>
    service.request('PATCH', '/admin/merchant', { headers, body })
  /** Currencies of what the shop has in the table, each once. */
  const currenciesOf = async (table: 'products' | 'orders', shop: { id: string }) => {
    const query = service.deps.db.selectFrom(table).select('currency').distinct().where('merchant_id', '=', shop.id)
    return (await query.execute()).map(({ currency }) => currency)
  }

  /** A change to KWD that is not committed yet. */
  const holdChange = (shop: { id: string }) =>
    holdLocks(
      service,
      sql`select pg_advisory_xact_lock(hashtextextended('currency:' || ${shop.id}::uuid, 0))`,
      sql`insert into merchant_settings (merchant_id, max_open_orders_per_user, max_quantity_per_line, currency)
          values (${shop.id}, 20, 1000, 'KWD')`,
      sql`update products set currency = 'KWD', price_minor = price_minor * 10 where merchant_id = ${shop.id}`,
    )

  it('PATCH /admin/merchant changes the currency of an empty shop, in every process', async () => {
    const second = await startTestApp({}, service.databaseUrl)
    try {
      const shop = await makeMerchant(service, { currency: 'GBP' })
      const { headers } = shop.owner
      const shopper = await makeUser(service, { merchantId: shop.id })
      const shown = async (at: typeof service) => {
        const cart = await at.request('GET', '/user/cart', { headers: { ...shopper.headers, 'merchant-id': shop.id } })
        return cart.body.data.currency
      }
      assert.deepEqual([await shown(service), await shown(second)], ['GBP', 'GBP'])
      const answer = await change({ currency: 'JPY', name: 'Yen' }, headers)
      assert.deepEqual([answer.status, answer.body.data.currency, answer.body.data.name], [200, 'JPY', 'Yen'])
      const post = (price: number, at = service) =>
        at.request('POST', '/admin/products', { headers, body: { sku: unique('SKU'), name: 'Lamp', price } })
      // A process that has not heard of it is refused, and hears of it within a second.
      const early = await post(1.5, second)
      assert.ok([400, 409].includes(early.status), `answers ${early.status}`)
      await until(async () => (await shown(second)) === 'JPY', 'the currency in another process')
      assert.equal(await shown(service), 'JPY')
      const made = await post(150, second)
      assert.deepEqual([made.status, made.body.data.currency, made.body.data.price], [201, 'JPY', 150])
      assert.equal((await post(1.5)).status, 400)
      const log = await service.request('GET', '/admin/audit-log?action=settings.updated', { headers })
      assert.deepEqual(log.body.data.items.at(-1).changes, { currency: ['GBP', 'JPY'] })
      const third = await startTestApp({}, service.databaseUrl)
      assert.equal(await shown(third), 'JPY')
      await third.close()
    } finally {
      await second.close()
    }
  })

  it('PATCH /admin/merchant with a new currency keeps the numbers of prices and shipping methods', async () => {
    const shop = await makeMerchant(service, { currency: 'GBP' })
    const { headers } = shop.owner
    const shopper = await makeShopper(service, shop)
    const products = await makeProducts(service, shop, [{ price: 19.99 }, { price: 5 }, { status: 'archived' }])
    const cart = { product_id: products[0]?.id, quantity: 2 }
    const cartHeaders = shopper.headers
    await service.request('POST', '/user/cart/items', { headers: cartHeaders, body: cart })
    const post = { name: 'Post', price: 1.5, free_from: 50 }
    const courier = { name: 'Courier', price: 9, active: false }
    for (const body of [post, courier]) {
      assert.equal((await service.request('POST', '/admin/shipping-methods', { headers, body })).status, 201)
    }
    const shown = async () => {
      const list = async (path: string) => (await service.request('GET', path, { headers })).body.data
      const listed = (await list(`/catalog/products?merchant_id=${shop.id}&sort=price`)).items
      const methods = (await list('/admin/shipping-methods')).items
      const { total, currency } = (await shopper.get('/user/cart')).body.data
      return {
        products: listed.map((product: Record<string, unknown>) => [product.price, product.currency]),
        methods: methods.map((method: Record<string, unknown>) => [method.price, method.free_from]),
        cart: [total, currency],
      }
    }
    for (const to of ['KWD', 'EUR', 'GBP']) {
      const answer = await change({ currency: to }, headers)
      assert.deepEqual([answer.status, answer.body.data?.currency], [200, to])
      assert.deepEqual(await shown(), {
        products: [
          [5, to],
          [19.99, to],
        ],
        methods: [
          [1.5, 50],
          [9, null],
        ],
        cart: [39.98, to],
      })
      const events = (await eventsOf(service, shop.id, 'product.updated')).slice(-3)
      assert.deepEqual(
        events.map(({ data }) => [data.product.price, data.product.currency]),
        [
          [19.99, to],
          [5, to],
          [10, to],
        ],
      )
    }
    const log = await service.request('GET', '/admin/audit-log?limit=1', { headers })
    assert.deepEqual(log.body.data.items[0].changes, { currency: ['EUR', 'GBP'] })
  })

  it('PATCH /admin/merchant with a currency that has too few decimals answers 400, and changes nothing', async () => {
    const shop = await makeMerchant(service, { currency: 'GBP' })
    const { headers } = shop.owner
    const refused = async (pattern: RegExp) => {
      const before = (await read(headers)).body.data
      const answer = await change({ currency: 'JPY', name: 'Other', timezone: 'Europe/Paris' }, headers)
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      const [{ field, message }] = answer.body.error.details
      assert.equal(field, 'currency')
      assert.match(message, pattern)
      assert.deepEqual((await read(headers)).body.data, before)
      assert.deepEqual(await currenciesOf('products', shop), ['GBP'])
    }
    const all = [{ price: 20 }, { price: 1.25, sku: 'ODD' }, { price: 3.5, status: 'archived' as const }]
    const products = await makeProducts(service, shop, all)
    await refused(/^has 0 decimals, and 2 prices have more, such as that of ODD$/)
    const body = { price: 7 }
    for (const { id } of products) await service.request('PATCH', `/admin/products/${id}`, { headers, body })
    const method = { name: 'Post', price: 7, free_from: 0.5 }
    const made = await service.request('POST', '/admin/shipping-methods', { headers, body: method })
    await refused(/^has 0 decimals, and an amount of Post has more$/)
    await service.request('DELETE', `/admin/shipping-methods/${made.body.data.id}`, { headers })
    assert.equal((await change({ currency: 'JPY' }, headers)).status, 200)
    assert.deepEqual(await currenciesOf('products', shop), ['JPY'])
  })

  it('PATCH /admin/merchant with a new currency once there is an order answers 409', async () => {
    const shop = await makeMerchant(service)
    const { headers } = shop.owner
    const product = await makeProduct(service, shop)
    const shopper = await makeShopper(service, shop)
    assert.equal((await shopper.order([{ product_id: product.id, quantity: 1 }])).status, 201)
    const before = (await read(headers)).body.data
    const body = { currency: 'USD', name: 'Other', timezone: 'Europe/Paris' }
    assertRefused(await change(body, headers), 409, 'CONFLICT')
    assert.deepEqual((await read(headers)).body.data, before)
    // What it is already may be said again.
    assert.equal((await change({ currency: before.currency }, headers)).status, 200)
  })

  it('PATCH /admin/merchant with a new currency for more than 10,000 products answers 409', async () => {
    const shop = await makeMerchant(service)
    const { headers } = shop.owner
    await sql`
      insert into products (merchant_id, id, sku, name, price_minor, price_common, currency, status, in_stock,
                            created_at, updated_at)
      select ${shop.id}, gen_random_uuid(), 'SKU' || n, 'Lamp', 100, 1000, ${shop.currency}, 'draft', false,
             now(), now()
        from generate_series(1, 10001) n`.execute(service.deps.db)
    assertRefused(await change({ currency: 'USD' }, headers), 409, 'CONFLICT')
    assert.deepEqual(await currenciesOf('products', shop), [shop.currency])
    await sql`delete from products where merchant_id = ${shop.id} and sku = 'SKU1'`.execute(service.deps.db)
    assert.equal((await change({ currency: 'USD' }, headers)).status, 200)
    assert.deepEqual(await currenciesOf('products', shop), ['USD'])
  })

  it('and an order at once leave no order in the old one', async () => {
    for (let turn = 0; turn < 8; turn++) {
      const shop = await makeMerchant(service)
      const product = await makeProduct(service, shop)
      const shopper = await makeShopper(service, shop)
      const [changed, placed] = await Promise.all([
        change({ currency: 'KWD' }, shop.owner.headers),
        shopper.order([{ product_id: product.id, quantity: 1 }]),
      ])
      assert.ok(changed.status === 200 || changed.status === 409)
      assert.ok(placed.status === 201 || placed.status === 409)
      const { currency } = (await read(shop.owner.headers)).body.data
      assert.deepEqual(await currenciesOf('orders', shop), placed.status === 201 ? [currency] : [])
      assert.deepEqual(await currenciesOf('products', shop), [currency])
    }
  })

  it('refuses the order that waited for it, and takes the next', async () => {
    const shop = await makeMerchant(service)
    const product = await makeProduct(service, shop)
    const shopper = await makeShopper(service, shop)
    const lines = [{ product_id: product.id, quantity: 1 }]
    const other = await holdChange(shop)
    const waiting = shopper.order(lines)
    await until(async () => (await lockWaits(service)) > 0, 'the order to wait')
    await other.commit()
    assertRefused(await waiting, 409, 'CONFLICT')
    const placed = await until(async () => {
      const answer = await shopper.order(lines)
      return answer.status === 201 && answer.body.data
    }, 'the currency to be known')
    assert.deepEqual([placed.total, placed.currency], [10, 'KWD'])
  })

  it('gives the price that waited for it the minor units of the new one', async () => {
    const shop = await makeMerchant(service)
    const { headers } = shop.owner
    const product = await makeProduct(service, shop)
    const other = await holdChange(shop)
    const body = { price: 12.5 }
    const waiting = service.request('PATCH', `/admin/products/${product.id}`, { headers, body })
    await until(async () => (await lockWaits(service)) > 0, 'the price to wait')
    await other.commit()
    const { price, currency } = (await waiting).body.data
    assert.deepEqual([price, currency], [12.5, 'KWD'])
  })

  it('and a new product at once leave no price in the old one', async () => {
    for (let turn = 0; turn < 8; turn++) {
      const shop = await makeMerchant(service)
      const { headers } = shop.owner
      const product = { sku: 'LAMP', name: 'Lamp', price: 5 }
      const [changed, made] = await Promise.all([
        change({ currency: 'EUR' }, headers),
        service.request('POST', '/admin/products', { headers, body: product }),
      ])
      assert.ok(changed.status === 200 || changed.status === 409)
      assert.ok(made.status === 201 || made.status === 409)
      const { currency } = (await read(headers)).body.data
      const rows = service.deps.db.selectFrom('products').select('currency').where('merchant_id', '=', shop.id)
      assert.deepEqual(await rows.execute(), made.status === 201 ? [{ currency }] : [])
    }
  })
})
