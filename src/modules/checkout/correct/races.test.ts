import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeShopper, staffOn } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { london } from '#test/support/selling.ts'

const leeds = { ...london, line1: '1 Park Row', city: 'Leeds', postal_code: 'LS1 5HN' }

describeShop('corrections beside others', { DATABASE_POOL_SIZE: '12' }, ({ service, shop }) => {
  async function ordered(quantity: number) {
    const product = await makeProduct(service, shop, { onHand: 50 })
    const shopper = await makeShopper(service, shop)
    const items = [{ product_id: product.id, quantity }]
    const { id } = (await shopper.order(items, { shipping_address: london })).body.data
    await shopper.pay(id)
    return staffOn(service, shop, id)
  }

  it('an address corrected while its parcel is sent is that of the parcel, or is refused', async () => {
    const outcomes = { corrected: 0, refused: 0 }
    for (let round = 0; round < 30; round++) {
      const order = await ordered(1)
      const send = () => order.fulfil()
      const correct = () => order.correct({ shipping_address: leeds })
      const [first, second] = round % 2 === 0 ? [send(), correct()] : [correct(), send()]
      const answers = await Promise.all([first, second])
      const corrected = answers[round % 2 === 0 ? 1 : 0]
      const { shipping_address, fulfillments } = await order.current()
      const wentTo = fulfillments[0].shipping_address.city
      assert.equal(shipping_address.city, wentTo)
      if (corrected?.status === 200) {
        assert.equal(wentTo, 'Leeds')
        outcomes.corrected += 1
      } else {
        assert.deepEqual([corrected?.status, corrected?.body.error.code, wentTo], [409, 'INVALID_TRANSITION', 'London'])
        outcomes.refused += 1
      }
    }
    assert.equal(outcomes.corrected + outcomes.refused, 30)
  })

  it('an address corrected while a part is sent is that of the parcel, or of the rest alone', async () => {
    for (let round = 0; round < 20; round++) {
      const order = await ordered(2)
      const part = { items: [{ line: 1, quantity: 1 }] }
      const answers = await Promise.all([order.fulfil(part), order.correct({ shipping_address: leeds })])
      assert.deepEqual(
        answers.map(({ status }) => status),
        [201, 200],
      )
      const [sent] = answers[0].body.data.fulfillments
      await order.fulfil()
      const { shipping_address, fulfillments } = await order.current()
      assert.deepEqual([fulfillments[0].shipping_address, shipping_address.city], [sent.shipping_address, 'Leeds'])
      assert.equal(fulfillments[1].shipping_address.city, 'Leeds')
    }
  })

  it('of eight people who correct one version, one succeeds and the others see the new one', async () => {
    const order = await ordered(1)
    const { version } = await order.current()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => order.correct({ tags: [`by ${n}`], expected_version: version })),
    )
    const refused = answers.filter(({ status }) => status === 409)
    assert.deepEqual([answers.filter(({ status }) => status === 200).length, refused.length], [1, 7])
    for (const { body } of refused)
      assert.deepEqual([body.error.code, body.error.details], ['CONFLICT', { version: version + 1 }])
  })
})
