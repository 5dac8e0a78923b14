import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { unique } from '#test/support/app.ts'
import { started } from '#test/support/describe-shop.ts'
import { assertRefused } from '#test/support/orders.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { cutOff, logged, placeCardOrder, startStripeShop } from '#test/support/stripe-shop.ts'

describe('card payments', () => {
  const shop = started(startStripeShop)

  const placed = () => placeCardOrder(shop)
  const needsAction = 'pm_card_threeDSecure2Required'

  it('POST /user/orders/{id}/payments with a card answers 201 and pays the order', async () => {
    const { pay, current, intents } = await placed()
    const answer = await pay('pm_card_visa')
    assert.equal(answer.status, 201)
    const { payment, order } = answer.body.data
    const [intent, ...more] = intents()
    assert.deepEqual(more, [])
    assert.deepEqual(
      [payment.status, payment.reference, payment.next_action, order.payment_status],
      ['succeeded', intent?.id, null, 'paid'],
    )
    assert.deepEqual(
      [intent?.amount, intent?.currency, intent?.metadata],
      [2500, 'gbp', { payment_id: payment.id, merchant_id: shop.merchant.id, order_id: order.id }],
    )
    assert.equal((await current()).status, 'paid')
  })

  it('POST /user/orders/{id}/payments with a declined card answers 201 with a code, and can be repeated', async () => {
    const { pay } = await placed()
    const codes: Record<string, string> = {
      pm_card_chargeDeclined: 'card_declined',
      pm_card_chargeDeclinedStolenCard: 'card_declined',
      pm_card_chargeDeclinedInsufficientFunds: 'insufficient_funds',
      pm_card_chargeDeclinedExpiredCard: 'expired_card',
      pm_card_chargeDeclinedIncorrectCvc: 'incorrect_cvc',
      pm_card_chargeDeclinedProcessingError: 'processing_error',
      pm_of_nobody: 'payment_method_invalid',
    }
    for (const [card, failure] of Object.entries(codes)) {
      const { payment, order } = (await pay(card)).body.data
      assert.deepEqual([payment.status, payment.failure, order.status], ['failed', failure, 'pending'], card)
    }
    assert.equal((await pay('pm_card_visa')).body.data.order.status, 'paid')
  })

  it('a card that needs 3-D Secure: requires_action for the shopper alone, then paid', async () => {
    const { shopper, order, pay, path, payments, settle, current, intents } = await placed()
    const { payment } = (await pay(needsAction)).body.data
    const client_secret = intents()[0]?.client_secret
    assert.deepEqual(
      [payment.status, payment.next_action],
      ['requires_action', { type: 'authenticate', client_secret }],
    )
    assert.deepEqual((await payments())[0], payment)
    const staff = await shop.service.request('GET', path.replace('/user', '/admin'), {
      headers: shop.merchant.owner.headers,
    })
    assert.deepEqual(staff.body.data.items, [{ ...payment, next_action: null }])

    const exported = await shop.service.request('GET', '/user/export', { headers: shopper.headers })
    assert.ok(JSON.stringify(exported.body).includes(payment.id))

    await settle()
    assert.equal((await current()).status, 'pending')
    shop.stripe.authenticate(payment.reference, true)
    await settle()
    assert.deepEqual([(await current()).status, (await payments())[0].next_action], ['paid', null])

    const events = await eventsOf(shop.service, shop.merchant.id)
    const rows = await sql`select payments::text, next_action is null as cleared from payments
                            where order_id = ${order.id}`.execute(shop.service.deps.db)
    for (const text of [JSON.stringify(exported.body), JSON.stringify(events), JSON.stringify(rows.rows)])
      assert.ok(!text.includes(String(client_secret)))
    assert.ok(events.some(({ data }) => data.payment?.id === payment.id && data.payment.next_action === null))
  })

  it('with a return_url 3-D Secure is a page of the bank', async () => {
    const { pay, intents } = await placed()
    const { payment } = (await pay(needsAction, { return_url: 'https://shop.example/paid?order=1' })).body.data
    const [intent] = intents()
    assert.deepEqual(payment.next_action, { type: 'redirect', url: `https://hooks.stripe.example/3ds/${intent?.id}` })
    assert.equal(intent?.next_action?.redirect_to_url?.return_url, 'https://shop.example/paid?order=1')
  })

  it('3-D Secure that the shopper fails: the payment has failed, and nobody can confirm its intent', async () => {
    const { pay, payments, settle, intents } = await placed()
    const { payment } = (await pay(needsAction)).body.data
    shop.stripe.authenticate(payment.reference, false)
    await settle()
    const [failed] = await payments()
    assert.deepEqual(
      [failed.status, failed.failure, intents()[0]?.status],
      ['failed', 'authentication_failed', 'canceled'],
    )
  })

  it('without a card the shopper confirms in the page, also again after a decline', async () => {
    const { pay, settle, payments, current } = await placed()
    const { payment } = (await pay()).body.data
    assert.deepEqual([payment.status, payment.next_action.type], ['requires_action', 'confirm'])
    const { client_secret } = payment.next_action
    await shop.stripe.confirmInPage(client_secret, 'pm_card_chargeDeclined')
    await settle()
    assert.deepEqual((await payments())[0].next_action, payment.next_action)
    await shop.stripe.confirmInPage(client_secret, needsAction)
    await settle()
    assert.deepEqual((await payments())[0].next_action, payment.next_action)
    shop.stripe.authenticate(payment.reference, true)
    await settle()
    assert.equal((await current()).status, 'paid')
  })

  it('another payment takes the place of one that waits, whose intent is cancelled', async () => {
    const { pay, payments, intents } = await placed()
    const first = (await pay(needsAction)).body.data.payment
    const second = (await pay()).body.data.payment
    const third = (await pay('pm_card_visa', { key: unique('key') })).body.data
    assert.equal(third.order.status, 'paid')
    assert.deepEqual(
      (await payments()).map(({ id, status, failure }: Record<string, string>) => [id, status, failure]),
      [
        [third.payment.id, 'succeeded', null],
        [second.id, 'failed', 'not_completed'],
        [first.id, 'failed', 'not_completed'],
      ],
    )
    assert.deepEqual(
      intents()
        .map(({ status }) => status)
        .sort(),
      ['canceled', 'canceled', 'succeeded'],
    )
  })

  it('another payment after 3-D Secure has passed answers 409, and the first pays the order', async () => {
    const { pay, current, intents } = await placed()
    const { payment } = (await pay(needsAction)).body.data
    shop.stripe.authenticate(payment.reference, true)
    assertRefused(await pay('pm_card_visa'), 409, 'INVALID_TRANSITION')
    assert.deepEqual([(await current()).status, intents().length], ['paid', 1])
  })

  it('another payment while Stripe does not answer answers 409 CONFLICT', async () => {
    const { pay } = await placed()
    await pay(needsAction)
    await cutOff(shop, 'before', /cancel|GET/, async () => assertRefused(await pay('pm_card_visa'), 409, 'CONFLICT'))
    assert.equal((await pay('pm_card_visa')).body.data.order.status, 'paid')
  })

  it('staff records a payment in cash while the shopper should act: the intent is cancelled', async () => {
    const { pay, path, intents } = await placed()
    await pay(needsAction)
    const recorded = await shop.service.request('POST', path.replace('/user', '/admin'), {
      headers: shop.merchant.owner.headers,
      body: { method: 'manual' },
    })
    assert.deepEqual([recorded.status, intents()[0]?.status], [201, 'canceled'])
  })

  it('ten payments at once leave one intent that can be paid', async () => {
    const { pay, intents } = await placed()
    await pay(needsAction)
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(needsAction)))
    for (const { status, body } of answers) assert.ok(status === 201 || body.error.code === 'CONFLICT')
    assert.deepEqual(intents().filter(({ status }) => status !== 'canceled').length, 1)
  })

  it('GET /payments/methods answers 200 with each method and what a page needs for it', async () => {
    const { shopper } = await placed()
    const { methods } = (await shopper.get('/payments/methods')).body.data
    assert.deepEqual(methods.slice(0, 2), [
      { method: 'stripe', provider: 'stripe', publishable_key: 'pk_test_double', account: null },
      { method: 'test_success', provider: 'test', publishable_key: null, account: null },
    ])
  })

  it('POST /user/orders/{id}/payments with a wrong payment_method or return_url answers 400', async () => {
    const { pay, path, shopper, intents } = await placed()
    const card = { payment_method: 'pm_card_visa' }
    const wrong: Record<string, unknown>[] = [
      ...['', 'visa', 'pm_', 'pm_a b', 'pm_a\u0000', 'tok_visa', 'x'.repeat(256), 7, null, {}].map(
        (payment_method) => ({
          payment_method,
        }),
      ),
      ...['', 'shop.example', 'ftp://a.example', 'javascript:alert(1)', 'https://', 'https://a b', 7, null].map(
        (return_url) => ({ ...card, return_url }),
      ),
      { ...card, return_url: `https://a.example/${'x'.repeat(2_000)}` },
      { return_url: 'https://shop.example/' },
      { method: 'test_success', ...card },
      { method: 'test_success', return_url: 'https://shop.example/' },
      { ...card, card: '4242424242424242' },
    ]
    for (const body of wrong) {
      const answer = await shop.service.request('POST', path, {
        headers: shopper.headers,
        body: { method: 'stripe', ...body },
      })
      assert.deepEqual([answer.status, answer.body.error?.code], [400, 'VALIDATION_ERROR'], JSON.stringify(body))
    }
    assert.deepEqual([intents(), (await pay('pm_card_visa')).status], [[], 201])
  })

  it('a repeated Idempotency-Key answers the same next action; the key is stored sealed', async () => {
    const { pay, intents } = await placed()
    const key = unique('key')
    const first = await pay(needsAction, { key })
    const again = await pay(needsAction, { key })
    assert.deepEqual([again.status, again.body, intents().length], [201, first.body, 1])
  })

  it('Stripe does not answer: 201 with a pending payment, and nothing of the shopper in the log', async () => {
    const { pay, settle, payments } = await placed()
    const log = await logged(shop, async () => {
      await cutOff(shop, 'after', /confirm/, async () => {
        assert.equal((await pay('pm_card_chargeDeclined')).body.data.payment.status, 'pending')
      })
      await cutOff(shop, 'before', /./, () => settle())
    })
    assert.match(log, /Stripe did not carry out the request/)
    await settle()
    assert.equal((await payments())[0].failure, 'card_declined')
    for (const secret of ['Lovelace', '_secret_', 'sk_test', 'pm_card']) assert.ok(!log.includes(secret), secret)
  })
})
