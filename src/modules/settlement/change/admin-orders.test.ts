import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff } from '#test/support/factories.ts'
import { assertRefused, makeShopper, moveOrder, stockOf } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'

describeShop('/admin/orders', ({ service, shop: merchant }) => {
  const asStaff = (path: string, headers = merchant.owner.headers) => service.request('GET', path, { headers })

  it('GET answers 200 with the merchant’s orders by status, user and number', async () => {
    const shop = await makeMerchant(service)
    const [one, two] = [await makeShopper(service, shop), await makeShopper(service, shop)]
    const product = await makeProduct(service, shop)
    const first = (await one.order([{ product_id: product.id, quantity: 1 }])).body.data
    const second = (await two.order([{ product_id: product.id, quantity: 1 }])).body.data
    await two.cancel(second.id)
    const ids = async (query: string) => {
      const { data } = (await asStaff(`/admin/orders?${query}`, shop.owner.headers)).body
      assert.equal(data.pagination.total, data.items.length)
      return data.items.map((order: { id: string }) => order.id)
    }
    assert.deepEqual(await ids(''), [second.id, first.id])
    assert.deepEqual(await ids('status=cancelled'), [second.id])
    assert.deepEqual(await ids(`user_id=${one.id}`), [first.id])
    assert.deepEqual(await ids(`q=${first.order_number.toLowerCase()}`), [first.id])
    assert.deepEqual(await ids(`q=${first.order_number.slice(0, 6)}&status=pending`), [first.id])
    assert.deepEqual(await ids('q=%25'), [])
    const page = (await asStaff('/admin/orders?limit=1', shop.owner.headers)).body.data
    assert.deepEqual(await ids(''), [page.items[0].id, first.id])
    const next = await asStaff(`/admin/orders?limit=1&cursor=${page.pagination.next_cursor}`, shop.owner.headers)
    assert.equal(next.body.data.items[0].id, first.id)
    for (const query of ['status=lost', 'user_id=x', 'q=%00', 'limit=101']) {
      assertRefused(await asStaff(`/admin/orders?${query}`, shop.owner.headers), 400, 'VALIDATION_ERROR')
    }
  })

  it('GET and PATCH of an order of another merchant, or of none, answer 404 NOT_FOUND', async () => {
    const other = await makeMerchant(service)
    const shopper = await makeShopper(service, other)
    const product = await makeProduct(service, other)
    const order = (await shopper.order([{ product_id: product.id, quantity: 1 }])).body.data
    for (const id of [order.id, newId(), 'nonsense']) {
      assertRefused(await asStaff(`/admin/orders/${id}`), 404, 'NOT_FOUND')
      assertRefused(await moveOrder(service, merchant, id, 'cancelled'), 404, 'NOT_FOUND')
    }
    assert.equal((await asStaff(`/admin/orders/${order.id}`, other.owner.headers)).body.data.status, 'pending')
  })

  it('PATCH paid to processing to completed answers 200 each, takes the units and emits events', async () => {
    const shop = await makeMerchant(service)
    const shopper = await makeShopper(service, shop)
    const product = await makeProduct(service, shop, { onHand: 5 })
    const { id } = (await shopper.order([{ product_id: product.id, quantity: 2 }])).body.data
    await shopper.pay(id)
    const processing = await moveOrder(service, shop, id, 'processing')
    assert.deepEqual(
      [processing.status, processing.body.data.status, processing.body.data.allowed_transitions],
      [200, 'processing', ['completed', 'cancelled']],
    )
    const completed = await moveOrder(service, shop, id, 'completed')
    assert.equal(completed.body.data.completed_at, completed.body.data.updated_at)
    assert.deepEqual(await stockOf(service, product.id), [3, 0])
    const events = (await eventsOf(service, shop.id)).slice(-4)
    assert.deepEqual(
      events.map(({ event, data }) => [event, data.previous_status ?? data.reason ?? data.order.status]),
      [
        ['order.updated', 'paid'],
        ['order.completed', 'completed'],
        ['order.updated', 'processing'],
        ['inventory.updated', 'order_completed'],
      ],
    )
    assert.deepEqual(events.at(-1)?.data.inventory, {
      previous_quantity: 5,
      current_quantity: 3,
      reserved: 0,
      available: 3,
      version: 3,
    })
    assert.deepEqual((await asStaff(`/admin/orders/${id}`, shop.owner.headers)).body, completed.body)
  })

  it('PATCH to a status not allowed answers 409 INVALID_TRANSITION, to an unknown one 400', async () => {
    const shopper = await makeShopper(service, merchant)
    const product = await makeProduct(service, merchant)
    const { id } = (await shopper.order([{ product_id: product.id, quantity: 1 }])).body.data
    for (const status of ['pending', 'paid', 'processing', 'completed']) {
      const answer = await moveOrder(service, merchant, id, status)
      assertRefused(answer, 409, 'INVALID_TRANSITION')
      assert.deepEqual(answer.body.error.details, { status: 'pending', allowed_transitions: ['cancelled'] })
    }
    for (const status of ['shipped', 7, null, undefined]) {
      assertRefused(await moveOrder(service, merchant, id, status), 400, 'VALIDATION_ERROR')
    }
    const cancelled = await moveOrder(service, merchant, id, 'cancelled')
    assert.equal(cancelled.body.data.cancel_reason, 'requested_by_merchant')
    assertRefused(await moveOrder(service, merchant, id, 'cancelled'), 409, 'INVALID_TRANSITION')
  })

  it('PATCH by a viewer answers 403 INSUFFICIENT_PERMISSIONS, without a token 401; a viewer may read', async () => {
    const viewer = await makeStaff(service, merchant.id, 'viewer')
    const answer = await service.request('PATCH', `/admin/orders/${newId()}`, {
      headers: viewer.headers,
      body: { status: 'cancelled' },
    })
    assertRefused(answer, 403, 'INSUFFICIENT_PERMISSIONS')
    assert.equal((await asStaff('/admin/orders', viewer.headers)).status, 200)
    assertRefused(await asStaff('/admin/orders', {} as never), 401, 'MISSING_TOKEN')
  })
})
