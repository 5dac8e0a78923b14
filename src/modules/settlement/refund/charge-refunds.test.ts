import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { unique } from '#test/support/app.ts'
import { auditTools } from '#test/support/audit-log.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { assertRefused, staffOn } from '#test/support/orders.ts'
import { placeCardOrder, type StripeShop, startStripeShop } from '#test/support/stripe-shop.ts'
import { differences } from '#test/upgrade/recount.ts'

/** Charges that no order waits for go back by themselves. What Stripe refuses waits for staff. */
describe('refunds of charges that no order waits for', () => {
  let shop: StripeShop
  before(async () => {
    shop = await startStripeShop()
  })
  after(async () => {
    const found = await differences(shop.service.databaseUrl)
    await shop.close()
    assert.deepEqual(found, {})
  })

  /** An order that was cancelled while its shopper authenticated; Stripe refuses to give the money back. */
  async function refused() {
    const made = await placeCardOrder(shop)
    const { payment } = (await made.pay('pm_card_threeDSecure2Required')).body.data
    shop.stripe.authenticate(payment.reference, true)
    assert.equal((await made.shopper.cancel(made.order.id)).status, 200)
    shop.stripe.refunds = 'refused'
    await made.settle(0)
    await made.settle(0)
    await due(made.order.id)
    await made.settle(0)
    const { headers } = shop.merchant.owner
    const get = (path: string) => shop.service.request('GET', path, { headers })
    const path = `/admin/orders/${made.order.id}/refunds/${payment.id}`
    const post = (what: 'retry' | 'done', key?: string, as = headers) =>
      shop.service.request('POST', `${path}/${what}`, { headers: key ? { ...as, 'idempotency-key': key } : as })
    return {
      ...made,
      id: payment.id as string,
      post,
      ...staffOn(shop.service, shop.merchant, made.order.id),
      own: made.current,
      seen: async () => (await get(`/admin/orders/${made.order.id}/payments`)).body.data.items[0],
      listed: async () => {
        const { items } = (await get('/admin/orders?refund_failed=true')).body.data
        return items.some(({ id }: { id: string }) => id === made.order.id)
      },
      counted: async () => (await get('/admin/counts')).body.data.orders.refunds_failed,
    }
  }

  /** A refused refund is due for nobody. */
  async function due(orderId: string) {
    const { rows } = await sql`
      select from payments where order_id = ${orderId} and status = 'refunding' and due_at < 'infinity'
      `.execute(shop.service.deps.db)
    assert.equal(rows.length, 0)
  }

  it('one that Stripe refuses is asked for once, and staff see it in list, counts and payment', async () => {
    const { seen, listed, counted, own, shopper, path, id } = await refused()
    const { status, refund_failure } = await seen()
    assert.deepEqual([status, refund_failure], ['refunding', 'balance_insufficient'])
    assert.deepEqual([await listed(), (await counted()) > 0], [true, true])
    assert.equal((await own()).payment_status, 'unpaid')
    const [shown] = (await shopper.get(path)).body.data.items
    assert.ok(!('refund_failure' in shown), 'a shopper is not told why')
    const { entriesOf } = auditTools(() => ({ service: shop.service, shop: shop.merchant }))
    const refusals = (await entriesOf(id)).filter(({ action }) => action === 'payment.refund_failed')
    assert.deepEqual(
      refusals.map(({ changes }) => changes['failure']),
      [[null, 'balance_insufficient']],
    )
  })

  it('POST /admin/orders/{id}/refunds/{refund_id}/retry of its payment is a new attempt, once per key', async () => {
    const { post, seen, listed, own, id, refunds, intents } = await refused()
    const again = (await post('retry')).body.data.refund
    assert.deepEqual([again.id, again.status, again.amount, again.destination], [id, 'failed', 25, 'provider'])
    shop.stripe.refunds = 'succeeded'
    const [one, other] = [await post('retry', `key-${id}`), await post('retry', `key-${id}`)]
    assert.deepEqual(
      [one.status, one.body.data.refund.status, other.body.data.refund.status],
      [200, 'succeeded', 'succeeded'],
    )
    const given = refunds().filter(({ payment_intent }) => payment_intent === intents()[0]?.id)
    assert.deepEqual(
      given.map(({ amount, metadata }) => [amount, metadata['refund_attempt']]),
      [[2500, `${id}-3`]],
    )
    assert.deepEqual(
      [(await seen()).status, (await own()).payment_status, await listed()],
      ['refunded', 'refunded', false],
    )
    assertRefused(await post('retry'), 409, 'INVALID_TRANSITION')
    assertRefused(await post('done'), 409, 'INVALID_TRANSITION')
  })

  it('a retry without an answer is taken up by the sweep under the same attempt', async () => {
    const { post, id, seen, settle, refunds } = await refused()
    shop.stripe.refunds = 'succeeded'
    shop.stripe.fault = (step, request) => {
      if (step === 'before' && /refunds/.test(request)) throw new Error('cut off')
    }
    assert.equal((await post('retry')).body.data.refund.status, 'pending')
    shop.stripe.fault = undefined
    await settle(0)
    assert.equal((await seen()).status, 'refunded')
    assert.equal(refunds().filter(({ metadata }) => metadata['refund_attempt'] === `${id}-2`).length, 1)
  })

  it('POST /admin/orders/{id}/refunds/{refund_id}/done marks it as paid back by hand, without Stripe', async () => {
    const { post, seen, own, listed, id, settle, refunds } = await refused()
    const { status, body } = await post('done')
    assert.deepEqual([status, body.data.refund.status, body.data.refund.destination], [200, 'succeeded', 'manual'])
    assert.equal(body.data.order.payment_status, 'refunded')
    shop.stripe.refunds = 'succeeded'
    await settle(0)
    const { status: state, refunded_by_hand } = await seen()
    assert.deepEqual(
      [state, refunded_by_hand, (await own()).payment_status, await listed()],
      ['refunded', true, 'refunded', false],
    )
    assert.equal(refunds().filter(({ metadata }) => metadata['refund_id'] === id).length, 0)
  })

  it('POST /admin/orders/{id}/refunds/{refund_id}/done with the key of another refund answers 422', async () => {
    const [one, other] = [await refused(), await refused()]
    const key = unique('key')
    const first = await one.post('done', key)
    assert.deepEqual([first.status, (await one.post('done', key)).body], [200, first.body])
    assertRefused(await other.post('done', key), 422, 'IDEMPOTENCY_KEY_REUSED')
    assert.equal(await other.listed(), true)
    assert.equal((await other.post('done')).status, 200)
  })

  it('of retries and marks at once one is carried out', async () => {
    const { post, seen, id, refunds } = await refused()
    shop.stripe.refunds = 'succeeded'
    const answers = await Promise.all([post('done'), post('retry'), post('done'), post('retry')])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409])
    const { status, refunded_by_hand = false } = await seen()
    const given = refunds().filter(({ metadata }) => metadata['refund_id'] === id).length
    assert.deepEqual([status, given], ['refunded', refunded_by_hand ? 0 : 1])
  })

  it('staff of another shop, and ids of other payments, answer 404 NOT_FOUND', async () => {
    const { post } = await refused()
    const other = await makeMerchant(shop.service)
    for (const what of ['retry', 'done'] as const)
      assertRefused(await post(what, undefined, other.owner.headers), 404, 'NOT_FOUND')
    shop.stripe.refunds = 'succeeded'
    const paid = await placeCardOrder(shop)
    const { payment } = (await paid.pay('pm_card_visa')).body.data
    const { headers } = shop.merchant.owner
    const path = `/admin/orders/${paid.order.id}/refunds/${payment.id}`
    for (const what of ['retry', 'done'])
      assertRefused(await shop.service.request('POST', `${path}/${what}`, { headers }), 404, 'NOT_FOUND')
  })

  it('a refund of an order that Stripe refuses is marked as paid back by hand, and counts as given', async () => {
    shop.stripe.refunds = 'succeeded'
    const made = await placeCardOrder(shop)
    await made.pay('pm_card_visa')
    const { refund, current } = staffOn(shop.service, shop.merchant, made.order.id)
    const { headers } = shop.merchant.owner
    shop.stripe.refunds = 'refused'
    const failed = (await refund({ amount: 10 })).body.data.refund
    assert.equal(failed.status, 'failed')
    const path = `/admin/orders/${made.order.id}/refunds/${failed.id}/done`
    const { status, body } = await shop.service.request('POST', path, { headers })
    assert.deepEqual(
      [status, body.data.refund.status, body.data.refund.destination, body.data.refund.parts[0].destination],
      [200, 'succeeded', 'manual', 'manual'],
    )
    const { refunded_total, payment_status } = await current()
    assert.deepEqual([refunded_total, payment_status], [10, 'partially_refunded'])
    assertRefused(await shop.service.request('POST', path, { headers }), 409, 'INVALID_TRANSITION')
    // What has failed and was refunded otherwise is not given twice.
    const twice = (await refund({ amount: 15 })).body.data.refund
    shop.stripe.refunds = 'succeeded'
    assert.equal((await refund({ amount: 15 })).body.data.refund.status, 'succeeded')
    const late = await shop.service.request('POST', `/admin/orders/${made.order.id}/refunds/${twice.id}/done`, {
      headers,
    })
    assertRefused(late, 409, 'REFUND_TOO_LARGE')
  })
})
