import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#src/platform/lib/ids.ts'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeRole, makeStaff } from '#test/support/factories.ts'
import { duringAnother } from '#test/support/idempotency.ts'
import { assertRefused, makePaidOrder, stockOf } from '#test/support/orders.ts'
import { returnsOn, setShop } from '#test/support/returns.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { runSweep } from '#test/support/sweeps.ts'

describeShop('returns as the shop grants them', ({ service, shop: merchant }) => {
  async function sent(quantities: number[] = [3], options: { tax?: boolean } = {}) {
    const made = await makePaidOrder(service, merchant, quantities, options)
    assert.equal((await made.fulfil()).status, 201)
    const product = made.products[0]?.id ?? ''
    return { ...made, product, ...returnsOn(service, merchant, made.shopper, made.order.id) }
  }

  const changesOf = async (orderId: string) =>
    (await eventsOf(service, merchant.id, 'order.updated'))
      .filter(({ data }) => data.order.id === orderId && data.return)
      .map(({ data }) => [data.change, data.return.status])

  it('POST /user/orders/{id}/returns answers 201; each step up to its refund is told', async () => {
    const { product, ask, change, order, current } = await sent([3], { tax: true })
    const requested = await ask([{ product_id: product, quantity: 2, reason: 'too_small', note: 'Too tight' }])
    assert.equal(requested.status, 201)
    const { id, ...shown } = requested.body.data
    assert.deepEqual(
      [shown.order_id, shown.status, shown.kind, shown.refund_due_at],
      [order.id, 'requested', 'return', null],
    )
    assert.deepEqual(shown.allowed_transitions, ['cancelled'])
    assert.deepEqual(shown.items, [
      {
        line: 1,
        product_id: product,
        sku: order.items[0].sku,
        name: order.items[0].name,
        quantity: 2,
        quantity_cancelled: 0,
        reason: 'too_small',
        note: 'Too tight',
        quantity_received: null,
        condition: null,
        restock: null,
      },
    ])
    const approved = await change(id, {
      status: 'approved',
      message: 'Use the label',
      label_url: 'https://label.example/1',
    })
    assert.deepEqual([approved.status, approved.body.data.status], [200, 'approved'])
    assert.deepEqual(approved.body.data.allowed_transitions, ['received', 'refunded'])
    const before = await stockOf(service, product)
    const items = [{ product_id: product, quantity: 1, condition: 'resell' }]
    const received = await change(id, { status: 'received', items })
    assert.deepEqual(received.body.data.items[0].quantity_received, 1)
    assert.deepEqual(await stockOf(service, product), before, 'what came is put back by the refund')

    const refunded = await change(id, { refund: 'full', deduction: { amount: 3.99, reason: 'No box' } })
    const { status, refunds, deduction, ended_at } = refunded.body.data
    // 19.99 and 20 %, less 3.99.
    assert.deepEqual([status, refunds[0].amount, refunds[0].status], ['refunded', 20, 'succeeded'])
    assert.deepEqual([deduction, ended_at !== null], [{ amount: 3.99, reason: 'No box' }, true])
    const after = await current()
    assert.deepEqual([after.refunded_total, after.items[0].quantity_refunded], [20, 1])
    assert.equal(after.refunds[0].return_id, id)
    assert.deepEqual(await stockOf(service, product), [(before[0] ?? 0) + 1, 0])
    assert.deepEqual(await changesOf(order.id), [
      ['return_requested', 'requested'],
      ['return_approved', 'approved'],
      ['return_received', 'received'],
      ['return_refunded', 'refunded'],
    ])
    // The unit that did not come can be asked for again; three cannot.
    const three = await ask([{ product_id: product, quantity: 3, reason: 'other' }])
    assert.deepEqual([three.status, three.body.error.details.reason], [409, 'nothing_left'])
    assert.equal((await ask([{ product_id: product, quantity: 2, reason: 'other' }])).status, 201)
  })

  it('PATCH /admin/returns/{id} from a wrong status answers 409 INVALID_TRANSITION and changes nothing', async () => {
    const { product, ask, change, read, cancelReturn } = await sent()
    const { id } = (await ask([{ product_id: product, quantity: 1, reason: 'other' }])).body.data
    for (const body of [{ status: 'received' }, { status: 'closed' }, { refund: 'full' }, { refund: 'none' }])
      assertRefused(await change(id, body), 409, 'INVALID_TRANSITION')
    assert.equal((await read(id)).status, 'requested')
    assert.equal((await change(id, { status: 'declined', message: 'Too late' })).body.data.status, 'declined')
    for (const status of ['approved', 'received', 'declined'])
      assertRefused(await change(id, { status }), 409, 'INVALID_TRANSITION')
    assertRefused(await cancelReturn(id), 409, 'INVALID_TRANSITION')
  })

  it('PATCH /admin/returns/{id} with fields that do not go together answers 400 and names them', async () => {
    const { product, ask, change } = await sent()
    const { id } = (await ask([{ product_id: product, quantity: 1, reason: 'other' }])).body.data
    const deduction = { amount: 1, reason: 'Worn' }
    const cases: [object, string][] = [
      [{}, 'status'],
      [{ items: [{ product_id: product, quantity: 1, condition: 'resell' }] }, 'items'],
      [{ status: 'approved', amount: 1 }, 'amount'],
      [{ refund: 'amount' }, 'amount'],
      [{ status: 'approved', deduction }, 'deduction'],
      [{ status: 'declined', refund: 'full' }, 'refund'],
      [{ status: 'approved', refund: 'none' }, 'refund'],
    ]
    for (const [body, field] of cases) {
      const { status, body: answer } = await change(id, body)
      assert.deepEqual([status, answer.error.details[0].field], [400, field], JSON.stringify(body))
    }
    await change(id, { status: 'approved' })
    const foreign = { product_id: newId(), quantity: 1, condition: 'resell' }
    const many = { product_id: product, quantity: 2, condition: 'resell' }
    for (const items of [
      [foreign],
      [many],
      [
        { ...many, quantity: 1 },
        { ...many, quantity: 1 },
      ],
    ])
      assertRefused(await change(id, { status: 'received', items }), 400, 'VALIDATION_ERROR')
    const most = await change(id, { refund: 'full', deduction: { amount: 20, reason: 'Worn' } })
    assert.deepEqual([most.status, most.body.error.details[0].field], [400, 'deduction.amount'])
  })

  it('an approved return that is refunded lets the customer keep the goods', async () => {
    const { product, ask, change } = await sent()
    const { id } = (await ask([{ product_id: product, quantity: 1, reason: 'damaged' }])).body.data
    const before = await stockOf(service, product)
    const { body } = await change(id, { status: 'approved', refund: 'full' })
    assert.deepEqual([body.data.status, body.data.refunds[0].amount], ['refunded', 19.99])
    assert.deepEqual(await stockOf(service, product), before)
  })

  it('a refund of an amount is that amount; more than was paid answers 409 REFUND_TOO_LARGE', async () => {
    const { product, ask, change, read } = await sent()
    const { id } = (await ask([{ product_id: product, quantity: 1, reason: 'other' }])).body.data
    await change(id, { status: 'approved' })
    assertRefused(await change(id, { status: 'received', refund: 'amount', amount: 100 }), 409, 'REFUND_TOO_LARGE')
    assert.equal((await read(id)).status, 'approved')
    const { body } = await change(id, { status: 'received', refund: 'amount', amount: 5.5 })
    assert.deepEqual([body.data.status, body.data.refunds[0].amount], ['refunded', 5.5])
  })

  it('a return of which nothing came is closed without a refund, and its units are free again', async () => {
    const { product, ask, change, refund } = await sent([1])
    const { id } = (await ask([{ product_id: product, quantity: 1, reason: 'other' }])).body.data
    await change(id, { status: 'approved' })
    await change(id, { status: 'received', items: [] })
    assertRefused(await change(id, { refund: 'full' }), 409, 'INVALID_TRANSITION')
    const held = await refund({ items: [{ product_id: product, quantity: 1 }] })
    assert.deepEqual([held.status, held.body.error.details.products[0].refundable], [409, 0])
    const { body } = await change(id, { refund: 'none' })
    assert.deepEqual([body.data.status, body.data.refunds], ['closed', []])
    assert.equal((await refund({ items: [{ product_id: product, quantity: 1 }] })).status, 201)
  })

  it('POST /user/returns/{id}/cancel answers 200 until the goods have arrived, and frees the units', async () => {
    const { product, ask, change, cancelReturn } = await sent([1])
    const items = [{ product_id: product, quantity: 1, reason: 'other' }]
    const first = (await ask(items)).body.data
    assertRefused(await ask(items), 409, 'INVALID_TRANSITION')
    assert.equal((await cancelReturn(first.id)).body.data.status, 'cancelled')
    const { id } = (await ask(items)).body.data
    await change(id, { status: 'approved' })
    await change(id, { status: 'received' })
    assertRefused(await cancelReturn(id), 409, 'INVALID_TRANSITION')
    assertRefused(await cancelReturn(newId()), 404, 'NOT_FOUND')
  })

  it('POST /user/orders/{id}/returns with wrong items answers 400, of unsent units 409', async () => {
    const { products, shopper, order } = await makePaidOrder(service, merchant)
    const product_id = products[0]?.id
    const { ask } = returnsOn(service, merchant, shopper, order.id)
    const item = { product_id, quantity: 1, reason: 'other' }
    for (const items of [[], [{ ...item, reason: 'why' }], [{ ...item, quantity: 0 }], [item, item], 'all'])
      assertRefused(await ask(items), 400, 'VALIDATION_ERROR')
    assertRefused(await ask([{ ...item, product_id: newId() }]), 400, 'VALIDATION_ERROR')
    assert.equal((await ask([item])).body.error.details.reason, 'nothing_left')
    const other = await makeMerchant(service)
    await setShop(service, other, { return_days: null })
    const made = await makePaidOrder(service, other, [1])
    await made.fulfil()
    const refused = await returnsOn(service, other, made.shopper, made.order.id).ask([
      { ...item, product_id: made.products[0]?.id },
    ])
    assert.deepEqual([refused.status, refused.body.error.details.reason], [409, 'not_offered'])
  })

  it('the time to return ends with the last of its days after delivery; of damaged goods after 24 months', async () => {
    const { product, ask, track, current } = await sent()
    const age = (interval: string) =>
      service.deps.pool.query(
        `update fulfillments set created_at = now() - interval '3 years', delivered_at = now() - $2::interval
          where order_id = $1`,
        [orderId, interval],
      )
    const orderId = (await current()).id
    const askFor = (reason: string) => ask([{ product_id: product, quantity: 1, reason }])
    await age('14 days')
    assert.equal((await askFor('other')).status, 201)
    await age('15 days')
    const late = await askFor('other')
    assert.deepEqual([late.status, late.body.error.details.reason], [409, 'too_late'])
    assert.equal((await askFor('damaged')).status, 201)
    await age('25 months')
    assert.equal((await askFor('damaged')).body.error.details.reason, 'too_late')
    const { fulfillments } = await current()
    const moved = await track(fulfillments[0].id, { delivered_at: new Date().toISOString() })
    assert.equal(moved.status, 200)
    assert.equal((await askFor('other')).status, 201)
  })

  it('PATCH of a fulfillment with delivered_at answers 200; before it was sent or in the future 400', async () => {
    const { track, current } = await sent()
    const { id, created_at, delivered_at } = (await current()).fulfillments[0]
    assert.equal(delivered_at, null)
    const answer = await track(id, { delivered_at: created_at })
    assert.equal(answer.body.data.fulfillments[0].delivered_at, created_at)
    for (const wrong of ['2020-01-01T00:00:00Z', '2090-01-01T00:00:00Z', 'yesterday'])
      assertRefused(await track(id, { delivered_at: wrong }), 400, 'VALIDATION_ERROR')
    assert.equal((await track(id, { delivered_at: null })).body.data.fulfillments[0].delivered_at, null)
  })

  it('an approved return that nobody sends is closed after 30 days', async () => {
    const { product, ask, change, read } = await sent()
    const item = { product_id: product, quantity: 1, reason: 'other' }
    const [old, young] = [(await ask([item])).body.data.id, (await ask([item])).body.data.id]
    for (const id of [old, young]) await change(id, { status: 'approved' })
    await service.deps.pool.query("update returns set approved_at = now() - interval '31 days' where id = $1", [old])
    await runSweep(service, 'returns.close-lapsed')
    assert.deepEqual([(await read(old)).status, (await read(young)).status], ['closed', 'approved'])
  })

  it('POST /user/orders/{id}/returns twice with one key makes one; another body answers 422', async () => {
    const { product, ask, shopper } = await sent()
    const key = unique('key')
    const items = [{ product_id: product, quantity: 1, reason: 'other' }]
    const [first, again] = [await ask(items, key), await ask(items, key)]
    assert.equal(again.body.data.id, first.body.data.id)
    assertRefused(await ask([{ ...items[0], quantity: 2 }], key), 422, 'IDEMPOTENCY_KEY_REUSED')
    const other = unique('key')
    const running = await duringAnother(service, shopper.id, other, () => ask(items, other))
    assertRefused(running, 409, 'IDEMPOTENCY_IN_PROGRESS')
  })

  it('GET /user/returns and GET /admin/returns list by order and status, newest first, in pages', async () => {
    const { product, ask, change, shopper, order } = await sent()
    const item = { product_id: product, quantity: 1, reason: 'other' }
    const ids = [(await ask([item])).body.data.id, (await ask([item])).body.data.id]
    await change(ids[0], { status: 'approved' })
    const list = async (path: string, headers: Record<string, string>) =>
      (await service.request('GET', path, { headers })).body.data
    const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)
    const mine = await list('/user/returns?limit=1', shopper.headers)
    assert.deepEqual([idsOf(mine), mine.pagination.total], [[ids[1]], 2])
    const next = await list(`/user/returns?limit=1&cursor=${mine.pagination.next_cursor}`, shopper.headers)
    assert.deepEqual(idsOf(next), [ids[0]])
    const staff = merchant.owner.headers
    assert.deepEqual(idsOf(await list(`/admin/returns?order_id=${order.id}`, staff)), ids.toReversed())
    assert.deepEqual(idsOf(await list(`/admin/returns?order_id=${order.id}&status=approved`, staff)), [ids[0]])
    const nameOf = async () => (await list(`/admin/returns?order_id=${order.id}`, staff)).items[0].customer_name
    assert.equal(await nameOf(), 'Test User')
    const sentTo = JSON.stringify({ name: 'Grace', line1: '1 Row', city: 'Leeds', postal_code: 'LS1', country: 'GB' })
    await sql`update orders set shipping_address = ${sentTo}::jsonb where id = ${order.id}`.execute(service.deps.db)
    assert.equal(await nameOf(), 'Test User')
    await sql`update customers set name = null where user_id = ${order.user_id}`.execute(service.deps.db)
    assert.equal(await nameOf(), 'Grace')
    assert.deepEqual(idsOf(await list(`/admin/returns?order_id=${order.id}&refund_due=true`, staff)), [])
    assertRefused(
      await service.request('GET', '/user/returns?limit=51', { headers: shopper.headers }),
      400,
      'VALIDATION_ERROR',
    )
    assertRefused(
      await service.request('GET', '/admin/returns?status=new', { headers: staff }),
      400,
      'VALIDATION_ERROR',
    )
    assertRefused(await service.request('GET', `/admin/returns/${newId()}`, { headers: staff }), 404, 'NOT_FOUND')
    assertRefused(await service.request('GET', '/admin/returns/x', { headers: staff }), 404, 'NOT_FOUND')
  })

  it('without orders.refund staff decides on returns and refunds none', async () => {
    const { product, ask } = await sent()
    const role = await makeRole(service, merchant, ['orders.read', 'orders.write'])
    const { headers } = await makeStaff(service, merchant.id, role.id)
    const { id } = (await ask([{ product_id: product, quantity: 1, reason: 'other' }])).body.data
    const change = (body: object) => service.request('PATCH', `/admin/returns/${id}`, { headers, body })
    assertRefused(await change({ status: 'approved', refund: 'full' }), 403, 'INSUFFICIENT_PERMISSIONS')
    assert.equal((await change({ status: 'approved' })).status, 200)
  })

  it('an order has at most 50 returns', async () => {
    const { product, ask, cancelReturn, order } = await sent([1])
    const items = [{ product_id: product, quantity: 1, reason: 'other' }]
    const { id } = (await ask(items)).body.data
    await cancelReturn(id)
    await service.deps.pool.query(
      `insert into returns (merchant_id, id, order_id, user_id, kind, status, currency, created_at, updated_at,
                            ended_at)
       select merchant_id, gen_random_uuid(), order_id, user_id, kind, status, currency, created_at, updated_at,
              ended_at
         from returns, generate_series(1, 49) where order_id = $1`,
      [order.id],
    )
    assertRefused(await ask(items), 409, 'CONFLICT')
  })
})
