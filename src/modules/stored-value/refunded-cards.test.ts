import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { describeShop } from '#test/support/describe-shop.ts'
import { assertRefused, makeShopper, moveOrder, type TestShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { buyCards, payWith, setCode } from '#test/support/stored-value.ts'

describeShop(
  'refunds of products that are gift cards',
  { LOGIN_LIMIT_PER_MINUTE: '0' },
  ({ service, shop: merchant }) => {
    let shopper: TestShopper
    before(async () => {
      shopper = await makeShopper(service, merchant)
    })

    const bought = (quantity = 1, withGoods = false) => buyCards(service, merchant, shopper, { quantity, withGoods })
    const refund = (orderId: string, body: object) =>
      service.request('POST', `/admin/orders/${orderId}/refunds`, { headers: merchant.owner.headers, body })

    /** Spends of a card by a code that it gets for that; its own is only in its mail. */
    async function spend(id: string, amount = 10) {
      const { code } = await setCode(service, merchant, id)
      const goods = await makeProduct(service, merchant, { price: amount })
      const other = await makeShopper(service, merchant)
      const order = (await other.order([{ product_id: goods.id, quantity: 1 }])).body.data
      return payWith(service, other.headers, order.id, code)
    }

    it('a refund of an unspent card takes its value with it; a spent one is a 409 that says what is left', async () => {
      const { order, cards, line } = await bought(2)
      const [one] = await cards()
      assert.equal((await spend(one.id)).status, 201)
      const items = (quantity: number) => ({ items: [{ line, quantity }] })
      const refused = await refund(order.id, items(2))
      assertRefused(refused, 409, 'INVALID_TRANSITION')
      assert.match(refused.body.error.message, /only unspent gift cards can be refunded: 1 of 2/)
      assert.deepEqual(
        refused.body.error.details.gift_cards.map(({ balance }: { balance: number }) => balance).sort(),
        [40, 50],
      )
      assertRefused(await refund(order.id, { amount: 1 }), 409, 'INVALID_TRANSITION')
      assertRefused(await moveOrder(service, merchant, order.id, 'cancelled'), 409, 'INVALID_TRANSITION')
      const given = await refund(order.id, items(1))
      assert.deepEqual([given.status, given.body.data.refund.amount], [201, 50])
      const after = await cards()
      assert.deepEqual(
        after.map(({ status, balance }: { status: string; balance: number }) => [status, balance]).sort(),
        [
          ['active', 40],
          ['disabled', 0],
        ],
      )
      assertRefused(await refund(order.id, items(1)), 409, 'INVALID_TRANSITION')
    })

    it('an amount is refunded of the rest of the order', async () => {
      const { order, cards } = await bought(1, true)
      const refused = await refund(order.id, { amount: 10.01 })
      assertRefused(refused, 409, 'INVALID_TRANSITION')
      assert.deepEqual(refused.body.error.details, { refundable: 10, currency: 'GBP' })
      const ofGoods = { items: [{ line: 1, quantity: 1 }], amount: 60 }
      assertRefused(await refund(order.id, ofGoods), 409, 'INVALID_TRANSITION')
      assert.equal((await refund(order.id, { amount: 10 })).status, 201)
      assert.equal((await cards())[0].status, 'active')
    })

    it('a paid order that staff cancels takes its cards back', async () => {
      const { order, cards } = await bought(2)
      assert.equal((await moveOrder(service, merchant, order.id, 'cancelled')).status, 200)
      assert.deepEqual(
        (await cards()).map(({ status, balance }: { status: string; balance: number }) => [status, balance]),
        Array(2).fill(['disabled', 0]),
      )
    })
  },
)
