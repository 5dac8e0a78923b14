import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { foldFigures, foldSales } from '#src/modules/dashboard/jobs.ts'
import { testSecretVariables } from '#test/support/app.ts'
import { started } from '#test/support/describe-shop.ts'
import { lockWaits } from '#test/support/locks.ts'
import { assertRefused, staffOn, stockOf } from '#test/support/orders.ts'
import { startProcess } from '#test/support/process.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { signedEvent } from '#test/support/stripe-double/index.ts'
import { lookUpRefunds, placeCardOrder, send, startStripeShop } from '#test/support/stripe-shop.ts'
import { until } from '#test/support/until.ts'
import { differences } from '#test/upgrade/recount.ts'
import { settlePayments } from '../jobs.ts'
import { lookUpRefund } from './settle-refund.ts'

describe('a refund whose money the bank sends back after it was given', () => {
  const shop = started(startStripeShop)

  /** An order of two units at 12.50 that was paid by card, and what staff does with it. */
  async function paid() {
    const placed = await placeCardOrder(shop)
    await placed.pay('pm_card_visa')
    const staff = staffOn(shop.service, shop.merchant, placed.order.id)
    /** Of Stripe, oldest first: status and amount. */
    const booked = () =>
      placed
        .refunds()
        .filter(({ payment_intent }) => payment_intent === placed.intents()[0]?.id)
        .map(({ status, amount }) => [status, amount])
    const state = async () => {
      const { status, payment_status, refunded_total, refunds } = await staff.current()
      const [payment] = await placed.payments()
      return [
        status,
        payment_status,
        refunded_total,
        payment.status,
        ...refunds.map((refund: { status: string }) => refund.status),
      ]
    }
    return { ...placed, ...staff, booked, state, items: [{ product_id: placed.product.id, quantity: 1 }] }
  }

  const tell = (type: string, refundId: string) => send(shop, signedEvent(type, shop.stripe.sendBack(refundId)))

  /** The provider gives no refunds until `work` is done. */
  async function withoutAnswer<T>(work: () => Promise<T>): Promise<T> {
    const { deps } = shop.service
    const before = deps.paymentProviders
    const refund = () => Promise.reject(new Error('no answer'))
    deps.paymentProviders = before.map((provider) => ({ ...provider, refund }))
    return work().finally(() => {
      deps.paymentProviders = before
    })
  }

  async function sweep(orderId: string) {
    const { deps } = shop.service
    await sql`update refunds set due_at = now() where order_id = ${orderId}`.execute(deps.db)
    await settlePayments.run(deps)
  }

  async function dashboard() {
    const answer = await shop.service.request('GET', '/admin/dashboard', { headers: shop.merchant.owner.headers })
    const { revenue, refunds, paid_orders, top_products, series } = answer.body.data
    return { revenue, refunds, paid_orders, top_products, series }
  }

  /** What the audit log says of the payment of an order, newest first. */
  async function audited(orderId: string): Promise<string[]> {
    const { deps, request } = shop.service
    const { rows } = await sql<{ id: string }>`select id from payments where order_id = ${orderId}`.execute(deps.db)
    const { headers } = shop.merchant.owner
    const log = await request('GET', `/admin/audit-log?target=${rows[0]?.id}`, { headers })
    return log.body.data.items.map(({ action }: { action: string }) => action)
  }

  it('fails as one that was refused: sums, figures, event and audit log; staff sends it again, once', async () => {
    const { order, product, items, refund, retry, current, state, booked } = await paid()
    const before = await dashboard()
    const given = (await refund({ items })).body.data.refund
    const whileGiven = await dashboard()
    assert.deepEqual(await state(), ['paid', 'partially_refunded', 12.5, 'succeeded', 'succeeded'])
    await foldSales.run(shop.service.deps)

    assert.equal((await tell('refund.failed', given.id)).status, 200)
    assert.deepEqual(await state(), ['paid', 'partially_refunded', 12.5, 'succeeded', 'succeeded'], 'not asked yet')
    assert.equal(await lookUpRefunds(shop), 1)
    assert.deepEqual(await state(), ['paid', 'paid', 0, 'succeeded', 'failed'])
    const failed = await current()
    // Units and stock stay as after any refund that failed.
    assert.deepEqual([failed.items[0].quantity_refunded, await stockOf(shop.service, product.id)], [1, [5, 1]])
    assert.deepEqual(await dashboard(), before)
    assert.deepEqual(await differences(shop.service.databaseUrl), {})
    const updates = (await eventsOf(shop.service, shop.merchant.id, 'order.updated')).filter(
      ({ data }) => data.order.id === order.id,
    )
    const { data: last } = updates.at(-1) ?? {}
    assert.deepEqual(
      [last.change, last.order.payment_status, last.order.refunds[0].status],
      ['refunded', 'paid', 'failed'],
    )
    assert.equal((await audited(order.id))[0], 'payment.refund_failed')

    assert.equal((await retry(given.id)).body.data.refund.status, 'succeeded')
    assert.deepEqual(await state(), ['paid', 'partially_refunded', 12.5, 'succeeded', 'succeeded'])
    assert.deepEqual(await dashboard(), whileGiven)
    assert.deepEqual(await differences(shop.service.databaseUrl), {})
    await foldFigures.run(shop.service.deps)
    await foldSales.run(shop.service.deps)
    assert.deepEqual(await dashboard(), whileGiven)
    await sweep(order.id)
    assert.deepEqual(booked(), [
      ['failed', 1250],
      ['succeeded', 1250],
    ])
  })

  it('of a cancelled order leaves its payment with the shop, never due, until staff sends it again', async () => {
    const { order, move, retry, current, state, booked } = await paid()
    await move('cancelled')
    await sweep(order.id)
    assert.deepEqual(await state(), ['cancelled', 'refunded', 25, 'refunded', 'succeeded'])
    const [{ id }] = (await current()).refunds
    await tell('charge.refund.updated', id)
    await lookUpRefunds(shop)
    assert.deepEqual(await state(), ['cancelled', 'paid', 0, 'succeeded', 'failed'])
    await sweep(order.id)
    assert.deepEqual(booked(), [['failed', 2500]])
    await retry(id)
    assert.deepEqual(await state(), ['cancelled', 'refunded', 25, 'refunded', 'succeeded'])
    await sweep(order.id)
    assert.deepEqual(booked(), [
      ['failed', 2500],
      ['succeeded', 2500],
    ])
  })

  it('leaves the rest of a cancelled order to be given by its own refund', async () => {
    const { order, items, refund, move, state, booked } = await paid()
    const { id } = (await refund({ items })).body.data.refund
    await withoutAnswer(() => move('cancelled'))
    assert.deepEqual(await state(), ['cancelled', 'partially_refunded', 25, 'refunding', 'succeeded', 'pending'])
    await tell('refund.failed', id)
    // Its event does not make the payment due: all of it would be given, beside the rest.
    await settlePayments.run(shop.service.deps)
    await lookUpRefunds(shop)
    await sweep(order.id)
    assert.deepEqual(await state(), ['cancelled', 'partially_refunded', 12.5, 'succeeded', 'failed', 'succeeded'])
    assert.deepEqual(booked(), [
      ['failed', 1250],
      ['succeeded', 1250],
    ])
  })

  it('is told of repeatedly, by events of before and by nobody: the refund is what Stripe says', async () => {
    const { order, refund, retry, current, state, refunds } = await paid()
    const { id } = (await refund({ amount: 5 })).body.data.refund
    const early = refunds().find(({ metadata }) => metadata['refund_id'] === id)
    assert.ok(early)
    const before = await current()
    // Stripe still says that it is given.
    await send(shop, signedEvent('refund.failed', { ...early, status: 'failed' }))
    assert.deepEqual([await lookUpRefunds(shop), await current()], [1, before])
    const unknown = { ...early, metadata: { ...early.metadata, refund_id: order.id } }
    await send(shop, signedEvent('refund.failed', unknown))
    assert.deepEqual([await lookUpRefunds(shop), await current()], [1, before])

    await tell('refund.failed', id)
    await tell('charge.refund.updated', id)
    assert.equal(await lookUpRefunds(shop), 1, 'one look-up for two events')
    const failed = await current()
    await tell('refund.failed', id)
    await lookUpRefunds(shop)
    assert.deepEqual(await current(), failed)
    // The next attempt was given; what is said of the first one comes late.
    await retry(id)
    await send(shop, signedEvent('refund.failed', early))
    await lookUpRefunds(shop)
    assert.deepEqual(await state(), ['paid', 'partially_refunded', 5, 'succeeded', 'succeeded'])
  })

  it('is asked about again while Stripe does not answer, and is not given by that', async () => {
    const { refund, state, booked } = await paid()
    const { id } = (await refund({ amount: 5 })).body.data.refund
    await tell('refund.failed', id)
    const run = () => lookUpRefund.run(shop.service.deps, { merchantId: shop.merchant.id, refundId: id })
    shop.stripe.fault = () => {
      throw new Error('cut off')
    }
    await assert.rejects(run())
    shop.stripe.fault = undefined
    assert.deepEqual(await state(), ['paid', 'partially_refunded', 5, 'succeeded', 'succeeded'])
    const before = shop.stripe.requests.length
    await run()
    assert.deepEqual(await state(), ['paid', 'paid', 0, 'succeeded', 'failed'])
    assert.deepEqual(shop.stripe.requests.slice(before), ['GET /v1/refunds'])
    assert.deepEqual(booked(), [['failed', 500]])

    const unknown = (await refund({ amount: 6 })).body.data.refund
    const { refunds, keys } = shop.stripe.account()
    keys.clear()
    for (const [stripeId, { metadata }] of refunds) if (metadata['refund_id'] === unknown.id) refunds.delete(stripeId)
    await lookUpRefund.run(shop.service.deps, { merchantId: shop.merchant.id, refundId: unknown.id })
    assert.deepEqual(booked(), [['failed', 500]])
  })

  it('at once with a retry, a further refund and the sweep never gives more than was paid', async () => {
    for (let round = 0; round < 4; round++) {
      const { order, refund, retry, current, booked } = await paid()
      const { id } = (await refund({ amount: 20 })).body.data.refund
      await tell('refund.failed', id)
      const answers = await Promise.all([
        lookUpRefund.run(shop.service.deps, { merchantId: shop.merchant.id, refundId: id }),
        lookUpRefund.run(shop.service.deps, { merchantId: shop.merchant.id, refundId: id }),
        refund({ amount: 20 }),
        retry(id),
        sweep(order.id),
      ])
      for (const answer of answers)
        if (answer && answer.status >= 300)
          assert.match(answer.body.error.code, /^(?:REFUND_TOO_LARGE|INVALID_TRANSITION)$/)
      const ended = await current()
      const given = booked().filter(([status]) => status === 'succeeded')
      assert.equal(ended.refunded_total, 20 * given.length)
      assert.ok(given.length <= 1, 'never 40 of 25')
      assert.equal(ended.payment_status, given.length === 0 ? 'paid' : 'partially_refunded')
    }
  })

  it('in a process that dies between the answer and the record fails in the next one', async (t) => {
    const { service, stripe } = shop
    const { order, refund, retry, state, booked } = await paid()
    const { id } = (await refund({ amount: 5 })).body.data.refund
    const environment = { DATABASE_URL: service.databaseUrl, ...testSecretVariables, ...stripe.variables }
    const doomed = await startProcess(t, { ...environment, DEMO_DATA: 'false' })
    const { db } = service.deps
    const asked = () => stripe.requests.filter((request) => request === 'GET /v1/refunds').length
    const before = asked()
    await db.transaction().execute(async (transaction) => {
      await sql`select from orders where id = ${order.id} for update`.execute(transaction)
      await tell('refund.failed', id)
      await until(() => asked() > before, 'Stripe to be asked')
      await until(async () => (await lockWaits(service)) > 0, 'the process to wait for the order')
      await doomed.end('SIGKILL')
    })
    assert.deepEqual(await state(), ['paid', 'partially_refunded', 5, 'succeeded', 'succeeded'])
    assert.equal(await lookUpRefunds(shop), 1, 'the job is still there')
    assert.deepEqual(await state(), ['paid', 'paid', 0, 'succeeded', 'failed'])
    assertRefused(await refund({ amount: 25.01 }), 409, 'REFUND_TOO_LARGE')
    await retry(id)
    assert.deepEqual(booked(), [
      ['failed', 500],
      ['succeeded', 500],
    ])
    // Of all orders of this file.
    assert.deepEqual(await differences(service.databaseUrl), {})
  })
})
