import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import {
  confirmAddress,
  makeMerchant,
  makeStaff,
  makeStorefrontKey,
  type TestMerchant,
} from '#test/support/factories.ts'
import { assertRefused, makeShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'

describeShop('price lists', ({ service }) => {
  type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
  const send = (method: Method, path: string, at: TestMerchant, body?: unknown, headers = {}) =>
    service.request(method, `/admin${path}`, {
      headers: { ...at.owner.headers, ...headers },
      ...(body !== undefined && { body }),
    })
  const faultsOf = (answer: { body: { error: { details: { field: string }[] } } }) =>
    answer.body.error.details.map(({ field }) => field)

  it('POST makes one, GET answers it, PATCH changes what is given and replaces prices, DELETE ends it', async () => {
    const at = await makeMerchant(service)
    const [first, second] = [await makeProduct(service, at), await makeProduct(service, at)]
    const group = (await send('POST', '/customer-groups', at, { name: 'Trade' })).body.data
    const made = await send('POST', '/price-lists', at, {
      name: ' Trade ',
      customers: { group_ids: [group.id] },
      prices: [
        { product_id: first.id, amount: 8 },
        { product_id: first.id, amount: 7, min_quantity: 10 },
        { product_id: second.id, amount: 6.5 },
      ],
    })
    assert.equal(made.status, 201)
    const { id, created_at, updated_at, ...fields } = made.body.data
    const inOrder = [first.id, second.id].sort()
    assert.deepEqual(fields, {
      name: 'Trade',
      currency: 'GBP',
      starts_at: null,
      ends_at: null,
      priority: 0,
      customers: { group_ids: [group.id] },
      percent: null,
      price_count: 3,
      product_ids: [],
      prices: inOrder.flatMap((product_id) =>
        product_id === first.id
          ? [
              { product_id, min_quantity: 1, amount: 8 },
              { product_id, min_quantity: 10, amount: 7 },
            ]
          : [{ product_id, min_quantity: 1, amount: 6.5 }],
      ),
      products: [first, second]
        .map(({ id: product, sku, name }) => ({ id: product, sku, name, status: 'active' }))
        .sort((one, other) => (one.name < other.name || (one.name === other.name && one.id < other.id) ? -1 : 1)),
    })
    assert.ok(created_at <= updated_at)
    assert.deepEqual((await send('GET', `/price-lists/${id}`, at)).body.data, made.body.data)
    const { items } = (await send('GET', '/price-lists', at)).body.data
    assert.deepEqual(
      items.map((one: { id: string; price_count: number; prices?: unknown }) => [one.id, one.price_count, one.prices]),
      [[id, 3, undefined]],
    )
    const changed = (
      await send('PATCH', `/price-lists/${id}`, at, { prices: [{ product_id: second.id, amount: 5 }], customers: null })
    ).body.data
    assert.deepEqual([changed.prices.length, changed.customers, changed.name], [1, null, 'Trade'])
    const late = { name: 'Late', expected_updated_at: updated_at }
    const refused = await send('PATCH', `/price-lists/${id}`, at, late)
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'CONFLICT'])
    assert.deepEqual(refused.body.error.details, { updated_at: changed.updated_at })
    const again = { name: 'Trade', expected_updated_at: changed.updated_at }
    assert.equal((await send('PATCH', `/price-lists/${id}`, at, again)).status, 200)
    const turned = (await send('PATCH', `/price-lists/${id}`, at, { percent: -10, product_ids: [first.id] })).body.data
    assert.deepEqual([turned.percent, turned.prices, turned.product_ids], [-10, [], [first.id]])
    assert.equal((await send('DELETE', `/price-lists/${id}`, at)).status, 200)
    for (const method of ['GET', 'DELETE'] as const)
      assertRefused(await send(method, `/price-lists/${id}`, at), 404, 'NOT_FOUND')
    assertRefused(await send('PATCH', `/price-lists/${id}`, at, { name: 'No' }), 404, 'NOT_FOUND')
    const log = (await service.request('GET', '/admin/audit-log?limit=100', { headers: at.owner.headers })).body.data
    const actions = log.items.map(({ action }: { action: string }) => action)
    const count = (action: string) => actions.filter((one: string) => one === action).length
    assert.deepEqual(
      ['created', 'updated', 'deleted'].map((what) => count(`price_list.${what}`)),
      [1, 2, 1],
    )
  })

  it('prices of a group are those of its members: also of who confirms the address that staff wrote down', async () => {
    const at = await makeMerchant(service)
    const product = await makeProduct(service, at, { price: 10 })
    const group = (await send('POST', '/customer-groups', at, { name: 'Trade' })).body.data
    const shopper = await makeShopper(service, at)
    const record = (await send('POST', '/users', at, { name: 'Ada', email: shopper.email })).body.data
    await send('PATCH', `/customer-groups/${group.id}`, at, { add: [record.id] })
    const body = { name: 'Trade', percent: -20, customers: { group_ids: [group.id] } }
    assert.equal((await send('POST', '/price-lists', at, body)).status, 201)
    const { key } = await makeStorefrontKey(service, at, 'publishable')
    const seen = async (headers: Record<string, string>, query = '') => {
      const path = `/catalog/products/${product.id}?merchant_id=${at.id}${query}`
      const answer = await service.request('GET', path, { headers })
      return [answer.body.data.price, String(answer.headers['cache-control']).split(',', 1)[0]]
    }
    assert.deepEqual(await seen(shopper.headers), [10, 'private'])
    await confirmAddress(service, shopper)
    assert.deepEqual(await seen(shopper.headers), [8, 'private'])
    const ordered = await shopper.order([{ product_id: product.id, quantity: 1 }])
    assert.equal(ordered.body.data.items[0].price, 8)
    // A key of the storefront answers what a CDN keeps for everybody, also beside the session of a member.
    assert.deepEqual(await seen(shopper.headers, `&key=${key}`), [10, 'public'])
    assert.deepEqual(await seen({ 'access-token': key }), [10, 'public'])
  })

  it('a percent makes multiples of what the payments of a currency charge', async () => {
    const at = await makeMerchant(service, { currency: 'KWD' })
    const before = service.deps.paymentProviders
    service.deps.paymentProviders = before.map((one) => ({ ...one, unitOf: () => 10 }))
    try {
      const product = await makeProduct(service, at, { price: 6.01 })
      assert.equal((await send('POST', '/price-lists', at, { name: 'Third', percent: -33 })).status, 201)
      const shopper = await makeShopper(service, at)
      const ordered = await shopper.order([{ product_id: product.id, quantity: 1 }])
      assert.deepEqual([ordered.status, ordered.body.data?.items[0].price], [201, 4.03])
    } finally {
      service.deps.paymentProviders = before
    }
  })

  it('what is wrong answers 400 with its field', async () => {
    const at = await makeMerchant(service)
    const other = await makeMerchant(service)
    const product = await makeProduct(service, at)
    const foreign = await makeProduct(service, other)
    const price = { product_id: product.id, amount: 5 }
    const cases: [body: Record<string, unknown>, fields: string[]][] = [
      [{}, ['prices']],
      [{ percent: 0 }, ['percent']],
      [{ percent: 1.005 }, ['percent']],
      [{ percent: -20, prices: [price] }, ['prices']],
      [{ prices: [price], product_ids: [product.id] }, ['product_ids']],
      [{ percent: -20, currency: 'XXZ' }, ['currency']],
      [{ prices: [{ ...price, amount: 5.5 }], currency: 'JPY' }, ['prices[0].amount']],
      [{ prices: [price, price] }, ['prices[1].min_quantity']],
      [{ prices: [{ ...price, amount: 1.005 }] }, ['prices[0].amount']],
      [{ prices: [price, { ...price, product_id: foreign.id }] }, ['prices[1].product_id']],
      [{ percent: 5, product_ids: [newId()] }, ['product_ids[0]']],
      [{ percent: 5, customers: { group_ids: [newId()] } }, ['customers.group_ids[0]']],
      [{ percent: 5, starts_at: '2027-01-02T00:00:00Z', ends_at: '2027-01-01T00:00:00Z' }, ['ends_at']],
      [{ percent: 5, name: ' ' }, ['name']],
    ]
    for (const [body, fields] of cases) {
      const answer = await send('POST', '/price-lists', at, { name: 'Wrong', ...body })
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.deepEqual([body, faultsOf(answer)], [body, fields])
    }
    assert.deepEqual((await send('GET', '/price-lists', at)).body.data.items, [])
  })

  it('with an Idempotency-Key, one is made; another body answers 422', async () => {
    const at = await makeMerchant(service)
    const key = { 'idempotency-key': unique('key') }
    const body = { name: 'Once', percent: -5 }
    const [first, second] = [
      await send('POST', '/price-lists', at, body, key),
      await send('POST', '/price-lists', at, body, key),
    ]
    assert.deepEqual(second.body, first.body)
    assertRefused(await send('POST', '/price-lists', at, { ...body, percent: -6 }, key), 422, 'IDEMPOTENCY_KEY_REUSED')
  })

  it('a shop has at most 200, also if two are made at once', async () => {
    const at = await makeMerchant(service)
    const { db } = service.deps
    await db
      .insertInto('price_lists')
      .values(
        Array.from({ length: 199 }, (_, n) => ({
          merchant_id: at.id,
          id: newId(),
          name: `${n}`,
          currency: 'GBP',
          percent: -1,
          names_products: true,
          created_at: new Date(0),
          updated_at: new Date(0),
        })),
      )
      .execute()
    const body = { name: 'Last', percent: -5 }
    const made = await Promise.all([1, 2].map(() => send('POST', '/price-lists', at, body)))
    assert.deepEqual(made.map(({ status }) => status).sort(), [201, 409])
  })

  it('another shop and a role without products.write change none', async () => {
    const at = await makeMerchant(service)
    const other = await makeMerchant(service)
    const { id } = (await send('POST', '/price-lists', at, { name: 'Ours', percent: -5 })).body.data
    for (const method of ['GET', 'PATCH', 'DELETE'] as const)
      assertRefused(
        await send(method, `/price-lists/${id}`, other, method === 'PATCH' ? {} : undefined),
        404,
        'NOT_FOUND',
      )
    const support = await makeStaff(service, at.id, 'viewer')
    const answer = await service.request('PATCH', `/admin/price-lists/${id}`, { headers: support.headers, body: {} })
    assertRefused(answer, 403, 'INSUFFICIENT_PERMISSIONS')
  })
})
