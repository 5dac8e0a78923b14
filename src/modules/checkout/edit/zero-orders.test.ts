import assert from 'node:assert/strict'
import { after, beforeEach, it } from 'node:test'
import { sql } from 'kysely'
import { unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import type { TestMerchant } from '#test/support/factories.ts'
import { makeInvoicingShop, makeOrder } from '#test/support/invoices.ts'
import { assertRefused } from '#test/support/orders.ts'
import { makePromotion } from '#test/support/promotions.ts'
import { returnsOn, setShop } from '#test/support/returns.ts'
import { runSweep } from '#test/support/sweeps.ts'
import { differences } from '#test/upgrade/recount.ts'

/** Orders that cost nothing have no payment, also while an edit has made them dearer. */
describeService('orders of which nothing was paid', ({ service }) => {
  let shop: TestMerchant
  beforeEach(async () => {
    shop = await makeInvoicingShop(service, {}, { invoices: null })
    await setShop(service, shop, { withdrawal: true, return_days: 30 })
  })
  after(async () => {
    const found = await differences(service.databaseUrl)
    assert.deepEqual(found, {})
  })

  async function free() {
    const code = unique('FREE').toUpperCase()
    await makePromotion(service, shop, { percent: 100, code, applies_to: { all: true } })
    const made = await makeOrder(service, shop, [{ price: 5, quantity: 2 }], { discount_codes: [code] })
    const { total, payment_status } = await made.current()
    assert.deepEqual([total, payment_status], [0, 'paid'])
    return { ...made, ...returnsOn(service, shop, made.shopper, made.id) }
  }

  /** An edit adds a unit of 7.00. */
  async function dearer() {
    const made = await free()
    const add = [{ product_id: made.products[0]?.id, quantity: 1, price: 7 }]
    const { status, body } = await made.edit({ add })
    assert.deepEqual([status, body.data?.order.amount_due], [201, 7], JSON.stringify(body))
    return made
  }

  const unit = { items: [{ line: 1, quantity: 1 }] }

  it('POST /admin/orders/{id}/refunds of one that was edited dearer answers 409 INVALID_TRANSITION', async () => {
    const made = await dearer()
    for (const body of [unit, { amount: 1 }, { shipping: true }, { ...unit, amount: 1 }]) {
      const refused = await made.refund(body)
      assertRefused(refused, 409, 'INVALID_TRANSITION')
      assert.equal(refused.body.error.details.reason, 'unpaid_edit')
    }
    await made.pay()
    const answer = await made.refund({ items: [{ line: 2, quantity: 1 }] })
    assert.equal(answer.status, 201, JSON.stringify([answer.body, await made.current()]))
    const given = answer.body.data
    assert.deepEqual([given.refund.amount, given.refund.destination], [7, 'manual'])
    const free = await made.refund(unit)
    assert.deepEqual([free.status, free.body.data?.refund.amount], [201, 0], JSON.stringify(free.body))
  })

  it('of one that is free units go back for 0, and an amount is refused', async () => {
    const made = await free()
    assertRefused(await made.refund({ amount: 1 }), 409, 'REFUND_TOO_LARGE')
    const { refund } = (await made.refund(unit)).body.data
    assert.deepEqual([refund.amount, refund.status, refund.destination, refund.parts], [0, 'succeeded', 'none', []])
    const { status, payment_status } = (await made.move('cancelled')).body.data
    assert.deepEqual([status, payment_status], ['cancelled', 'refunded'])
  })

  it('cancelling, withdrawing from and editing it again answer without an error, dearer or not', async () => {
    for (const make of [free, dearer]) {
      assert.equal((await (await make()).move('cancelled')).status, 200)
      const withdrawn = await (await make()).withdraw()
      assert.deepEqual([withdrawn.status, withdrawn.body.data?.order.status], [201, 'cancelled'])
      const partly = await (await make()).withdraw([unit.items[0]])
      assert.equal(partly.status, 201, JSON.stringify(partly.body))
      const again = await make()
      assert.equal(
        (await again.edit({ add: [{ product_id: again.products[0]?.id, quantity: 1, price: 2 }] })).status,
        201,
      )
      assert.equal((await again.edit({ set: [{ line: 1, quantity: 1 }] })).status, 201)
    }
  })

  it('of one that was sent a return gives back 0', async () => {
    const made = await free()
    await made.fulfil()
    const { id } = (await made.ask([{ ...unit.items[0], reason: 'damaged' }])).body.data
    await made.change(id, { status: 'approved' })
    await made.change(id, { status: 'received' })
    assert.equal((await made.change(id, { refund: 'full' })).status, 200)
    assert.equal((await made.current()).refunded_total, 0)
  })

  it('an unpaid edit of it that ends leaves it free', async () => {
    const made = await dearer()
    await sql`update orders set created_at = now() - interval '1 second', expires_at = now() - interval '1 millisecond'
               where id = ${made.id}`.execute(service.deps.db)
    await runSweep(service, 'expire-unpaid-orders')
    const { total, amount_due, payment_status } = await made.current()
    assert.deepEqual([total, amount_due, payment_status], [0, 0, 'paid'])
  })
})
