import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { started } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { makeOlder, moveOrder, stockOf } from '#test/support/orders.ts'
import { cutOff, placeCardOrder, startStripeShop } from '#test/support/stripe-shop.ts'
import { expireUnpaidOrders, refundLateCharges, settlePayments } from '../jobs.ts'

describe('settlement of card payments', () => {
  const shop = started(startStripeShop)

  const placed = () => placeCardOrder(shop)
  const needsAction = 'pm_card_threeDSecure2Required'

  it('an order whose time is over gives its payment up, and is cancelled then', async () => {
    const { pay, order, product, payments, settle, current, intents } = await placed()
    await pay(needsAction)
    await makeOlder(shop.service, [order.id], 1_801)
    await expireUnpaidOrders.run(shop.service.deps)
    await settle()
    assert.equal((await current()).status, 'pending', 'ten minutes to finish')
    await makeOlder(shop.service, [order.id], 600)
    await settle()
    const [payment] = await payments()
    assert.deepEqual([payment.status, payment.failure, intents()[0]?.status], ['failed', 'not_completed', 'canceled'])
    await expireUnpaidOrders.run(shop.service.deps)
    assert.deepEqual([(await current()).status, await stockOf(shop.service, product.id)], ['cancelled', [5, 0]])
  })

  it('the sweep asks about a payment that waits after pauses that grow, and when its time is over', async () => {
    const { pay, order, settle } = await placed()
    await pay(needsAction)
    const pause = async () => {
      const { rows } = await sql<{ seconds: number }>`
        select extract(epoch from due_at - now())::float8 as seconds from payments
         where order_id = ${order.id}`.execute(shop.service.deps.db)
      return rows[0]?.seconds ?? 0
    }
    const between = async (min: number, max: number) => {
      const seconds = await pause()
      assert.ok(seconds > min && seconds <= max, `${seconds} s`)
    }
    await settle(100)
    await between(60, 160)
    await settle(400)
    await between(400, 560)
    await makeOlder(shop.service, [order.id], 2_300)
    await settle()
    await between(0, 100)
  })

  it('an order that is cancelled gives its payment up at once; what was paid in the meantime goes back', async () => {
    const [given, paid] = [await placed(), await placed()]
    for (const { pay, shopper, order } of [given, paid]) {
      const { payment } = (await pay(needsAction)).body.data
      if (order === paid.order) shop.stripe.authenticate(payment.reference, true)
      assert.equal((await shopper.cancel(order.id)).status, 200)
      const { rows } = await sql`select from payments where order_id = ${order.id} and due_at <= now()`.execute(
        shop.service.deps.db,
      )
      assert.equal(rows.length, 1, 'due now')
    }
    await given.settle(0)
    await paid.settle(0)
    assert.deepEqual([given.intents()[0]?.status, (await given.payments())[0].status], ['canceled', 'failed'])
    await paid.settle(0)
    const refund = paid.refunds().find(({ payment_intent }) => payment_intent === paid.intents()[0]?.id)
    assert.deepEqual([(await paid.current()).payment_status, refund?.amount], ['refunded', 2500])
  })

  it('a late success of a payment that was given up for no answer is refunded', async () => {
    const { pay, settle, payments, current, intents } = await placed()
    const { payment } = (await pay(needsAction)).body.data
    await cutOff(shop, 'before', /./, () => settle(90_000))
    assert.deepEqual([(await payments())[0].failure, (await current()).payment_status], ['outcome_unknown', 'failed'])
    shop.stripe.authenticate(payment.reference, true)
    await sql`update payment_look_ups set due_at = now() where payment_id = ${payment.id}`.execute(shop.service.deps.db)
    await refundLateCharges.run({ ...shop.service.deps })
    await settle(0)
    const refund = [...shop.stripe.account().refunds.values()].find((one) => one.payment_intent === intents()[0]?.id)
    assert.deepEqual([(await payments())[0].status, refund?.status], ['refunded', 'succeeded'])
  })

  it('a payment that cannot be found by its key any more is searched for', async () => {
    const { pay, settle, current, intents } = await placed()
    await cutOff(shop, 'after', /confirm/, async () => {
      assert.equal((await pay('pm_card_visa')).body.data.payment.status, 'pending')
    })
    shop.stripe.account().keys.clear()
    await settle(80_000)
    assert.deepEqual([(await current()).status, intents().length], ['paid', 1])
  })

  it('a sweep that comes early leaves a charge that is about to be confirmed', async () => {
    const { pay, order, settle, intents } = await placed()
    const [held, release] = [Promise.withResolvers(), Promise.withResolvers()]
    shop.stripe.fault = async (step, request, orderId) => {
      if (step === 'before' && /confirm$/.test(request) && orderId === order.id) {
        held.resolve(undefined)
        await release.promise
      }
    }
    const paying = pay('pm_card_visa')
    await held.promise
    await settle(0)
    release.resolve(undefined)
    shop.stripe.fault = undefined
    assert.deepEqual([(await paying).body.data.order.status, intents().length], ['paid', 1])
  })

  it('a silent Stripe is waited for once in a run, and holds up no other provider', async (t) => {
    const { deps } = shop.service
    const orders = [await placed(), await placed(), await placed(), await placed(), await placed(), await placed()]
    await cutOff(shop, 'before', /./, () => Promise.all(orders.map(({ pay }) => pay('pm_card_visa'))))
    const other = await placed()
    await shop.service.request('POST', other.path, {
      headers: other.shopper.headers,
      body: { method: 'test_success' },
    })
    await moveOrder(shop.service, shop.merchant, other.order.id, 'cancelled')
    const [before, now] = [deps.paymentProviders, performance.now.bind(performance)]
    let [asked, late] = [0, 0]
    t.mock.method(performance, 'now', () => now() + late)
    const find = async () => {
      asked += 1
      late += 10_000
      throw new Error('no answer in time')
    }
    deps.paymentProviders = before.map((one) => (one.name === 'stripe' ? { ...one, find } : one))
    const ids = orders.map(({ order }) => order.id)
    await sql`
      update payments set created_at = created_at - interval '1 minute', due_at = now()
       where order_id = any (${ids}::uuid[])`.execute(deps.db)
    await settlePayments.run({ ...deps, db: deps.db })
    deps.paymentProviders = before
    assert.ok(asked <= 4, `${asked} of 6 asked about: as many as work at once`)
    assert.equal((await other.current()).payment_status, 'refunded')
    for (const { settle, payments } of orders) {
      await settle()
      assert.equal((await payments())[0].failure, 'not_charged')
    }
  })

  it('a shop with an account of its own is paid there, and refunded there after it has another', async () => {
    const merchant = await makeMerchant(shop.service)
    const { db } = shop.service.deps
    const set = (account: string) =>
      sql`
      insert into merchant_settings (merchant_id, stripe_account) values (${merchant.id}, ${account})
          on conflict (merchant_id) do update set stripe_account = excluded.stripe_account`.execute(db)
    await set('acct_first')
    const { shopper, pay, order, settle, current } = await placeCardOrder(shop, 12.5, merchant)
    const { payment } = (await pay(needsAction)).body.data
    const { intents, refunds } = shop.stripe.account('acct_first')
    assert.deepEqual([...intents.keys()], [payment.reference])
    await set('acct_second')
    shop.stripe.authenticate(payment.reference, true)
    await settle()
    assert.equal((await current()).status, 'paid')
    await shop.service.request('PATCH', `/admin/orders/${order.id}`, {
      headers: merchant.owner.headers,
      body: { status: 'cancelled' },
    })
    await settle(0)
    assert.deepEqual(
      [...refunds.values()].map(({ amount }) => amount),
      [2500],
    )
    const { methods } = (await shopper.get('/payments/methods')).body.data
    assert.deepEqual(methods[0], {
      method: 'stripe',
      provider: 'stripe',
      publishable_key: 'pk_test_double',
      account: 'acct_second',
    })
  })
})
