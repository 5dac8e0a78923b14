import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { buildTestApp, startTestApp } from '#test/support/app.ts'
import { started } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { assertRefused, makeShopper, staffOn } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { cardsOf, makeCardProduct, payWith, setCode } from '#test/support/stored-value.ts'
import { type EventOptions, type SignedEvent, signedEvent } from '#test/support/stripe-double/index.ts'
import { lookUpRefunds, placeCardOrder, send, startStripeShop } from '#test/support/stripe-shop.ts'
import { refundLateCharges, settlePayments } from '../../settlement/jobs.ts'
import { noteDispute } from '../disputes.ts'

describe('POST /payments/stripe/webhook', () => {
  const shop = started(startStripeShop)

  /** An order whose payment waits for 3-D Secure; `isDue` tells whether it was woken. */
  async function waiting() {
    const order = await placeCardOrder(shop)
    const { payment } = (await order.pay('pm_card_threeDSecure2Required')).body.data
    const intent = () => {
      const [found] = order.intents()
      assert.ok(found)
      return found
    }
    const { db } = shop.service.deps
    const isDue = async () => {
      const { rows } = await sql`select from payments where id = ${payment.id} and due_at <= now()`.execute(db)
      return rows.length === 1
    }
    const tell = (type: string, options?: EventOptions) => send(shop, signedEvent(type, intent(), options))
    return { ...order, payment, intent, isDue, tell, sweep: () => settlePayments.run({ ...shop.service.deps, db }) }
  }

  const lookUps = async () => (await sql`select from payment_look_ups`.execute(shop.service.deps.db)).rows.length

  it('with an event that Stripe signed answers 200, and the sweep asks Stripe now', async () => {
    const { payment, isDue, tell, sweep, current } = await waiting()
    shop.stripe.authenticate(payment.reference, true)
    assert.equal(await isDue(), false)
    const { requests } = shop.stripe
    const before = requests.length
    const answer = await tell('payment_intent.succeeded')
    assert.deepEqual([answer.status, answer.body], [200, { success: true, data: { received: true } }])
    assert.deepEqual([requests.length, (await current()).status, await isDue()], [before, 'pending', true])
    await sweep()
    assert.equal((await current()).status, 'paid')
  })

  it('with an event that tells what is not so changes nothing: Stripe is asked', async () => {
    const { intent, tell, sweep, payments, current } = await waiting()
    assert.equal((await tell('payment_intent.succeeded')).status, 200)
    await send(shop, signedEvent('payment_intent.canceled', { ...intent(), status: 'canceled' }))
    await sweep()
    assert.deepEqual([(await current()).status, (await payments())[0].status], ['pending', 'requires_action'])
  })

  it('with a forged, changed, unsigned or old event answers 400 and changes nothing', async () => {
    const { intent, isDue } = await waiting()
    const good = signedEvent('payment_intent.succeeded', intent())
    const signature = good.headers['stripe-signature'] ?? ''
    const signedAs = (text: string): SignedEvent => ({
      ...good,
      headers: { ...good.headers, 'stripe-signature': text },
    })
    const { 'stripe-signature': _, ...unsigned } = good.headers
    const refused: Record<string, SignedEvent> = {
      'another secret': signedEvent('payment_intent.succeeded', intent(), { secret: 'whsec_another' }),
      'the secret of nobody': signedEvent('payment_intent.succeeded', intent(), { secret: '' }),
      'another body': { ...good, payload: good.payload.replace('payment_intent.succeeded', 'payment_intent.canceled') },
      'one byte more': { ...good, payload: `${good.payload} ` },
      'no body': { ...good, payload: '' },
      'no signature': { ...good, headers: unsigned },
      'an empty signature': signedAs(''),
      'no time': signedAs(signature.replace(/^t=\d+,/, '')),
      'another time': signedAs(signature.replace(/^t=\d+/, `t=${Math.floor(Date.now() / 1000) + 1}`)),
      'a time that is none': signedAs(signature.replace(/^t=\d+/, 't=now')),
      'another scheme': signedAs(signature.replace('v1=', 'v0=')),
      'a part of the signature': signedAs(signature.slice(0, -2)),
      'signed six minutes ago': signedEvent('payment_intent.succeeded', intent(), { ageSeconds: 360 }),
      'signed last year': signedEvent('payment_intent.succeeded', intent(), { ageSeconds: 31_536_000 }),
    }
    for (const [what, event] of Object.entries(refused)) {
      const answer = await send(shop, event)
      assert.deepEqual([answer.status, answer.body.error?.code], [400, 'VALIDATION_ERROR'], what)
      assert.deepEqual(answer.body.error.details[0].field, 'stripe-signature', what)
    }
    assert.equal(await isDue(), false)
    assert.equal((await send(shop, signedEvent('payment_intent.succeeded', intent(), { ageSeconds: 240 }))).status, 200)
    assert.equal((await send(shop, signedAs(`${signature},v1=${'0'.repeat(64)}`))).status, 200, 'two secrets')
  })

  it('repeated, late and out of order: paid once, and what comes later changes nothing', async () => {
    const { payment, intent, tell, sweep, payments, current } = await waiting()
    shop.stripe.authenticate(payment.reference, true)
    const early = signedEvent('payment_intent.payment_failed', intent())
    for (let time = 0; time < 3; time++) assert.equal((await tell('payment_intent.succeeded')).status, 200)
    await sweep()
    const [paid, order] = [await payments(), await current()]
    assert.equal(order.status, 'paid')
    await send(shop, early)
    for (const type of ['succeeded', 'canceled', 'payment_failed', 'created']) await tell(`payment_intent.${type}`)
    const before = shop.stripe.requests.length
    await sweep()
    await refundLateCharges.run({ ...shop.service.deps })
    assert.deepEqual([await payments(), await current(), shop.stripe.requests.length], [paid, order, before])
  })

  it('of a type that is not known, or about nothing of ours, answers 200 and changes nothing', async () => {
    const { intent, isDue } = await waiting()
    const stranger = { id: 'pi_1', object: 'payment_intent', metadata: {} }
    const { metadata } = intent()
    const events = [
      signedEvent('payment_intent.created', intent()),
      signedEvent('payment_intent.processing', intent()),
      signedEvent('account.updated', { id: 'acct_1' }),
      signedEvent('payment_intent.succeeded', stranger),
      signedEvent('payment_intent.succeeded', { ...stranger, metadata: { ...metadata, payment_id: "' or 1=1" } }),
      signedEvent('payment_intent.succeeded', {
        ...stranger,
        metadata: { ...metadata, merchant_id: metadata['order_id'] },
      }),
      signedEvent('payment_intent.succeeded', { ...stranger, metadata: null }),
      signedEvent('charge.dispute.created', { id: 7 }),
    ]
    for (const event of events) assert.equal((await send(shop, event)).status, 200, event.payload)
    for (const payload of [
      '',
      'null',
      '[]',
      '7',
      '"text"',
      '{}',
      '{"type":7}',
      '{"object":"v2.core.event"}',
      '{"data":',
    ]) {
      const { headers } = signedEvent('ping', {}, { body: payload })
      assert.equal((await send(shop, { payload, headers })).status, 200, payload)
    }
    assert.deepEqual([await isDue(), await lookUps()], [false, 0])
  })

  it('wakes the refund of a payment, and the look-up of one that was given up', async () => {
    const { payment, intent, tell, settle, payments, sweep } = await waiting()
    shop.stripe.fault = () => {
      throw new Error('cut off')
    }
    await settle(90_000)
    assert.equal((await payments())[0].failure, 'outcome_unknown')
    shop.stripe.fault = undefined
    shop.stripe.authenticate(payment.reference, true)
    await refundLateCharges.run({ ...shop.service.deps })
    assert.equal((await payments())[0].status, 'failed', 'its look-up is not due')
    await tell('payment_intent.succeeded')
    shop.stripe.refunds = 'pending'
    await refundLateCharges.run({ ...shop.service.deps })
    await sweep()
    assert.equal((await payments())[0].status, 'refunding')
    shop.stripe.refunds = 'succeeded'
    const refund = [...shop.stripe.account().refunds.values()].find((one) => one.payment_intent === intent().id)
    assert.ok(refund)
    refund.status = 'succeeded'
    await sweep()
    assert.equal((await payments())[0].status, 'refunding', 'not due')
    await send(shop, signedEvent('refund.updated', refund))
    await sweep()
    assert.equal((await payments())[0].status, 'refunded')
  })

  it('of a refund of an order that Stripe had accepted: it is asked whether it is given', async () => {
    const { pay, order, refunds, intents } = await placeCardOrder(shop)
    await pay('pm_card_visa')
    const staff = staffOn(shop.service, shop.merchant, order.id)
    const refund = async () => (await staff.current()).refunds[0]
    shop.stripe.refunds = 'pending'
    assert.equal((await staff.refund({ amount: 5 })).body.data.refund.status, 'pending')
    shop.stripe.refunds = 'succeeded'
    const given = refunds().find(({ payment_intent }) => payment_intent === intents()[0]?.id)
    assert.ok(given)
    given.status = 'succeeded'
    assert.deepEqual([await lookUpRefunds(shop), (await refund()).status], [0, 'pending'])
    await send(shop, signedEvent('refund.updated', given))
    await send(shop, signedEvent('charge.refund.updated', given))
    assert.deepEqual([await lookUpRefunds(shop), (await refund()).status], [1, 'succeeded'])
  })

  it('of a dispute: once in the audit log for each status, and no order changes', async () => {
    const { pay, current, intents } = await placeCardOrder(shop)
    const { payment } = (await pay('pm_card_visa')).body.data
    const [before, id] = [await current(), shop.stripe.dispute(intents()[0]?.id ?? '')]
    const dispute = shop.stripe.account().disputes.get(id)
    assert.ok(dispute)
    const note = async (type: string) => {
      assert.equal((await send(shop, signedEvent(type, { ...dispute, status: 'lost' }))).status, 200)
      const { rows } = await sql<{ payload: Parameters<typeof noteDispute.run>[1] }>`
        delete from jobs where key = ${`dispute:${id}`} returning payload`.execute(shop.service.deps.db)
      for (const { payload } of rows) await noteDispute.run(shop.service.deps, payload)
      assert.equal(rows.length, 1)
    }
    await note('charge.dispute.created')
    await note('charge.dispute.created')
    dispute.status = 'won'
    await note('charge.dispute.closed')
    const { headers } = shop.merchant.owner
    const log = await shop.service.request('GET', `/admin/audit-log?target=${payment.id}`, { headers })
    const entries = log.body.data.items.filter(({ action }: { action: string }) => action === 'payment.disputed')
    assert.deepEqual(
      entries.map(({ changes, actor }: { changes: object; actor: { type: string } }) => [changes, actor.type]),
      ['won', 'needs_response'].map((status) => [
        { dispute: [null, id], status: [null, status], reason: [null, 'fraudulent'] },
        'system',
      ]),
    )
    assert.deepEqual(await current(), before)
  })

  it('of a dispute: gift cards that the charge has bought are disabled with what is left', async () => {
    const { service, merchant, stripe } = shop
    const shopper = await makeShopper(service, merchant)
    const card = await makeCardProduct(service, merchant)
    const buy = async () => {
      const { id } = (await shopper.order([{ product_id: card.id, quantity: 2 }])).body.data
      const body = { method: 'stripe', payment_method: 'pm_card_visa' }
      const paid = await service.request('POST', `/user/orders/${id}/payments`, { headers: shopper.headers, body })
      assert.equal(paid.status, 201)
      return id as string
    }
    const [disputed, kept] = [await buy(), await buy()]
    const [spent] = await cardsOf(service, merchant, disputed)
    const { code } = await setCode(service, merchant, spent.id)
    const goods = await makeProduct(service, merchant, { price: 20 })
    const { id: other } = (await shopper.order([{ product_id: goods.id, quantity: 1 }])).body.data
    assert.equal((await payWith(service, shopper.headers, other, code)).status, 201)
    const intent = [...stripe.account().intents.values()].find(({ metadata }) => metadata['order_id'] === disputed)
    const id = stripe.dispute(intent?.id ?? '')
    await noteDispute.run(service.deps, { provider: 'stripe', disputeId: id, account: null })
    const stateOf = async (orderId: string) =>
      (await cardsOf(service, merchant, orderId))
        .map(({ status, balance }: { status: string; balance: number }) => `${status} ${balance}`)
        .sort()
    assert.deepEqual(await stateOf(disputed), ['disabled 30', 'disabled 50'])
    assert.deepEqual(await stateOf(kept), ['active 50', 'active 50'])
  })

  it('too large answers 413, of another content type 415; only refused ones are limited: 429', async (t) => {
    const { intent } = await waiting()
    const large = signedEvent('payment_intent.succeeded', { ...intent(), more: 'x'.repeat(262_144) })
    assertRefused(await send(shop, large), 413, 'PAYLOAD_TOO_LARGE')
    const { payload, headers } = signedEvent('payment_intent.succeeded', intent())
    const text = { payload, headers: { ...headers, 'content-type': 'text/plain' } }
    assertRefused(await send(shop, text), 415, 'UNSUPPORTED_MEDIA_TYPE')
    const limited = await startTestApp(
      { ...shop.stripe.variables, RATE_LIMIT_PER_MINUTE: '3' },
      shop.service.databaseUrl,
    )
    t.after(() => limited.close())
    const at = { service: limited }
    for (let time = 0; time < 5; time++) assert.equal((await send(at, { payload, headers })).status, 200)
    const forged = { payload: `${payload} `, headers }
    for (let time = 0; time < 3; time++) assert.equal((await send(at, forged)).status, 400)
    assertRefused(await send(at, forged), 429, 'RATE_LIMITED')
    assert.equal((await send(at, { payload, headers })).status, 200)
  })

  it('where Stripe is not set up answers 404; the method is not offered', async (t) => {
    const service = await buildTestApp(t)
    const merchant = await makeMerchant(service)
    assertRefused(await send({ service }, signedEvent('payment_intent.succeeded', {})), 404, 'NOT_FOUND')
    const { pay, shopper } = await placeCardOrder({ ...shop, service, merchant })
    assertRefused(await pay('pm_card_visa'), 400, 'VALIDATION_ERROR')
    const { methods } = (await shopper.get('/payments/methods')).body.data
    assert.ok(methods.every(({ provider }: { provider: string }) => provider === 'test'))
  })
})
