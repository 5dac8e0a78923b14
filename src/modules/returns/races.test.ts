import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { TestAnswer } from '#test/support/app.ts'
import { besideService, describeShop } from '#test/support/describe-shop.ts'
import { makePaidOrder, staffOn, stockOf } from '#test/support/orders.ts'
import { returnsOn, setShop } from '#test/support/returns.ts'

/** Two services on one database, like two processes. */
describeShop('races of returns', ({ service, shop: merchant }) => {
  const second = besideService(service)
  before(async () => {
    await setShop(service, merchant, { withdrawal: true })
  })

  const either = (index: number) => (index % 2 === 0 ? service : second)
  const codesOf = (answers: readonly TestAnswer[]) =>
    Object.fromEntries(
      [...Map.groupBy(answers, ({ status, body }) => (status < 300 ? 'done' : body.error.code))].map(([code, all]) => [
        code,
        all.length,
      ]),
    )

  async function sent(quantity: number) {
    const made = await makePaidOrder(service, merchant, [quantity])
    await made.fulfil()
    const product = made.products[0]?.id ?? ''
    const at = (index: number) => ({
      ...returnsOn(either(index), merchant, made.shopper, made.order.id),
      ...staffOn(either(index), merchant, made.order.id),
    })
    return { ...made, product, at }
  }

  const countsOf = async (orderId: string) =>
    (
      await service.deps.pool.query(
        'select quantity_fulfilled, quantity_returned, quantity_returning from order_items where order_id = $1',
        [orderId],
      )
    ).rows[0]

  it('40 requests, withdrawals and refunds of 10 sent units take 10', async () => {
    const { product, order, at } = await sent(10)
    const unit = { product_id: product, quantity: 1 }
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        if (index % 3 === 0) return at(index).ask([{ ...unit, reason: 'other' }])
        return index % 3 === 1 ? at(index).withdraw([unit]) : at(index).refund({ items: [unit] })
      }),
    )
    assert.deepEqual(codesOf(answers), { done: 10, INVALID_TRANSITION: 30 })
    const { quantity_returned, quantity_returning } = await countsOf(order.id)
    assert.equal(quantity_returned + quantity_returning, 10)
  })

  it('of approvals, declines and cancellations of one return one has its effect', async () => {
    const { product, order, at } = await sent(1)
    const { id } = (await at(0).ask([{ product_id: product, quantity: 1, reason: 'other' }])).body.data
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        if (index % 3 === 0) return at(index).cancelReturn(id)
        return at(index).change(id, { status: index % 3 === 1 ? 'approved' : 'declined' })
      }),
    )
    const { status } = await at(0).read(id)
    const done = answers.filter((answer) => answer.status === 200).length
    // A customer may cancel an approved return.
    assert.ok(done === 1 || (done === 2 && status === 'cancelled'), `${done} ${status}`)
    assert.equal((await countsOf(order.id)).quantity_returning, status === 'approved' ? 1 : 0)
  })

  it('of 8 refunds of one return one gives money', async () => {
    const { product, order, at, current } = await sent(2)
    const { id } = (await at(0).ask([{ product_id: product, quantity: 1, reason: 'other' }])).body.data
    await at(0).change(id, { status: 'approved' })
    const before = await stockOf(service, product)
    const all = Array.from({ length: 8 }, (_, index) => at(index).change(id, { status: 'received', refund: 'full' }))
    assert.deepEqual(codesOf(await Promise.all(all)), { done: 1, INVALID_TRANSITION: 7 })
    assert.equal((await current()).refunded_total, 19.99)
    assert.deepEqual(await stockOf(service, product), [(before[0] ?? 0) + 1, 0])
    assert.deepEqual(await countsOf(order.id), { quantity_fulfilled: 2, quantity_returned: 1, quantity_returning: 0 })
  })

  it('a withdrawal and the sending of the same units: each unit is sent or cancelled, and none both', async () => {
    for (const round of [0, 1, 2, 3]) {
      const made = await makePaidOrder(service, merchant, [3])
      const { withdraw } = returnsOn(either(round), merchant, made.shopper, made.order.id)
      const { fulfil } = staffOn(either(round + 1), merchant, made.order.id)
      const [withdrawn, fulfilled] = await Promise.all([withdraw(), fulfil()])
      assert.equal(withdrawn.status, 201)
      const [item] = withdrawn.body.data.return.items
      assert.deepEqual([item.quantity, item.quantity_cancelled], fulfilled.status === 201 ? [3, 0] : [0, 3])
    }
  })

  it('the column refuses more units than were sent, whatever writes it', async () => {
    const { order } = await sent(2)
    const write = service.deps.pool.query('update order_items set quantity_returning = 3 where order_id = $1', [
      order.id,
    ])
    await assert.rejects(write, /order_items_returning/)
  })
})
