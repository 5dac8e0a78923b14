import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { besideService, describeService } from '#test/support/describe-shop.ts'
import type { TestMerchant } from '#test/support/factories.ts'
import { refusing } from '#test/support/faults.ts'
import { makeInvoicingShop, makeOrder } from '#test/support/invoices.ts'
import { assertRefused, stockOf } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { grantCredit, payWith } from '#test/support/stored-value.ts'
import { runSweep } from '#test/support/sweeps.ts'
import { differences } from '#test/upgrade/recount.ts'

describeService('edits that a paid order has yet to pay', ({ service }) => {
  const second = besideService(service)
  let shop: TestMerchant
  before(async () => {
    shop = await makeInvoicingShop(service, {}, { invoices: null })
  })
  after(async () => {
    await runSweep(service, 'expire-unpaid-orders')
    assert.deepEqual(await differences(service.databaseUrl), {})
  })

  const changesOf = async (orderId: string) =>
    (await eventsOf(service, shop.id, 'order.updated')).filter(({ data }) => data.order.id === orderId)
  const overdue = (orderId: string) =>
    sql`update orders set created_at = now() - interval '1 second', expires_at = now() - interval '1 millisecond'
         where id = ${orderId}`.execute(service.deps.db)
  const refundsDue = (orderId: string) =>
    sql`update refunds set due_at = now() where order_id = ${orderId}`.execute(service.deps.db)

  it('what a paid order costs more is due until it is paid, then units that left are released', async () => {
    const made = await makeOrder(service, shop, [{ price: 10, quantity: 2 }, { price: 3 }])
    const [mug, cup] = made.products.map(({ id }) => id)
    await made.pay()
    const lamp = await makeProduct(service, shop, { price: 25, onHand: 2 })
    const { body } = await made.edit({ add: [{ product_id: lamp.id, quantity: 1 }], set: [{ line: 1, quantity: 1 }] })
    const { order, difference } = body.data
    assert.equal(difference, 15)
    assert.deepEqual(
      [order.status, order.payment_status, order.amount_paid, order.amount_due],
      ['paid', 'partially_paid', 23, 15],
    )
    assert.ok(Date.parse(order.expires_at) > Date.now() + 6 * 86_400_000)
    const reserved = async () =>
      Promise.all([mug ?? '', cup ?? '', lamp.id].map(async (id) => (await stockOf(service, id))[1]))
    assert.deepEqual(await reserved(), [2, 1, 1])
    for (const refused of [await made.fulfil(), await made.refund({ amount: 1 }), await made.move('completed')]) {
      assertRefused(refused, 409, 'INVALID_TRANSITION')
      assert.equal(refused.body.error.details.reason ?? 'unpaid_edit', 'unpaid_edit')
    }
    const link = await service.request('POST', `/admin/orders/${made.id}/payment-link`, {
      headers: shop.owner.headers,
      body: {},
    })
    assert.equal(link.status, 201)
    const page = await service.request('GET', new URL(link.body.data.url).pathname, {
      headers: { accept: 'text/html' },
    })
    assert.match(String(page.body), /15\.00/)
    assert.equal((await made.shopper.pay(made.id)).body.data.order.payment_status, 'paid')
    assert.deepEqual(await reserved(), [1, 1, 1])
    const paid = await made.current()
    assert.deepEqual([paid.amount_paid, paid.amount_due, paid.expires_at], [38, 0, undefined])
    assert.equal((await made.fulfil()).status, 201)
  })

  it('an edit that is not paid in time is taken back as a whole, with what was paid of it', async () => {
    const made = await makeOrder(service, shop, [{ price: 10, quantity: 2 }, { price: 3 }])
    const ids = made.products.map(({ id }) => id)
    await made.pay()
    const before = await made.current()
    const lamp = await makeProduct(service, shop, { price: 25, onHand: 2 })
    assert.equal((await made.edit({ add: [{ product_id: lamp.id, quantity: 1 }], remove: [2] })).status, 201)
    const more = await made.edit({ add: [{ product_id: lamp.id, quantity: 1 }] })
    assert.deepEqual([more.body.data.difference, more.body.data.order.amount_due], [25, 47])
    const part = await service.request('POST', `/admin/orders/${made.id}/payments`, {
      headers: shop.owner.headers,
      body: { method: 'manual', amount: 7 },
    })
    assert.equal(part.body.data.order.amount_due, 40)
    await runSweep(service, 'expire-unpaid-orders')
    assert.equal((await made.current()).amount_due, 40)
    await overdue(made.id)
    await runSweep(service, 'expire-unpaid-orders')
    await refundsDue(made.id)
    await runSweep(service, 'settle-payments')
    await made.payBack()
    const order = await made.current()
    assert.deepEqual(
      [order.items, order.total, order.tax_lines, order.amount_paid, order.payment_status, order.expires_at],
      [before.items, before.total, before.tax_lines, before.amount_paid, 'paid', undefined],
    )
    assert.deepEqual(
      order.refunds.map((refund: { amount: number; status: string }) => [refund.amount, refund.status]),
      [[7, 'succeeded']],
    )
    assert.deepEqual(await Promise.all([...ids, lamp.id].map(async (id) => (await stockOf(service, id))[1])), [2, 1, 0])
    const last = (await changesOf(made.id)).findLast(({ data }) => data.change === 'edited')
    assert.deepEqual([last?.data.edit.difference, last?.data.edit.taken_back], [-47, true])
  })

  it('an edit that makes the order cheaper again ends the one that waits', async () => {
    const made = await makeOrder(service, shop, [{ price: 10, quantity: 2 }])
    await made.pay()
    const lamp = await makeProduct(service, shop, { price: 25, onHand: 2 })
    await made.edit({ add: [{ product_id: lamp.id, quantity: 1 }] })
    const { order, difference } = (await made.edit({ remove: [2], reprice: [{ line: 1, price: 8 }] })).body.data
    assert.deepEqual([difference, order.total, order.amount_paid, order.payment_status], [-29, 16, 16, 'paid'])
    assert.deepEqual([order.refunds[0].amount, order.expires_at], [4, undefined])
  })

  it('cancelling and withdrawing take back what was not paid; part-paid orders of no more are paid', async () => {
    const made = await makeOrder(service, shop, [{ price: 10, quantity: 2 }])
    await made.pay()
    const [mug] = made.products
    await made.edit({ set: [{ line: 1, quantity: 5 }] })
    const cancelled = (await made.move('cancelled')).body.data
    assert.deepEqual([cancelled.status, cancelled.total, cancelled.refunded_total], ['cancelled', 20, 20])
    assert.deepEqual(await stockOf(service, mug?.id ?? ''), [50, 0])

    const other = await makeOrder(service, shop, [{ price: 10, quantity: 2 }])
    await other.pay()
    await other.edit({ set: [{ line: 1, quantity: 5 }] })
    const withdrawn = await service.request('POST', `/user/orders/${other.id}/withdraw`, {
      headers: other.shopper.headers,
    })
    assert.equal(withdrawn.status, 201)
    assert.deepEqual([withdrawn.body.data.order.total, withdrawn.body.data.order.refunded_total], [20, 20])

    const third = await makeOrder(service, shop, [{ price: 10, quantity: 3 }])
    await service.request('POST', `/admin/orders/${third.id}/payments`, {
      headers: shop.owner.headers,
      body: { method: 'manual', amount: 22 },
    })
    const edited = (await third.edit({ set: [{ line: 1, quantity: 2 }] })).body.data.order
    assert.deepEqual([edited.status, edited.payment_status, edited.total, edited.amount_paid], ['paid', 'paid', 20, 20])
    assert.equal(edited.refunds[0].amount, 2)
  })

  /** An order of 20.00 that is paid and edited to 30.00, of which 4.00 are paid with granted credit. */
  async function partPaidWithCredit() {
    const made = await makeOrder(service, shop, [{ price: 10, quantity: 2 }])
    await made.pay()
    const before = await made.current()
    await grantCredit(service, shop, made.shopper.id, 4)
    assert.equal((await made.edit({ set: [{ line: 1, quantity: 3 }] })).status, 201)
    const part = (await payWith(service, made.shopper.headers, made.id)).body.data.order
    // A paid order keeps its tax: it is counted.
    assert.deepEqual([part.amount_due, part.tax_total, part.untaxed_total], [6, 5, undefined])
    const creditOf = async () => (await made.shopper.get('/user/store-credit')).body.data
    const origins = async () => {
      const { rows } = await sql<{ origin: string; kind: string; amount: number }>`
        select entry.origin, entry.kind, entry.amount_minor as amount
          from stored_value_entries entry join stored_value_accounts account on account.id = entry.account_id
         where account.user_id = ${made.shopper.id} order by entry.number`.execute(service.deps.db)
      return rows.map(({ origin, kind, amount }) => [kind, origin, amount])
    }
    await overdue(made.id)
    return { ...made, before, creditOf, origins }
  }
  const takeBackAtBoth = () => Promise.all([service, second].map((one) => runSweep(one, 'expire-unpaid-orders')))
  const settleAtBoth = async (orderId: string) => {
    await refundsDue(orderId)
    await Promise.all([service, second].map((one) => runSweep(one, 'settle-payments')))
  }
  const takenBack = [
    ['adjusted', 'granted', 400],
    ['paid', 'granted', -400],
    ['returned', 'granted', 400],
  ]

  it('granted credit that paid a part is back once, as granted, when two processes take the edit back', async () => {
    const made = await partPaidWithCredit()
    await takeBackAtBoth()
    await settleAtBoth(made.id)
    await settleAtBoth(made.id)
    const order = await made.current()
    assert.deepEqual(
      [order.items, order.total, order.tax_lines, order.amount_paid, order.payment_status, order.untaxed_total],
      [made.before.items, 20, made.before.tax_lines, 20, 'paid', undefined],
    )
    assert.equal((await made.creditOf()).balance, 4)
    assert.deepEqual(await made.origins(), takenBack)
    assert.equal((await changesOf(made.id)).filter(({ data }) => data.edit?.taken_back).length, 1)
  })

  it('of the last payment and the deadline one comes first; the credit is spent or back, never both', async () => {
    for (let round = 0; round < 6; round++) {
      const made = await partPaidWithCredit()
      const [paid] = await Promise.all([made.shopper.pay(made.id), takeBackAtBoth()])
      await takeBackAtBoth()
      await settleAtBoth(made.id)
      const { total, amount_paid, amount_due, payment_status } = await made.current()
      const isKept = total === 30
      assert.deepEqual([total, amount_paid, amount_due, payment_status], [isKept ? 30 : 20, total, 0, 'paid'])
      assert.ok(paid.status === 201 || (!isKept && paid.status === 409), JSON.stringify(paid.body))
      assert.deepEqual(await made.origins(), isKept ? takenBack.slice(0, 2) : takenBack)
      assert.equal((await made.creditOf()).balance, isKept ? 0 : 4)
    }
  })

  it('what the ledger refuses to take back is given later; the edit is taken back all the same', async () => {
    const made = await partPaidWithCredit()
    await refusing(service, 'stored_value_entries', "kind <> 'returned'", async () => {
      await takeBackAtBoth()
      await settleAtBoth(made.id)
    })
    const waiting = await made.current()
    assert.deepEqual([waiting.total, waiting.refunds[0].status], [20, 'pending'])
    await settleAtBoth(made.id)
    assert.deepEqual([(await made.current()).refunds[0].status, await made.origins()], ['succeeded', takenBack])
  })

  it('a process that dies with the credit given back and the refund not recorded gives nothing twice', async () => {
    const made = await partPaidWithCredit()
    await takeBackAtBoth()
    const refuse = () => settleAtBoth(made.id)
    await refusing(service, 'refund_parts', "status <> 'succeeded'", refuse)
    assert.deepEqual(await made.origins(), takenBack)
    await settleAtBoth(made.id)
    assert.deepEqual([(await made.current()).refunds[0].status, await made.origins()], ['succeeded', takenBack])
  })
})
