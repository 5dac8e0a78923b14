import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type TestAnswer, unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeRole, makeStaff } from '#test/support/factories.ts'
import { asEverybodySees, assertRefused, makePaidOrder, placeOrder, staffOn, stockOf } from '#test/support/orders.ts'
import { eventsOf } from '#test/support/shop-rows.ts'

describeShop('fulfillments', ({ service, shop: merchant }) => {
  const paid = (quantities?: number[]) => makePaidOrder(service, merchant, quantities)

  async function told(orderId: string) {
    const events = await eventsOf(service, merchant.id, 'order.updated', 'order.completed', 'order.cancelled')
    return events
      .filter(({ data }) => data.order.id === orderId)
      .map(({ event, data }) => [event, data.change ?? null, data.previous_status ?? null, data.order.status])
  }

  const movementsOf = (productId: string) =>
    service.deps.db
      .selectFrom('stock_movements')
      .select(['type', 'on_hand_change', 'reserved_change'])
      .where('product_id', '=', productId)
      .where('type', '<>', 'opening')
      .orderBy('number')
      .execute()

  it('POST /admin/orders/{id}/fulfillments in parts answers 201, and completes the order', async () => {
    const { order, products, fulfil, current } = await paid([3, 1])
    const [first, second] = products.map(({ id }) => id)
    if (first === undefined || second === undefined) throw new Error('no products')
    const tracking = {
      carrier: 'Royal Mail',
      tracking_number: 'RM1',
      tracking_url: 'https://example.com/RM1?a=b',
    }
    // Lines that name one product are summed.
    const lines = [
      { product_id: first, quantity: 1 },
      { line: 1, product_id: first.toUpperCase(), quantity: 1 },
    ]
    const partly = await fulfil({ items: lines, ...tracking })
    assert.equal(partly.status, 201)
    const sent = partly.body.data
    assert.deepEqual(
      [sent.status, sent.fulfillment_status, sent.allowed_transitions],
      ['processing', 'partially_fulfilled', ['completed']],
    )
    const [fulfillment] = sent.fulfillments
    assert.deepEqual(fulfillment, {
      id: fulfillment.id,
      delivered_at: null,
      items: [{ line: 1, product_id: first, quantity: 2 }],
      ...tracking,
      created_at: sent.updated_at,
    })
    assert.deepEqual(
      sent.items.map((item: { quantity_fulfilled: number }) => item.quantity_fulfilled),
      [2, 0],
    )
    assert.deepEqual(sent, await current())
    assert.deepEqual(
      [await stockOf(service, first), await stockOf(service, second)],
      [
        [18, 1],
        [20, 1],
      ],
    )

    const rest = (await fulfil()).body.data
    assert.deepEqual(
      [rest.status, rest.fulfillment_status, rest.completed_at],
      ['completed', 'fulfilled', rest.updated_at],
    )
    assert.deepEqual(rest.fulfillments[1].items, [
      { line: 1, product_id: first, quantity: 1 },
      { line: 2, product_id: second, quantity: 1 },
    ])
    assert.deepEqual(rest, await current())
    assert.deepEqual(
      [await stockOf(service, first), await stockOf(service, second)],
      [
        [17, 0],
        [19, 0],
      ],
    )
    assert.deepEqual(await movementsOf(first), [
      { type: 'order_placed', on_hand_change: 0, reserved_change: 3 },
      { type: 'order_fulfilled', on_hand_change: -2, reserved_change: -2 },
      { type: 'order_fulfilled', on_hand_change: -1, reserved_change: -1 },
    ])
    assert.deepEqual(await told(order.id), [
      ['order.updated', 'payment_status', 'pending', 'paid'],
      ['order.updated', 'fulfilled', 'paid', 'processing'],
      ['order.completed', null, null, 'completed'],
      ['order.updated', 'fulfilled', 'processing', 'completed'],
    ])
    const stocked = await eventsOf(service, merchant.id, 'inventory.updated')
    assert.deepEqual(
      stocked
        .filter(({ data }) => data.product.id === second)
        .map(({ data }) => data.reason)
        .slice(-1),
      ['order_fulfilled'],
    )
    const actions = await service.deps.db
      .selectFrom('audit_entries')
      .select(['action', 'changes'])
      .where('target_id', '=', order.id)
      .where('action', '=', 'order.fulfilled')
      .orderBy('id')
      .execute()
    assert.deepEqual(
      actions.map(({ changes }) => changes),
      [
        { status: ['paid', 'processing'], fulfillment_status: ['unfulfilled', 'partially_fulfilled'] },
        { status: ['processing', 'completed'], fulfillment_status: ['partially_fulfilled', 'fulfilled'] },
      ],
    )
  })

  it('PATCH /admin/orders/{id} to completed fulfils what is left', async () => {
    const { products, fulfil, move, current } = await paid([3])
    const product_id = products[0]?.id ?? ''
    await fulfil({ items: [{ product_id, quantity: 1 }] })
    const completed = asEverybodySees((await move('completed')).body.data)
    assert.deepEqual(
      completed.fulfillments.map(({ items }: { items: unknown }) => items),
      [[{ line: 1, product_id, quantity: 1 }], [{ line: 1, product_id, quantity: 2 }]],
    )
    assert.deepEqual(completed, await current())
    assert.deepEqual(await stockOf(service, product_id), [17, 0])
    assertRefused(await fulfil(), 409, 'INVALID_TRANSITION')
  })

  it('POST /admin/orders/{id}/fulfillments of more than is left answers 409 INVALID_TRANSITION', async () => {
    const { products, fulfil, current } = await paid([3])
    const product_id = products[0]?.id ?? ''
    await fulfil({ items: [{ product_id, quantity: 2 }] })
    const before = await current()
    const answer = await fulfil({ items: [{ product_id, quantity: 2 }] })
    assertRefused(answer, 409, 'INVALID_TRANSITION')
    assert.deepEqual(answer.body.error.details, { products: [{ product_id, line: 1, requested: 2, left: 1 }] })
    assert.deepEqual(await current(), before)
  })

  it('POST /admin/orders/{id}/fulfillments of an unpaid order answers 409 INVALID_TRANSITION', async () => {
    const { order } = await placeOrder(service, merchant)
    const staff = staffOn(service, merchant, order.id)
    const answer = await staff.fulfil()
    assertRefused(answer, 409, 'INVALID_TRANSITION')
    assert.deepEqual(answer.body.error.details, { status: 'pending' })
    await staff.move('cancelled')
    assertRefused(await staff.fulfil(), 409, 'INVALID_TRANSITION')
  })

  it('POST /admin/orders/{id}/fulfillments with bad fields answers 400 VALIDATION_ERROR naming them', async () => {
    const { products, fulfil, current } = await paid([3])
    const other = await paid([1])
    const product_id = products[0]?.id
    const line = { product_id, quantity: 1 }
    const cases: [unknown, string][] = [
      [{ items: [line, { product_id: other.products[0]?.id, quantity: 1 }] }, 'items[1].product_id'],
      [{ items: [{ product_id }] }, 'items[0].quantity'],
      [{ items: [{ quantity: 1 }] }, 'items[0].line'],
      [{ items: [{ line: 2, quantity: 1 }] }, 'items[0].line'],
      [{ carrier: 'a\nb' }, 'carrier'],
      [{ tracking_url: 'javascript:alert(1)' }, 'tracking_url'],
      [{ tracking_url: 'example.com' }, 'tracking_url'],
    ]
    const before = await current()
    for (const [body, field] of cases) {
      const answer = await fulfil(body)
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.equal(answer.body.error.details[0].field, field, JSON.stringify(body))
    }
    assert.deepEqual(await current(), before)
  })

  it('orders of another shop, and fulfillments of another order, answer 404 NOT_FOUND', async () => {
    const [mine, other] = [await paid(), await paid()]
    const stranger = await makeMerchant(service)
    const abroad = staffOn(service, stranger, mine.order.id)
    const [sent] = (await mine.fulfil({ items: [{ product_id: mine.products[0]?.id, quantity: 1 }] })).body.data
      .fulfillments
    await other.fulfil()
    assertRefused(await abroad.fulfil(), 404, 'NOT_FOUND')
    assertRefused(await abroad.track(sent.id, { carrier: 'DHL' }), 404, 'NOT_FOUND')
    assertRefused(await other.track(sent.id, { carrier: 'DHL' }), 404, 'NOT_FOUND')
    assert.equal((await mine.current()).fulfillments[0].carrier, null)
  })

  it('PATCH /admin/orders/{id}/fulfillments/{fulfillment_id} changes tracking, and tells it once', async () => {
    const { order, fulfil, track, current } = await paid()
    const sent = (await fulfil({ carrier: 'DHL', tracking_number: '1' })).body.data
    const [{ id }] = sent.fulfillments
    const changed = await track(id, { tracking_number: null, tracking_url: 'http://example.com/1' })
    assert.equal(changed.status, 200)
    const { carrier, tracking_number, tracking_url } = changed.body.data.fulfillments[0]
    assert.deepEqual([carrier, tracking_number, tracking_url], ['DHL', null, 'http://example.com/1'])
    assert.deepEqual(changed.body.data, await current())
    assert.equal(changed.body.data.version, sent.version + 1)
    assert.deepEqual((await track(id, { carrier: 'DHL' })).body.data, changed.body.data)
    assert.deepEqual((await told(order.id)).slice(-1), [['order.updated', 'edited', 'completed', 'completed']])
    for (const [body, field] of [
      [{ carrier: 5 }, 'carrier'],
      [{ tracking_url: 'ftp://example.com' }, 'tracking_url'],
      [{ items: [] }, 'items'],
    ] as const) {
      const answer = await track(id, body)
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.equal(answer.body.error.details[0].field, field)
    }
    assert.deepEqual(await current(), changed.body.data)
  })

  it('POST /admin/orders/{id}/fulfillments with an Idempotency-Key sends once; another body answers 422', async () => {
    const { products, fulfil, current } = await paid([3])
    const body = { items: [{ product_id: products[0]?.id, quantity: 1 }] }
    const key = unique('key')
    const first = await fulfil(body, key)
    const again = await fulfil(body, key)
    assert.deepEqual([again.status, again.headers['idempotent-replayed'], again.body], [201, 'true', first.body])
    assertRefused(await fulfil({}, key), 422, 'IDEMPOTENCY_KEY_REUSED')
    assert.equal((await current()).fulfillments.length, 1)
  })

  it('fulfilling takes orders.fulfil alone, refunding orders.refund, each named where it is lacked', async () => {
    const { order } = await paid()
    const as = async (...allowed: string[]) => {
      const role = await makeRole(service, merchant, allowed)
      const owner = await makeStaff(service, merchant.id, role.id)
      return staffOn(service, { ...merchant, owner }, order.id)
    }
    const lacks = ({ status, body }: TestAnswer) => [status, body.error?.details?.required_permission]
    const [writer, packer, cashier] = [await as('orders.write'), await as('orders.fulfil'), await as('orders.refund')]
    for (const one of [writer, cashier]) assert.deepEqual(lacks(await one.fulfil()), [403, 'orders.fulfil'])
    for (const one of [writer, packer]) assert.deepEqual(lacks(await one.refund({ amount: 1 })), [403, 'orders.refund'])
    // The status is not a way around: completing sends the rest, cancelling gives the money back.
    assert.deepEqual(lacks(await writer.move('completed')), [403, 'orders.fulfil'])
    assert.deepEqual(lacks(await writer.move('cancelled')), [403, 'orders.refund'])
    assert.deepEqual(lacks(await packer.move('completed')), [403, 'orders.write'])
    assert.equal((await staffOn(service, merchant, order.id).current()).status, 'paid')
    assert.equal((await writer.move('processing')).status, 200)
    assert.equal((await cashier.refund({ amount: 1 })).status, 201)
    const sent = await packer.fulfil()
    assert.equal(sent.body.data.status, 'completed')
    const { id } = sent.body.data.fulfillments[0]
    assert.deepEqual(lacks(await writer.track(id, { carrier: 'Post' })), [403, 'orders.fulfil'])
    assert.equal((await packer.track(id, { carrier: 'Post' })).status, 200)
    const { order: second } = await paid()
    const both = await makeStaff(
      service,
      merchant.id,
      (await makeRole(service, merchant, ['orders.write', 'orders.refund'])).id,
    )
    assert.equal((await staffOn(service, { ...merchant, owner: both }, second.id).move('cancelled')).status, 200)
    // Of an order that nobody has paid there is nothing to give back.
    const unpaid = await placeOrder(service, merchant)
    const support = await makeStaff(service, merchant.id, 'support')
    const move = staffOn(service, { ...merchant, owner: support }, unpaid.order.id).move
    assert.equal((await move('cancelled')).status, 200)
  })

  it('staff who only read answer 403 INSUFFICIENT_PERMISSIONS', async () => {
    const { order } = await paid()
    const viewer = await makeStaff(service, merchant.id, 'viewer')
    const as = staffOn(service, { ...merchant, owner: { ...merchant.owner, headers: viewer.headers } }, order.id)
    assertRefused(await as.fulfil(), 403, 'INSUFFICIENT_PERMISSIONS')
    assertRefused(await as.refund({ amount: 1 }), 403, 'INSUFFICIENT_PERMISSIONS')
  })
})
