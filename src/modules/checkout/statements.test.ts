import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser } from '#test/support/factories.ts'
import { makeShopper, moveOrder, setOrderLimits, staffOn } from '#test/support/orders.ts'
import { makeProducts, type TestProduct } from '#test/support/products.ts'
import { makePromotion } from '#test/support/promotions.ts'
import { london, makeAddress, makeShippingMethod, setTaxRates } from '#test/support/selling.ts'
import { startAppThatTellsStatements, statementsOf } from '#test/support/statements.ts'

describeShop('the number of statements per request', startAppThatTellsStatements, ({ service, shop: merchant }) => {
  let products: TestProduct[]
  before(async () => {
    await setOrderLimits(service, merchant, { max_unpaid_units_per_address: 10_000 })
    products = await makeProducts(service, merchant, Array(100).fill({ onHand: 1000 }))
  })

  const lines = (count: number) => products.slice(0, count).map(({ id }) => ({ product_id: id, quantity: 1 }))

  it('POST /user/orders takes 3 statements, 2 in a transaction, with 1 line or 100; with a key 6', async () => {
    const shopper = await makeShopper(service, merchant)
    for (const count of [1, 100]) {
      const plain = await statementsOf(() => shopper.order(lines(count)))
      assert.deepEqual(kinds(plain), ['select', 'begin', 'with', 'with', 'commit'])
      const keyed = await statementsOf(() => shopper.order(lines(count), { key: unique('key') }))
      assert.deepEqual(kinds(keyed), ['begin', 'select', 'select', 'select', 'with', 'with', 'insert', 'commit'])
    }
  })

  it('POST /user/orders takes 2 more where the shop ships and taxes, and 1 for each address by its id', async () => {
    const shop = await makeMerchant(service)
    await setOrderLimits(service, shop, { max_unpaid_units_per_address: 10_000 })
    const shipping_method_id = await makeShippingMethod(service, shop)
    await setTaxRates(service, shop, [{ rate: 20 }])
    const shopper = await makeShopper(service, shop)
    const many = (await makeProducts(service, shop, Array(100).fill({ onHand: 10 }))).map(({ id }) => id)
    const id = await makeAddress(service, shopper)
    for (const count of [1, 100]) {
      const items = many.slice(0, count).map((product_id) => ({ product_id, quantity: 1 }))
      const all = { shipping_address: london, shipping_method_id }
      const order = (more: object) => statementsOf(() => shopper.order(items, { ...more }))
      const placing = ['begin', 'with', 'with', 'commit']
      assert.deepEqual(kinds(await order(all)), ['select', 'select', 'select', ...placing])
      assert.deepEqual(kinds(await order({})), ['select', 'select', ...placing], 'no method')
      assert.deepEqual(kinds(await order({ shipping_method_id })), ['select', 'select', 'select', ...placing])
      const byId = { shipping_address_id: id, billing_address_id: id, shipping_method_id }
      assert.deepEqual(kinds(await order(byId)), ['select', 'select', 'select', 'select', 'select', ...placing])
      const quote = (more: object) => statementsOf(() => shopper.quote(items, { ...more }))
      assert.deepEqual(kinds(await quote(all)), ['select', 'select', 'select'])
      assert.deepEqual(kinds(await quote({})), ['select', 'select', 'select'])
    }
  })

  it('POST /user/orders takes 1 more with promotions, and 1 for what they say of products', async () => {
    const shop = await makeMerchant(service)
    await setOrderLimits(service, shop, { max_unpaid_units_per_address: 10_000 })
    const shopper = await makeShopper(service, shop)
    const goods = await makeProducts(service, shop, Array(20).fill({ onHand: 100, category: 'Mugs' }))
    const items = goods.map(({ id }) => ({ product_id: id, quantity: 1 }))
    await makePromotion(service, shop, { code: 'ten', combines: true })
    const plain = kinds(await statementsOf(() => shopper.order(items)))
    assert.deepEqual(plain, ['select', 'with', 'begin', 'with', 'with', 'commit'])
    const order = (codes: string[]) => statementsOf(() => shopper.order(items, { discount_codes: codes }))
    assert.deepEqual(kinds(await order(['ten'])), [...['select', 'with'], ...['begin', 'with', 'with', 'commit']])
    await makePromotion(service, shop, { code: 'mugs', combines: true, applies_to: { categories: ['Mugs'] } })
    assert.deepEqual(kinds(await order(['ten', 'mugs'])), [
      ...['select', 'with', 'select'],
      ...['begin', 'with', 'with', 'commit'],
    ])
  })

  it('POST /user/orders with right codes takes 1 more where guesses are limited', async () => {
    const limited = await startAppThatTellsStatements({ LOGIN_LIMIT_PER_MINUTE: '5' })
    try {
      const shop = await makeMerchant(limited)
      const shopper = await makeShopper(limited, shop)
      const [product] = await makeProducts(limited, shop, [{ onHand: 10 }])
      await makePromotion(limited, shop, { code: 'ten', combines: true })
      await makePromotion(limited, shop, { code: 'five', combines: true })
      const items = [{ product_id: product?.id, quantity: 1 }]
      const order = () => shopper.order(items, { discount_codes: ['ten', 'five'] })
      const expected = ['select', 'select', 'with', 'begin', 'with', 'with', 'commit']
      assert.deepEqual(kinds(await statementsOf(order)), expected)
    } finally {
      await limited.close()
    }
  })

  it('POST /user/orders/quote of a shop that sets nothing takes 1 statement, of a cart 2', async () => {
    const shopper = await makeShopper(service, merchant)
    assert.deepEqual(kinds(await statementsOf(() => shopper.quote(lines(100)))), ['select'])
    const cart = (path: string, body: unknown) => service.request('POST', path, { headers: shopper.headers, body })
    await cart('/user/cart/items', { product_id: products[0]?.id, quantity: 1 })
    assert.deepEqual(kinds(await statementsOf(() => cart('/user/cart/quote', {}))), ['select', 'select'])
  })

  it('POST /user/orders of a user who is not yet a customer takes 4 more', async () => {
    const { headers } = await makeUser(service, { merchantId: (await makeMerchant(service)).id })
    const order = () =>
      service.request('POST', '/user/orders', {
        headers: { ...headers, 'merchant-id': merchant.id },
        body: { items: lines(2) },
      })
    assert.equal(kinds(await statementsOf(order)).join(), 'select,begin,select,select,select,insert,with,with,commit')
    assert.deepEqual(kinds(await statementsOf(order)), ['select', 'begin', 'with', 'with', 'commit'])
  })

  it('POST /user/orders of what is sold out takes 1 statement and no lock', async () => {
    const shopper = await makeShopper(service, merchant)
    const [none] = await makeProducts(service, merchant, [{ onHand: 0 }])
    const statements = await statementsOf(() => shopper.order([{ product_id: none?.id, quantity: 1 }]))
    assert.deepEqual(kinds(statements), ['select'])
  })

  it('GET of orders takes a statement for a page and one for a total that the page does not tell', async () => {
    const shopper = await makeShopper(service, merchant)
    const { id } = (await shopper.order(lines(1))).body.data
    assert.equal((await statementsOf(() => shopper.get('/user/orders'))).length, 1)
    for (const count of [1, 3, 100, 50]) await shopper.order(lines(count))
    assert.equal((await statementsOf(() => shopper.get('/user/orders?limit=2'))).length, 2)
    const { headers } = merchant.owner
    const asStaff = (path: string) => statementsOf(() => service.request('GET', `/admin/orders${path}`, { headers }))
    // Staff's are planned for their values, in a transaction.
    const page = (more: number) => ['begin', 'select', 'select', ...Array(more).fill('select'), 'commit']
    for (const [path, expected] of [
      ['?limit=1', page(1)],
      [`/${id}`, ['select']],
      ['?status=pending&payment_status=unpaid&fulfillment_status=unfulfilled&limit=1', page(1)],
      ['?created_from=2026-01-01T10:30:00Z&sort=total', page(0)],
      ['?min_total=1', page(0)],
      ['?q=26&min_total=1&limit=1', page(2)],
      [`?user_id=${shopper.id}&q=26&min_total=1`, ['select']],
    ] as const)
      assert.deepEqual(kinds(await asStaff(path)), expected, path)
    assert.equal((await statementsOf(() => shopper.get(`/user/orders/${id}`))).length, 1)
    await shopper.pay(id, 'test_decline')
    assert.equal((await statementsOf(() => shopper.get(`/user/orders/${id}/payments`))).length, 2)
  })

  it('cancelling takes 3 statements in a transaction, completing 4 and 1 behind, with 1 line or with 100', async () => {
    const shopper = await makeShopper(service, merchant)
    for (const count of [1, 100]) {
      const cancelled = (await shopper.order(lines(count))).body.data.id
      assert.deepEqual(kinds(await statementsOf(() => shopper.cancel(cancelled))), [
        'begin',
        'with',
        'with',
        'with',
        'commit',
      ])
      const paid = (await shopper.order(lines(count))).body.data.id
      await shopper.pay(paid)
      const completion = await statementsOf(() => moveOrder(service, merchant, paid, 'completed'))
      assert.deepEqual(kinds(completion), ['begin', 'with', 'with', 'with', 'insert', 'commit', 'select'])
    }
  })

  it('a payment takes 4 statements, the last 2 in a transaction; one that staff records 4 in one', async () => {
    const shopper = await makeShopper(service, merchant)
    const charged = (await shopper.order(lines(100))).body.data.id
    assert.deepEqual(kinds(await statementsOf(() => shopper.pay(charged))), [
      ...['with', 'insert'],
      ...['begin', 'with', 'with', 'commit'],
    ])
    const recorded = (await shopper.order(lines(100))).body.data.id
    const record = () =>
      service.request('POST', `/admin/orders/${recorded}/payments`, {
        headers: merchant.owner.headers,
        body: { method: 'manual' },
      })
    const withAuditLog = ['begin', 'with', 'with', 'with', 'insert', 'commit']
    assert.deepEqual(kinds(await statementsOf(record)), withAuditLog)
  })

  it('a fulfillment takes 8 statements in a transaction, a refund 9 and then 10, with 1 line or with 100', async () => {
    const shopper = await makeShopper(service, merchant)
    for (const count of [1, 100]) {
      const { id } = (await shopper.order(lines(count).map((line) => ({ ...line, quantity: 2 })))).body.data
      await shopper.pay(id)
      const { fulfil, refund } = staffOn(service, merchant, id)
      const sent = ['select', 'select', 'insert', 'with', 'with', 'select', 'with', 'insert']
      assert.deepEqual(kinds(await statementsOf(() => fulfil({ items: lines(count) }))), ['begin', ...sent, 'commit'])
      const refunded = ['select', 'select', 'select', 'with', 'insert', 'with', 'select', 'with', 'insert']
      // Two are the books of the test provider.
      const settled = ['select', 'select', 'with', 'begin', 'select', 'update', 'with', 'with', 'insert', 'commit']
      assert.deepEqual(kinds(await statementsOf(() => refund({ items: lines(count) }))), [
        ...['begin', ...refunded, 'commit'],
        ...[...settled, 'select', 'select'],
      ])
    }
  })

  it('PATCH /admin/inventory/{product_id} takes 4 statements in a transaction', async () => {
    const change = () =>
      service.request('PATCH', `/admin/inventory/${products[0]?.id}`, {
        headers: merchant.owner.headers,
        body: { adjust: 1 },
      })
    assert.deepEqual(kinds(await statementsOf(change)), ['begin', 'with', 'with', 'insert', 'select', 'commit'])
  })
})

function kinds(statements: readonly string[]): string[] {
  return statements.map((text) => text.split(/\s/, 1)[0] ?? '')
}
