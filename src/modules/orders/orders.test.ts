import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { assertRefused, makeShopper, stockOf } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'

describeShop('orders of a user', ({ service, shop: merchant }) => {
  describe('GET /user/orders', () => {
    it('answers 200 with the user’s own orders here, newest first, ten at a time by cursor', async () => {
      const shopper = await makeShopper(service, merchant)
      const elsewhere = await makeMerchant(service)
      const product = await makeProduct(service, merchant)
      const ids = []
      for (let i = 0; i < 12; i++)
        ids.unshift((await shopper.order([{ product_id: product.id, quantity: 1 }])).body.data.id)
      const other = await makeShopper(service, merchant)
      await other.order([{ product_id: product.id, quantity: 1 }])
      const first = (await shopper.get('/user/orders')).body.data
      assert.deepEqual([first.items.length, first.pagination.limit, first.pagination.total], [10, 10, 12])
      const second = (await shopper.get(`/user/orders?cursor=${first.pagination.next_cursor}`)).body.data
      assert.deepEqual(
        [...first.items, ...second.items].map((order) => order.id),
        ids,
      )
      assert.deepEqual([second.pagination.has_more, second.pagination.next_cursor], [false, ''])
      const byOffset = (await shopper.get('/user/orders?offset=10')).body.data
      assert.deepEqual(byOffset.items, second.items)
      const headers = { ...shopper.headers, 'merchant-id': elsewhere.id }
      assert.deepEqual((await service.request('GET', '/user/orders', { headers })).body.data.items, [])
    })

    it('with a status answers 200 with those only', async () => {
      const shopper = await makeShopper(service, merchant)
      const product = await makeProduct(service, merchant)
      const kept = await shopper.order([{ product_id: product.id, quantity: 1 }])
      const cancelled = await shopper.order([{ product_id: product.id, quantity: 1 }])
      await shopper.cancel(cancelled.body.data.id)
      const { data } = (await shopper.get('/user/orders?status=pending')).body
      assert.deepEqual([data.items.length, data.items[0].id, data.pagination.total], [1, kept.body.data.id, 1])
    })
  })

  it('GET /user/orders/{id} answers 200 to the owner, and 404 to another user or at another merchant', async () => {
    const shopper = await makeShopper(service, merchant)
    const other = await makeShopper(service, merchant)
    const elsewhere = await makeMerchant(service)
    const product = await makeProduct(service, merchant)
    const placed = await shopper.order([{ product_id: product.id, quantity: 1 }])
    const path = `/user/orders/${placed.body.data.id}`
    assert.deepEqual((await shopper.get(path)).body, placed.body)
    assertRefused(await other.get(path), 404, 'NOT_FOUND')
    assertRefused(await shopper.get('/user/orders/nonsense'), 404, 'NOT_FOUND')
    const headers = { ...shopper.headers, 'merchant-id': elsewhere.id }
    assertRefused(await service.request('GET', path, { headers }), 404, 'NOT_FOUND')
  })

  describe('POST /user/orders/{id}/cancel', () => {
    it('with a pending order answers 200, releases its stock and emits events', async () => {
      const shop = await makeMerchant(service)
      const shopper = await makeShopper(service, shop)
      const product = await makeProduct(service, shop, { onHand: 5 })
      const placed = await shopper.order([{ product_id: product.id, quantity: 2 }])
      const answer = await shopper.cancel(placed.body.data.id)
      assert.equal(answer.status, 200)
      const { status, payment_status, allowed_transitions, cancel_reason, cancelled_at, updated_at } = answer.body.data
      assert.deepEqual(
        [status, payment_status, allowed_transitions, cancel_reason],
        ['cancelled', 'unpaid', [], 'requested_by_customer'],
      )
      assert.equal(cancelled_at, updated_at)
      assert.deepEqual(await stockOf(service, product.id), [5, 0])
      const events = await eventsOf(service, shop.id)
      assert.deepEqual(
        events.slice(-3).map(({ event, data }) => [event, data.previous_status ?? data.reason ?? data.order.status]),
        [
          ['order.cancelled', 'cancelled'],
          ['order.updated', 'pending'],
          ['inventory.updated', 'order_cancelled'],
        ],
      )
    })

    it('again, or of a paid order, answers 409 INVALID_TRANSITION; of another user’s 404', async () => {
      const shopper = await makeShopper(service, merchant)
      const other = await makeShopper(service, merchant)
      const product = await makeProduct(service, merchant)
      const cancelled = await shopper.order([{ product_id: product.id, quantity: 1 }])
      assertRefused(await other.cancel(cancelled.body.data.id), 404, 'NOT_FOUND')
      await shopper.cancel(cancelled.body.data.id)
      const again = await shopper.cancel(cancelled.body.data.id)
      assertRefused(again, 409, 'INVALID_TRANSITION')
      assert.deepEqual(again.body.error.details, { status: 'cancelled', allowed_transitions: [] })
      const paid = await shopper.order([{ product_id: product.id, quantity: 1 }])
      await shopper.pay(paid.body.data.id)
      assertRefused(await shopper.cancel(paid.body.data.id), 409, 'INVALID_TRANSITION')
      assert.deepEqual(await stockOf(service, product.id), [100, 1])
    })
  })
})
