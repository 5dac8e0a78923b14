import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeShopper, staffOn, stockOf } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { runSweep } from '#test/support/sweeps.ts'
import { differences } from '#test/upgrade/recount.ts'

describeShop('edits beside others', { DATABASE_POOL_SIZE: '12' }, ({ service, shop }) => {
  async function ordered(productId: string, quantity: number, isPaid: boolean) {
    const shopper = await makeShopper(service, shop)
    const { id } = (await shopper.order([{ product_id: productId, quantity }])).body.data
    if (isPaid) assert.equal((await shopper.pay(id)).status, 201)
    return { id, shopper, ...staffOn(service, shop, id) }
  }
  const settle = async () => {
    await sql`update refunds set due_at = now() where status = 'pending'`.execute(service.deps.db)
    await runSweep(service, 'settle-payments')
  }
  const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort()

  it('one of an edit and a payment comes first; the order costs what it says', async () => {
    for (let round = 0; round < 8; round++) {
      const mug = await makeProduct(service, shop, { price: 10, onHand: 20 })
      const order = await ordered(mug.id, 2, false)
      const [edited, paid] = await Promise.all([
        order.edit({ set: [{ line: 1, quantity: round % 2 === 0 ? 1 : 3 }] }),
        order.shopper.pay(order.id),
      ])
      assert.ok(edited.status === 201 || edited.body.error.code === 'CONFLICT', JSON.stringify(edited.body))
      assert.ok(paid.status === 201, JSON.stringify(paid.body))
      await settle()
      const { total, amount_paid, amount_due, items } = await order.current()
      assert.equal(total, items[0].quantity * 10)
      assert.equal(amount_paid + amount_due, total)
    }
  })

  it('of an edit and a fulfilment one is refused', async () => {
    for (let round = 0; round < 6; round++) {
      const mug = await makeProduct(service, shop, { price: 10, onHand: 20 })
      const order = await ordered(mug.id, 2, true)
      const answers = await Promise.all([order.edit({ set: [{ line: 1, quantity: 3 }] }), order.fulfil()])
      assert.deepEqual(statuses(answers), [201, 409])
    }
  })

  it('two edits at once are made one after the other', async () => {
    const mug = await makeProduct(service, shop, { price: 10, onHand: 50 })
    const order = await ordered(mug.id, 1, true)
    const add = () => order.edit({ add: [{ product_id: mug.id, quantity: 1 }] })
    assert.deepEqual(statuses(await Promise.all([add(), add(), add(), add()])), [201, 201, 201, 201])
    const { total, amount_due, items } = await order.current()
    assert.deepEqual([total, amount_due, items.length], [50, 40, 5])
    assert.deepEqual(await stockOf(service, mug.id), [50, 5])
  })

  it('ten edits for the last three units make three; payments, ends and takings back leak no unit', async () => {
    const rare = await makeProduct(service, shop, { price: 5, onHand: 3 })
    const mug = await makeProduct(service, shop, { price: 10, onHand: 100 })
    const orders = await Promise.all(Array.from({ length: 10 }, () => ordered(mug.id, 2, true)))
    const swap = { add: [{ product_id: rare.id, quantity: 1, price: 25 }], remove: [1] }
    const answers = await Promise.all(orders.map((order) => order.edit(swap)))
    assert.deepEqual(statuses(answers).slice(0, 4), [201, 201, 201, 409])
    assert.deepEqual(await stockOf(service, rare.id), [3, 3])
    assert.deepEqual(await stockOf(service, mug.id), [100, 20], 'what has left stays reserved')
    const [paying, ending, cancelled] = orders.filter((_, at) => answers[at]?.status === 201)
    assert.ok(paying && ending && cancelled)
    await sql`update orders set created_at = now() - interval '1 second', expires_at = now() - interval '1 millisecond'
               where id in (${paying.id}, ${ending.id})`.execute(service.deps.db)
    const [paid] = await Promise.all([
      paying.shopper.pay(paying.id),
      runSweep(service, 'expire-unpaid-orders'),
      cancelled.move('cancelled'),
    ])
    await runSweep(service, 'expire-unpaid-orders')
    await settle()
    const kept = paid.status === 201 && (await paying.current()).total === 25 ? 1 : 0
    assert.deepEqual(await stockOf(service, rare.id), [3, kept])
    assert.deepEqual(await stockOf(service, mug.id), [100, 18 - 2 * kept])
    assert.deepEqual([(await ending.current()).total, (await cancelled.current()).status], [20, 'cancelled'])
    assert.deepEqual(await differences(service.databaseUrl), {})
  })
})
