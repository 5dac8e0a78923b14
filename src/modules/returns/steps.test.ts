import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { describeShop } from '#test/support/describe-shop.ts'
import { makePaidOrder } from '#test/support/orders.ts'
import { returnsOn, setShop } from '#test/support/returns.ts'
import { startAppThatTellsStatements, statementsOf } from '#test/support/statements.ts'

/** Statements that lock an order. */
const locks = (statements: readonly string[]) =>
  statements.filter((text) => /^select from orders where.*for no key update$/s.test(text)).length

describeShop('the steps of a return', startAppThatTellsStatements, ({ service, shop: merchant }) => {
  before(async () => {
    await setShop(service, merchant, { return_days: 30 })
  })

  async function requested() {
    const made = await makePaidOrder(service, merchant, [2, 1])
    const order = { ...made, ...returnsOn(service, merchant, made.shopper, made.order.id) }
    await order.fulfil()
    const items = [{ product_id: made.products[0]?.id, quantity: 2, reason: 'changed_mind' }]
    const { body } = await order.ask(items)
    const id: string = body.data.id
    const step = async (change: object) => {
      const statements = await statementsOf(async () => {
        const { status, body } = await order.change(id, change)
        assert.equal(status, 200, JSON.stringify(body))
      })
      return locks(statements)
    }
    return { ...order, id, step }
  }

  it('PATCH /admin/returns/{id} with one step locks its order once', async () => {
    const { step } = await requested()
    assert.equal(await step({ status: 'approved', message: 'Send it back', label_url: 'https://label.example/1' }), 1)
    assert.equal(await step({ status: 'received' }), 1)
    assert.equal(await step({ status: 'closed' }), 1)
  })

  it('PATCH /admin/returns/{id} with several steps locks its order once, and the refund once', async () => {
    const { step, read, id } = await requested()
    assert.equal(await step({ status: 'approved' }), 1)
    const deduction = { amount: 1, reason: 'Worn' }
    // The last lock records what the provider has answered.
    assert.equal(await step({ status: 'received', refund: 'full', deduction }), 3)
    const { status, deduction: given, refunds } = await read(id)
    assert.deepEqual([status, given, refunds.length], ['refunded', deduction, 1])
  })
})
