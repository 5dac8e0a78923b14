import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { TestAnswer } from '#test/support/app.ts'
import { besideService, describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { assertRefused, makeShopper, moveOrder, setOrderLimits, shopping, stockOf } from '#test/support/orders.ts'
import { makeProduct, type TestProduct } from '#test/support/products.ts'

describeShop('limits of orders', ({ service, shop: merchant }) => {
  const second = besideService(service)
  let product: TestProduct
  before(async () => {
    product = await makeProduct(service, merchant, { onHand: 10_000 })
  })

  const line = (quantity = 1) => [{ product_id: product.id, quantity }]
  const openOrders = { limit: 2, setting: 'max_open_orders_per_user' }

  it('POST /user/orders 30 times at once by one user to two services makes exactly 20', async () => {
    const shopper = await makeShopper(service, merchant)
    const either = (index: number) => shopping(index % 2 === 0 ? service : second, shopper.headers)
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => either(index).order(line())))
    const made = answers.filter(({ status }) => status === 201)
    assert.equal(made.length, 20)
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      assertRefused(answer, 409, 'ORDER_LIMIT')
      assert.deepEqual(answer.body.error.details, { ...openOrders, limit: 20 })
    }
    assert.equal((await shopper.get('/user/orders?status=pending')).body.data.pagination.total, 20)
  })

  it('POST /user/orders beyond the open orders of a shop answers 409 ORDER_LIMIT until one ends', async () => {
    const shop = await makeMerchant(service)
    await setOrderLimits(service, shop, { max_open_orders_per_user: 2 })
    const sold = await makeProduct(service, shop)
    const items = [{ product_id: sold.id, quantity: 1 }]
    const shopper = await makeShopper(service, shop)
    const ids: string[] = []
    const order = async () => {
      const answer = await shopper.order(items)
      if (answer.status === 201) ids.push(answer.body.data.id)
      return answer
    }
    const refused = async () => {
      const answer = await order()
      assertRefused(answer, 409, 'ORDER_LIMIT')
      assert.deepEqual(answer.body.error.details, openOrders)
    }
    await order()
    await order()
    await refused()
    assert.equal((await shopper.pay(ids[0] as string)).status, 201)
    assert.equal((await order()).status, 201)
    await refused()
    assert.equal((await shopper.pay(ids[1] as string, 'test_decline')).body.data.payment.status, 'failed')
    await refused()
    assert.equal((await shopper.cancel(ids[1] as string)).status, 200)
    assert.equal((await order()).status, 201)
    // A paid one does not count again when it is cancelled.
    assert.equal((await moveOrder(service, shop, ids[0] as string, 'cancelled')).status, 200)
    await refused()
    assert.deepEqual(await stockOf(service, sold.id), [100, 2])
    assert.equal((await (await makeShopper(service, shop)).order(items)).status, 201)
    await setOrderLimits(service, shop, { max_open_orders_per_user: 3 })
    assert.equal((await order()).status, 201)
  })

  it('POST /user/orders of more units than a shop allows answers 409 ORDER_LIMIT and reserves none', async () => {
    const shopper = await makeShopper(service, merchant)
    await setOrderLimits(service, merchant, { max_unpaid_units_per_address: 1_000 })
    const [reserved] = (await stockOf(service, product.id)).slice(1)
    // Lines of one product are summed.
    const refused = await shopper.order([...line(600), ...line(401)])
    assertRefused(refused, 409, 'ORDER_LIMIT')
    assert.deepEqual(refused.body.error.details, {
      limit: 1_000,
      setting: 'max_quantity_per_line',
      products: [{ product_id: product.id, requested: 1_001 }],
    })
    assert.deepEqual((await stockOf(service, product.id)).slice(1), [reserved])
    assert.equal((await shopper.order(line(1_000))).status, 201)

    const shop = await makeMerchant(service)
    await setOrderLimits(service, shop, { max_quantity_per_line: 3 })
    const sold = await makeProduct(service, shop)
    const there = await makeShopper(service, shop)
    assertRefused(await there.order([{ product_id: sold.id, quantity: 4 }]), 409, 'ORDER_LIMIT')
    assert.equal((await there.order([{ product_id: sold.id, quantity: 3 }])).status, 201)
  })

  it('POST /user/cart/checkout beyond either limit answers 409 ORDER_LIMIT and keeps the cart', async () => {
    const shop = await makeMerchant(service)
    await setOrderLimits(service, shop, { max_open_orders_per_user: 1, max_quantity_per_line: 3 })
    const sold = await makeProduct(service, shop)
    const { headers, order, cancel } = await makeShopper(service, shop)
    const add = (quantity: number): Promise<TestAnswer> =>
      service.request('POST', '/user/cart/items', { headers, body: { product_id: sold.id, quantity } })
    const checkOut = () => service.request('POST', '/user/cart/checkout', { headers, body: {} })
    assert.equal((await add(4)).status, 201)
    assertRefused(await checkOut(), 409, 'ORDER_LIMIT')
    const path = `/user/cart/items/${sold.id}`
    assert.equal((await service.request('PATCH', path, { headers, body: { quantity: 3 } })).status, 200)
    const open = (await order([{ product_id: sold.id, quantity: 1 }])).body.data.id
    assertRefused(await checkOut(), 409, 'ORDER_LIMIT')
    assert.equal((await service.request('GET', '/user/cart', { headers })).body.data.items.length, 1)
    await cancel(open)
    assert.equal((await checkOut()).status, 201)
  })
})
