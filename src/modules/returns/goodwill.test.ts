import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { describeShop } from '#test/support/describe-shop.ts'
import { assertRefused, makePaidOrder } from '#test/support/orders.ts'
import { returnsOn, setShop } from '#test/support/returns.ts'

/** Units that come back after money was given back for nothing give back what they cost, at most what is left. */
describeShop('returns and withdrawals after refunds of an amount', ({ service, shop: merchant }) => {
  before(async () => {
    await setShop(service, merchant, { withdrawal: true, return_days: 30 })
  })

  /** Two units of 19.99 and one of 19.99. With tax and shipping of 3.95, 20 % is added. */
  async function paid(options: { tax?: boolean } = {}) {
    const made = await makePaidOrder(service, merchant, [2, 1], options)
    const [one, other] = made.products.map(({ id }) => id)
    return { ...made, one, other, ...returnsOn(service, merchant, made.shopper, made.order.id) }
  }

  type Paid = Awaited<ReturnType<typeof paid>>

  async function goodwill({ refund }: Paid, amount: number) {
    const given = await refund({ amount, reason: 'goodwill' })
    assert.equal(given.status, 201, JSON.stringify(given.body))
  }

  async function amounts({ current }: Paid): Promise<number[]> {
    const { refunds } = await current()
    return refunds.map(({ amount }: { amount: number }) => amount)
  }

  const sum = (of: readonly number[]) => Math.round(of.reduce((all, one) => all + one, 0) * 100) / 100

  for (const sent of [false, true])
    it(`POST /user/orders/{id}/withdraw of ${sent ? 'sent' : 'unsent'} units answers 201 with the rest`, async () => {
      for (const tax of [false, true]) {
        const order = await paid({ tax })
        if (sent) await order.fulfil()
        await goodwill(order, 10)
        const { status, body } = await order.withdraw()
        assert.equal(status, 201, JSON.stringify(body))
        if (sent) {
          await order.change(body.data.return.id, { status: 'received' })
          assert.equal((await order.change(body.data.return.id, { refund: 'full' })).status, 200)
        }
        const { total, refunded_total, payment_status, tax_total, refunds } = await order.current()
        assert.deepEqual([refunded_total, payment_status], [total, 'refunded'])
        assert.deepEqual(await amounts(order), [10, sum([total, -10])])
        const ofTax = refunds.flatMap(({ tax_lines = [] }: { tax_lines?: { amount: number }[] }) => tax_lines)
        assert.equal(sum(ofTax.map(({ amount }: { amount: number }) => amount)), tax_total)
      }
    })

  it('each withdrawal gives back what its units cost until nothing is left, and then nothing', async () => {
    const order = await paid()
    await goodwill(order, 45)
    for (const product_id of [order.one, order.other, order.one])
      assert.equal((await order.withdraw([{ product_id, quantity: 1 }])).status, 201)
    assert.deepEqual(await amounts(order), [45, 14.97, 0, 0])
    const { status, payment_status } = await order.current()
    assert.deepEqual([status, payment_status], ['cancelled', 'refunded'])
  })

  it('of a partly sent order both parts give back no more than is left', async () => {
    const order = await paid({ tax: true })
    await order.fulfil({ items: [{ product_id: order.one, quantity: 2 }] })
    await goodwill(order, 30)
    const { body } = await order.withdraw()
    await order.change(body.data.return.id, { status: 'received' })
    assert.equal((await order.change(body.data.return.id, { refund: 'full' })).status, 200)
    const { total, refunded_total } = await order.current()
    assert.deepEqual([refunded_total, sum(await amounts(order))], [total, total])
  })

  it('shipping that was given back before is not given back twice', async () => {
    const order = await paid({ tax: true })
    assert.equal((await order.refund({ shipping: true })).status, 201)
    await goodwill(order, 1)
    assert.equal((await order.withdraw()).status, 201)
    const { total, refunded_total } = await order.current()
    assert.equal(refunded_total, total)
  })

  it('PATCH /admin/returns/{id} with full, and with a deduction, gives back at most what is left', async () => {
    const requested = [{ refund: 'full' }, { refund: 'full', deduction: { amount: 5, reason: 'Worn' } }]
    for (const [index, change] of requested.entries()) {
      const order = await paid()
      await order.fulfil()
      await goodwill(order, index === 0 ? 30 : 2)
      const { body } = await order.ask([{ product_id: order.one, quantity: 2, reason: 'damaged' }])
      const { id } = body.data
      await order.change(id, { status: 'approved' })
      await order.change(id, { status: 'received' })
      assert.equal((await order.change(id, change)).status, 200)
      assert.deepEqual(await amounts(order), index === 0 ? [30, 29.97] : [2, 34.98])
    }
  })

  it('an amount that staff names is still refused if it is more than is left', async () => {
    const order = await paid()
    await goodwill(order, 10)
    const whole = await order.refund({
      items: [
        { product_id: order.one, quantity: 2 },
        { product_id: order.other, quantity: 1 },
      ],
    })
    assertRefused(whole, 409, 'REFUND_TOO_LARGE')
    assert.equal(whole.body.error.details.refundable, 49.97)
  })

  it('PATCH /admin/orders/{id} to cancelled after goodwill gives back the rest, and no more of shipping', async () => {
    const order = await paid({ tax: true })
    const { total } = order.order
    await goodwill(order, sum([total, -1]))
    assert.equal((await order.move('cancelled')).status, 200)
    assert.deepEqual(await amounts(order), [sum([total, -1]), 1])
    assert.equal((await order.current()).refunded_total, total)
  })

  it('a withdrawal beside goodwill, in any order, gives back the total and never more', async () => {
    for (let round = 0; round < 6; round++) {
      const order = await paid({ tax: round % 2 === 0 })
      const given = () => order.refund({ amount: 20 })
      const [one, withdrawn, other] = await Promise.all([given(), order.withdraw(), given()])
      assert.equal(withdrawn.status, 201, JSON.stringify(withdrawn.body))
      for (const { status } of [one, other]) assert.ok(status === 201 || status === 409)
      const { total, refunded_total } = await order.current()
      assert.deepEqual([refunded_total, sum(await amounts(order))], [total, total])
    }
  })
})
