import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { makeBuyers } from '#test/support/buyers.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { moveOrder, shopping } from '#test/support/orders.ts'
import { makeProducts } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'

/** A step of one of several concurrent users. `product` and `order` are indexes. */
type Step =
  | { do: 'order'; lines: { product: number; quantity: number }[] }
  | { do: 'pay' | 'cancel' | 'staffCancel' | 'process' | 'complete'; order: number }
  | { do: 'adjust' | 'count'; product: number; units: number }

const products = 3
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      lines: fc.array(fc.record({ product: fc.nat(products - 1), quantity: fc.integer({ min: 1, max: 4 }) }), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'pay' as const,
        'cancel' as const,
        'staffCancel' as const,
        'process' as const,
        'complete' as const,
      ),
      order: fc.nat(20),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('adjust' as const),
      product: fc.nat(products - 1),
      units: fc.integer({ min: -6, max: 6 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('count' as const), product: fc.nat(products - 1), units: fc.nat(20) }),
  },
)
const scripts = fc.array(fc.array(step, { minLength: 1, maxLength: 12 }), { minLength: 2, maxLength: 6 })

describeService('the ledger', { DATABASE_POOL_SIZE: '8' }, ({ service }) => {
  it('agrees with the stock and the open orders after any concurrent steps of several users', async () => {
    const outcomes = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(scripts, async (script) => {
        const { merchant, statuses } = await play(script)
        for (const status of statuses) outcomes.set(status, (outcomes.get(status) ?? 0) + 1)
        await checkBooks(merchant)
      }),
      { numRuns: 25 },
    )
    // The scripts must have reached every kind of answer.
    assert.ok((outcomes.get(201) ?? 0) > 50 && (outcomes.get(200) ?? 0) > 50 && (outcomes.get(409) ?? 0) > 50)
    assert.deepEqual([...outcomes.keys()].sort(), [200, 201, 409])
  })

  /** Plays the scripts at once against a new shop with 10 of each product. */
  async function play(script: Step[][]): Promise<{ merchant: TestMerchant; statuses: number[] }> {
    const merchant = await makeMerchant(service)
    const shelf = await makeProducts(service, merchant, Array(products).fill({ onHand: 10 }))
    const buyers = await makeBuyers(service, merchant, script.length)
    const placed: { id: string; by: ReturnType<typeof shopping> }[] = []

    const run = async (one: Step, shopper: ReturnType<typeof shopping>) => {
      if (one.do === 'order') {
        const lines = one.lines.map((line) => ({ product_id: shelf[line.product]?.id, quantity: line.quantity }))
        const answer = await shopper.order(lines)
        if (answer.status === 201) placed.push({ id: answer.body.data.id, by: shopper })
        return answer
      }
      if ('units' in one) {
        return service.request('PATCH', `/admin/inventory/${shelf[one.product]?.id}`, {
          headers: merchant.owner.headers,
          body: one.do === 'adjust' ? { adjust: one.units } : { on_hand: one.units },
        })
      }
      const order = placed[one.order % Math.max(1, placed.length)]
      if (order === undefined) return undefined
      if (one.do === 'pay') return order.by.pay(order.id)
      if (one.do === 'cancel') return order.by.cancel(order.id)
      const to = { staffCancel: 'cancelled', process: 'processing', complete: 'completed' }[one.do]
      return moveOrder(service, merchant, order.id, to)
    }

    const statuses = await Promise.all(
      script.map(async (steps, index) => {
        const shopper = shopping(service, buyers[index] ?? {})
        const answers = []
        for (const one of steps) {
          const answer = await run(one, shopper)
          if (answer) answers.push(answer.status)
        }
        return answers
      }),
    )
    return { merchant, statuses: statuses.flat() }
  }

  async function checkBooks(merchant: TestMerchant): Promise<void> {
    const { db } = service.deps
    const stock = await db.selectFrom('stock').selectAll().where('merchant_id', '=', merchant.id).execute()
    const movements = await db
      .selectFrom('stock_movements')
      .selectAll()
      .where('merchant_id', '=', merchant.id)
      .orderBy('number')
      .execute()
    const items = await db
      .selectFrom('orders')
      .innerJoin('order_items as item', (join) =>
        join.onRef('item.merchant_id', '=', 'orders.merchant_id').onRef('item.order_id', '=', 'orders.id'),
      )
      .select(['orders.status', 'item.product_id', 'item.quantity'])
      .where('orders.merchant_id', '=', merchant.id)
      .execute()
    const events = await eventsOf(service, merchant.id, 'inventory.updated')

    for (const { product_id, on_hand, reserved, movement_count } of stock) {
      const ledger = movements.filter((movement) => movement.product_id === product_id)
      let [onHandSoFar, reservedSoFar] = [0, 0]
      for (const [index, movement] of ledger.entries()) {
        onHandSoFar += movement.on_hand_change
        reservedSoFar += movement.reserved_change
        assert.deepEqual(
          [movement.number, movement.on_hand_after, movement.reserved_after],
          [index + 1, onHandSoFar, reservedSoFar],
        )
      }
      assert.deepEqual([on_hand, reserved, movement_count], [onHandSoFar, reservedSoFar, ledger.length])

      const ordered = (...statuses: string[]) =>
        items
          .filter((item) => item.product_id === product_id && statuses.includes(item.status))
          .reduce((sum, item) => sum + item.quantity, 0)
      assert.equal(reserved, ordered('pending', 'paid', 'processing'))
      const counted = ledger
        .filter(({ type }) => type === 'opening' || type === 'adjustment')
        .reduce((sum, movement) => sum + movement.on_hand_change, 0)
      assert.equal(on_hand, counted - ordered('completed'))

      const told = events.filter(({ data }) => data.product.id === product_id).map(({ data }) => data.inventory)
      assert.deepEqual(
        told
          .sort((a, b) => a.version - b.version)
          .map((inventory) => [inventory.version, inventory.current_quantity, inventory.reserved]),
        ledger.map((movement) => [movement.number, movement.on_hand_after, movement.reserved_after]),
      )
    }
  }
})
