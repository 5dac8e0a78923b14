import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { describeShop } from '#test/support/describe-shop.ts'
import { assertRefused, makeShopper, staffOn, stockOf } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { makePromotion } from '#test/support/promotions.ts'
import { returnsOn } from '#test/support/returns.ts'
import { differences } from '#test/upgrade/recount.ts'

describeShop('store credit and exchanges of returns', ({ service, shop }) => {
  after(async () => {
    assert.deepEqual(await differences(service.databaseUrl), {})
  })

  async function sent(productId: string, quantity: number) {
    const shopper = await makeShopper(service, shop)
    const placed = await shopper.order([{ product_id: productId, quantity }])
    const { id } = placed.body.data
    assert.equal((await shopper.pay(id)).status, 201)
    const staff = staffOn(service, shop, id)
    assert.equal((await staff.fulfil()).status, 201)
    const actions = returnsOn(service, shop, shopper, id)
    const ask = async (more: object = {}, units = quantity) => {
      const items = [{ product_id: productId, quantity: units, reason: 'too_small' }]
      const requested = await service.request('POST', `/user/orders/${id}/returns`, {
        headers: shopper.headers,
        body: { items, ...more },
      })
      assert.equal(requested.status, 201, JSON.stringify(requested.body))
      return requested.body.data
    }
    const credit = async () => (await shopper.get('/user/store-credit')).body.data.balance
    return { id, shopper, ...staff, ...actions, ask, credit }
  }

  /** A shirt in two sizes. */
  async function shirt(prices: [number, number] = [20, 20], onHand = 9) {
    const { headers } = shop.owner
    const { id } = await makeProduct(service, shop)
    const [small, large] = prices
    const variants = [
      { sku: `${id}-s`, options: { Size: 'S' }, price: small, on_hand: 9 },
      { sku: `${id}-l`, options: { Size: 'L' }, price: large, on_hand: onHand },
    ]
    const body = { name: 'Shirt', varies_by: ['Size'], variants }
    const made = await service.request('POST', '/admin/product-groups', { headers, body })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const [s, l] = made.body.data.variants.map((one: { id: string }) => one.id)
    return { s, l } as { s: string; l: string }
  }
  const orderOf = async (id: string) =>
    (await service.request('GET', `/admin/orders/${id}`, { headers: shop.owner.headers })).body.data

  it('PATCH /admin/returns/{id} with store_credit gives credit that the customer chose', async () => {
    const mug = await makeProduct(service, shop, { price: 12.5, onHand: 9 })
    const order = await sent(mug.id, 2)
    const { id, refund_to } = await order.ask({ refund_to: 'store_credit' })
    assert.equal(refund_to, 'store_credit')
    await order.change(id, { status: 'approved' })
    const { status, body } = await order.change(id, {
      status: 'received',
      refund: 'store_credit',
      deduction: { amount: 1, reason: 'No box' },
    })
    assert.equal(status, 200, JSON.stringify(body))
    const [refund] = body.data.refunds
    assert.deepEqual(
      [body.data.status, refund.amount, refund.status, refund.store_credit],
      ['refunded', 24, 'succeeded', true],
    )
    assert.equal(await order.credit(), 24)
    const current = await order.current()
    assert.deepEqual(
      [current.refunded_total, current.refunds[0].parts, current.refunds[0].store_credit],
      [24, [], true],
    )
    // The rest goes to the payment.
    assert.equal((await order.refund({ amount: 1 })).status, 201)
    assert.equal((await order.current()).payment_status, 'refunded')
  })

  it('a refund that names its destination as the release before did, in one column, has it in both', async () => {
    const { rows } = await service.deps.pool.query(`
      insert into refunds (merchant_id, id, order_id, status, amount_minor, currency, created_at, due_at, store_credit)
      values (uuidv7(), uuidv7(), uuidv7(), 'failed', 0, 'GBP', now(), now(), true),
             (uuidv7(), uuidv7(), uuidv7(), 'failed', 0, 'GBP', now(), now(), false)
      returning refunded_to`)
    assert.deepEqual(
      rows.map(({ refunded_to }) => refunded_to),
      ['store_credit', 'as_paid'],
    )
    const written = await service.deps.pool.query(
      "select count(*)::int as differ from refunds where store_credit <> (refunded_to = 'store_credit')",
    )
    assert.equal(written.rows[0].differ, 0)
    await service.deps.pool.query("delete from refunds where status = 'failed' and amount_minor = 0")
  })

  it('PATCH /admin/returns/{id} with store_credit that nobody chose answers 409 INVALID_TRANSITION', async () => {
    const mug = await makeProduct(service, shop, { price: 12.5, onHand: 9 })
    const order = await sent(mug.id, 1)
    const { id, refund_to } = await order.ask({ refund_to: 'payment' })
    assert.equal(refund_to, 'payment')
    await order.change(id, { status: 'approved' })
    const refused = await order.change(id, { refund: 'store_credit' })
    assertRefused(refused, 409, 'INVALID_TRANSITION')
    assert.equal(refused.body.error.details.reason, 'not_chosen')
    assert.equal((await order.read(id)).status, 'approved')
  })

  it('an exchange is reserved at once and paid by its return, at the price of the order', async () => {
    const promotion = await makePromotion(service, shop, { percent: 10 })
    const { s, l } = await shirt([20, 25])
    const order = await sent(s, 3)
    await service.request('DELETE', `/admin/promotions/${promotion.id}`, { headers: shop.owner.headers })
    const { id } = await order.ask({}, 2)
    const early = await order.change(id, { exchange: [{ product_id: l, quantity: 1 }] })
    assert.equal(early.body.error.details.reason, 'not_approved')
    const approved = await order.change(id, { status: 'approved', exchange: [{ product_id: l, quantity: 2 }] })
    assert.equal(approved.status, 200, JSON.stringify(approved.body))
    const exchangeId = approved.body.data.exchange_order_id
    const before = await orderOf(exchangeId)
    assert.deepEqual([before.source, before.status, before.total, before.subtotal], ['staff', 'pending', 36, 40])
    assert.deepEqual(await stockOf(service, l), [9, 2])
    const again = await order.change(id, { exchange: [{ product_id: l, quantity: 1 }] })
    assert.equal(again.body.error.details.reason, 'has_exchange')
    const received = await order.change(id, { status: 'received', refund: 'full' })
    assert.equal(received.status, 200, JSON.stringify(received.body))
    const paid = await orderOf(exchangeId)
    assert.deepEqual([paid.status, paid.amount_paid, paid.amount_due], ['paid', 36, 0])
    assert.equal(await order.credit(), 0)
    assert.deepEqual(
      (await order.current()).refunds.map((one: { amount: number }) => one.amount),
      [36],
    )
  })

  it('what a return gives back more is refunded, and what the exchange costs more is due', async () => {
    const { s, l } = await shirt()
    const more = await sent(s, 2)
    const requested = await more.ask()
    const one = await more.change(requested.id, { status: 'approved', exchange: [{ product_id: l, quantity: 1 }] })
    const ended = await more.change(requested.id, { status: 'received', refund: 'full' })
    assert.deepEqual(
      ended.body.data.refunds.map((refund: Record<string, unknown>) => [refund['amount'], refund['store_credit']]),
      [
        [20, true],
        [20, false],
      ],
    )
    assert.equal((await orderOf(one.body.data.exchange_order_id)).status, 'paid')
    assert.equal((await more.current()).payment_status, 'refunded')

    const less = await sent(s, 1)
    const { id } = await less.ask()
    const other = await less.change(id, { status: 'approved', exchange: [{ product_id: s, quantity: 1 }] })
    const deduction = { amount: 5, reason: 'Worn' }
    assert.equal((await less.change(id, { status: 'received', refund: 'full', deduction })).status, 200)
    const due = await orderOf(other.body.data.exchange_order_id)
    assert.deepEqual(
      [due.status, due.payment_status, due.amount_paid, due.amount_due],
      ['pending', 'partially_paid', 15, 5],
    )
  })

  it('a return that ends without goods cancels its exchange; others are refused by their fields', async () => {
    const { s, l } = await shirt([20, 20], 0)
    const mug = await makeProduct(service, shop)
    const order = await sent(s, 1)
    const { id } = await order.ask()
    const fields = async (exchange: object[], more: object = { status: 'approved' }) => {
      const answer = await order.change(id, { ...more, exchange })
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      return answer.body.error.details.map(({ field }: { field: string }) => field)
    }
    assert.deepEqual(await fields([{ product_id: mug.id, quantity: 1 }]), ['exchange[0].product_id'])
    assert.deepEqual(await fields([{ product_id: l, quantity: 2 }]), ['exchange[0].quantity'])
    assert.deepEqual(await fields([{ product_id: l, quantity: 1 }], { status: 'declined' }), ['exchange'])
    const short = await order.change(id, { status: 'approved', exchange: [{ product_id: l, quantity: 1 }] })
    assertRefused(short, 409, 'INSUFFICIENT_STOCK')
    const approved = await order.change(id, { status: 'approved', exchange: [{ product_id: s, quantity: 1 }] })
    assert.equal(approved.status, 200)
    assert.equal((await order.cancelReturn(id)).status, 200)
    assert.equal((await orderOf(approved.body.data.exchange_order_id)).status, 'cancelled')
  })
})
