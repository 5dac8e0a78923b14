import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { expireUnpaidOrders } from '#src/modules/settlement/jobs.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { berlin } from '#test/support/invoices.ts'
import { assertRefused, makeOlder, makeShopper, setOrderLimits, staffOn } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'

describeService('orders that are sent before they are paid', ({ service }) => {
  const setUp = async (sent = true) => {
    const shop = await makeMerchant(service, { currency: 'EUR' })
    const mug = await makeProduct(service, shop, { price: 12.5, onHand: 9 })
    const { headers } = shop.owner
    const made = await service.request('POST', '/admin/payment-methods', {
      headers,
      body: { kind: 'on_account', name: 'On account', net_days: 14, send_before_paid: sent },
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const shopper = await makeShopper(service, shop)
    const items = [{ product_id: mug.id, quantity: 3 }]
    const place = async (more: object = { payment_method_id: made.body.data.id }) =>
      (await shopper.order(items, { shipping_address: berlin, ...more })).body.data
    const staffOf = (id: string) => ({
      ...staffOn(service, shop, id),
      read: async () => (await service.request('GET', `/admin/orders/${id}`, { headers })).body.data,
      units: (quantity: number) => ({ items: [{ line: 1, quantity }] }),
    })
    const stock = () =>
      service.deps.db.selectFrom('stock').selectAll().where('product_id', '=', mug.id).executeTakeFirstOrThrow()
    const overdue = async () =>
      (await service.request('GET', '/admin/orders?overdue=true', { headers })).body.data.items.length
    return { shop, mug, headers, shopper, place, staffOf, stock, overdue }
  }
  const stateOf = ({ status, payment_status, fulfillment_status, amount_due }: Record<string, unknown>) => [
    status,
    payment_status,
    fulfillment_status,
    amount_due,
  ]

  it('is completed and unpaid, then completed and paid, with one event of each', async () => {
    const { shop, place, staffOf, stock, overdue } = await setUp()
    const { id, payment_terms } = await place()
    assert.equal(payment_terms.send_before_paid, true)
    const staff = staffOf(id)
    assert.equal((await staff.read()).send_before_paid, true)
    assertRefused(await staff.move('completed'), 409, 'INVALID_TRANSITION')
    assert.equal((await staff.fulfil(staff.units(1))).status, 201)
    assert.deepEqual(stateOf(await staff.read()), ['processing', 'unpaid', 'partially_fulfilled', 37.5])
    assertRefused(await staff.move('cancelled'), 409, 'INVALID_TRANSITION')
    assertRefused(await staff.refund({ amount: 1 }), 409, 'INVALID_TRANSITION')
    assert.equal((await staff.fulfil()).status, 201)
    assert.deepEqual(stateOf(await staff.read()), ['completed', 'unpaid', 'fulfilled', 37.5])
    const { on_hand, reserved } = await stock()
    assert.deepEqual([on_hand, reserved], [6, 0])
    await makeOlder(service, [id], 20 * 86_400)
    assert.equal(await overdue(), 1)
    assert.equal((await staff.pay({ method: 'manual', amount: 10 })).status, 201)
    assert.deepEqual(stateOf(await staff.read()), ['completed', 'partially_paid', 'fulfilled', 27.5])
    assert.equal((await staff.pay({ method: 'manual' })).status, 201)
    const paid = await staff.read()
    assert.deepEqual(stateOf(paid), ['completed', 'paid', 'fulfilled', 0])
    assert.deepEqual([paid.payment_terms.state, 'send_before_paid' in paid], ['received', false])
    assert.equal(await overdue(), 0)
    for (const name of ['order.completed', 'order.payment_succeeded'])
      assert.equal((await eventsOf(service, shop.id, name)).length, 1, name)
    assert.equal((await staff.refund({ items: [{ line: 1, quantity: 1 }] })).status, 201)
  })

  it('a part of it is sent, a card pays the rest, and the last unit completes it', async () => {
    const { shop, headers, shopper, place, staffOf } = await setUp()
    await service.request('POST', '/admin/payment-methods', { headers, body: { kind: 'card', name: 'Card' } })
    const { id } = await place()
    const staff = staffOf(id)
    await staff.fulfil(staff.units(1))
    const link = await service.request('POST', `/admin/orders/${id}/payment-link`, { headers })
    assert.equal(link.status, 201, JSON.stringify(link.body))
    assert.equal((await shopper.pay(id)).status, 201)
    assert.deepEqual(stateOf(await staff.read()), ['processing', 'paid', 'partially_fulfilled', 0])
    assert.equal((await eventsOf(service, shop.id, 'order.payment_succeeded')).length, 1)
    assert.equal((await staff.move('completed')).status, 200)
  })

  it('neither expires once something was sent, nor counts as an open order of its customer', async () => {
    const { shop, place, staffOf } = await setUp()
    await setOrderLimits(service, shop, { max_open_orders_per_user: 1 })
    const { id } = await place()
    const staff = staffOf(id)
    await staff.fulfil(staff.units(1))
    await makeOlder(service, [id], 3_600)
    await sql`update orders set expires_at = now() - interval '1 second' where id = ${id}`.execute(service.deps.db)
    await expireUnpaidOrders.run(service.deps)
    assert.equal((await staff.read()).status, 'processing')
    assert.equal((await place()).status, 'pending')
  })

  it('is withdrawn from what was sent; the rest waits for its payment or the shop', async () => {
    const { shopper, place, staffOf } = await setUp()
    const { id } = await place()
    const staff = staffOf(id)
    await staff.fulfil(staff.units(1))
    const withdraw = (body: object) =>
      service.request('POST', `/user/orders/${id}/withdraw`, { headers: shopper.headers, body })
    assertRefused(await withdraw({ items: [{ line: 1, quantity: 2 }] }), 409, 'INVALID_TRANSITION')
    const answer = await withdraw({})
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    assert.equal(answer.body.data.return.status, 'approved')
    assert.equal((await staff.read()).status, 'processing')
  })

  it('any order of a customer whom the shop trusts, with or without a method', async () => {
    const { headers, shopper, place, staffOf } = await setUp(false)
    const { id, payment_terms } = await place()
    const plain = await place({})
    assert.equal('send_before_paid' in payment_terms, false)
    assertRefused(await staffOf(id).fulfil(), 409, 'INVALID_TRANSITION')
    const trust = (send_before_paid: boolean) =>
      service.request('PATCH', `/admin/users/${shopper.id}`, { headers, body: { send_before_paid } })
    assert.equal((await trust(true)).body.data.send_before_paid, true)
    for (const one of [id, plain.id]) {
      assert.equal((await staffOf(one).read()).send_before_paid, true)
      assert.equal((await staffOf(one).fulfil()).status, 201)
    }
    await trust(false)
    assertRefused(await staffOf((await place({})).id).fulfil(), 409, 'INVALID_TRANSITION')
  })

  it('a card is charged at once: 400 with the field', async () => {
    const { headers } = await setUp()
    const body = { kind: 'card', name: 'Card', send_before_paid: true }
    const { status, body: answer } = await service.request('POST', '/admin/payment-methods', { headers, body })
    assert.deepEqual([status, answer.error.details[0].field], [400, 'send_before_paid'])
  })
})
