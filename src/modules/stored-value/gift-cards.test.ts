import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { assertRefused, makeOlder, makeShopper, type TestShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { grantCredit, makeGiftCard, payWith, readGiftCard } from '#test/support/stored-value.ts'
import { expireUnpaidOrders } from '../settlement/jobs.ts'

describeShop('gift cards and store credit', { LOGIN_LIMIT_PER_MINUTE: '0' }, ({ service, shop: merchant }) => {
  const staff = (method: 'GET' | 'POST', path: string, body?: object, headers = merchant.owner.headers) =>
    service.request(method, path, { headers, ...(body && { body }) })

  /** An order of 40.00. */
  async function placed(shopper?: TestShopper) {
    const buyer = shopper ?? (await makeShopper(service, merchant))
    const product = await makeProduct(service, merchant, { onHand: 9, price: 10 })
    const items = [{ product_id: product.id, quantity: 4 }]
    const order = (await buyer.order(items)).body.data
    const pay = (code?: string, key?: string) => payWith(service, buyer.headers, order.id, code, key)
    return {
      shopper: buyer,
      order,
      items,
      pay,
      current: async () => (await buyer.get(`/user/orders/${order.id}`)).body.data,
    }
  }

  const balanceOf = (shopper: TestShopper, code: string) =>
    service.request('POST', '/user/gift-cards/balance', { headers: shopper.headers, body: { code } })

  it('POST /admin/gift-cards answers 201 with the code, which is stored hashed and not told again', async () => {
    const card = await makeGiftCard(service, merchant, 50, { note: 'Birthday' })
    assert.equal(card.code.replaceAll('-', '').length, 16)
    assert.equal(card.last_four, card.code.slice(-4))
    const read = await readGiftCard(service, merchant, card.id)
    assert.deepEqual([read.code, read.balance, read.status, read.note], [undefined, 50, 'active', 'Birthday'])
    assert.deepEqual(
      read.ledger.map((entry: Record<string, unknown>) => [
        entry['number'],
        entry['kind'],
        entry['origin'],
        entry['amount'],
        entry['balance'],
      ]),
      [[1, 'issued', 'granted', 50, 50]],
    )
    const { rows } = await sql<{ row: string }>`
      select account::text as row from stored_value_accounts account where id = ${card.id}`.execute(service.deps.db)
    assert.ok(!rows[0]?.row.includes(card.code.replaceAll('-', '')))
    const listed = (await staff('GET', `/admin/gift-cards?q=${card.last_four}&status=active`)).body.data.items
    assert.ok(listed.some(({ id }: { id: string }) => id === card.id))
    const log = await staff('GET', `/admin/audit-log?target=${card.id}`)
    assert.equal(log.body.data.items[0].action, 'gift_card.created')
    assert.ok(!JSON.stringify(log.body).includes(card.code))
  })

  it('POST /admin/gift-cards with a wrong amount or end answers 400 with the field', async () => {
    const faults = [
      [{ amount: 0 }, 'amount'],
      [{ amount: 1.001 }, 'amount'],
      [{ amount: 5, expires_at: '2020-01-01T00:00:00.000Z' }, 'expires_at'],
      [{ amount: 5, origin: 'sold', expires_at: new Date(Date.now() + 86_400_000).toISOString() }, 'expires_at'],
      [{ amount: 5, email: 'nobody' }, 'email'],
    ] as const
    for (const [body, field] of faults) {
      const refused = await staff('POST', '/admin/gift-cards', body)
      assertRefused(refused, 400, 'VALIDATION_ERROR')
      assert.equal(refused.body.error.details[0].field, field)
    }
  })

  it('POST /user/orders/{id}/payments with a gift card takes what is there, and a card pays the rest', async () => {
    const { shopper, order, pay, current } = await placed()
    const { id, code } = await makeGiftCard(service, merchant, 15)
    const part = (await pay(code)).body.data
    assert.deepEqual(
      [part.payment.method, part.payment.amount, part.payment.provider],
      ['gift_card', 15, 'stored_value'],
    )
    assert.deepEqual([part.order.payment_status, part.order.amount_due], ['partially_paid', 25])
    assert.equal((await readGiftCard(service, merchant, id)).status, 'spent')
    assertRefused(await pay(code), 409, 'GIFT_CARD_UNAVAILABLE')
    assert.equal((await shopper.pay(order.id)).body.data.payment.amount, 25)
    assert.deepEqual([(await current()).payment_status, (await current()).status], ['paid', 'paid'])
  })

  it('a gift card worth more than is due pays all, and keeps the rest', async () => {
    const { pay, current } = await placed()
    const { id, code } = await makeGiftCard(service, merchant, 100)
    const key = unique('key')
    const paid = await pay(code.toLowerCase().replaceAll('-', ' '), key)
    assert.deepEqual([paid.status, paid.body.data.order.status], [201, 'paid'])
    assert.deepEqual((await pay(code.toLowerCase().replaceAll('-', ' '), key)).body, paid.body)
    assertRefused(await pay(code), 409, 'INVALID_TRANSITION')
    assert.equal((await readGiftCard(service, merchant, id)).balance, 60)
    assert.equal((await current()).amount_due, 0)
  })

  it('an unknown, spent, expired, disabled or foreign code is one and the same 409 GIFT_CARD_UNAVAILABLE', async () => {
    const { shopper, pay } = await placed()
    const other = await makeMerchant(service)
    const disabled = await makeGiftCard(service, merchant, 5)
    assert.equal((await staff('POST', `/admin/gift-cards/${disabled.id}/disable`)).body.data.status, 'disabled')
    const expired = await makeGiftCard(service, merchant, 5)
    await sql`update stored_value_accounts set expires_at = now() where id = ${expired.id}`.execute(service.deps.db)
    const spent = await makeGiftCard(service, merchant, 5)
    await staff('POST', `/admin/gift-cards/${spent.id}/adjust`, { amount: -5, reason: 'Lost' })
    const foreign = await makeGiftCard(service, other, 5)
    const answers = []
    for (const code of [disabled.code, expired.code, spent.code, foreign.code, '0000-0000-0000-0000', 'x'])
      answers.push(
        await pay(code),
        await balanceOf(shopper, code),
        await shopper.quote((await placed()).items, { gift_cards: [code] }),
      )
    for (const answer of answers) assertRefused(answer, 409, 'GIFT_CARD_UNAVAILABLE')
    assert.equal(new Set(answers.map(({ body }) => body.error.message)).size, 1)
  })

  it('POST /user/gift-cards/balance and quotes say what a card has and would pay', async () => {
    const { shopper, items } = await placed()
    const [one, two] = [await makeGiftCard(service, merchant, 15), await makeGiftCard(service, merchant, 30)]
    const { data } = (await balanceOf(shopper, one.code)).body
    assert.deepEqual(data, { last_four: one.last_four, balance: 15, currency: 'GBP', expires_at: null })
    const quote = (await shopper.quote(items, { gift_cards: [one.code, two.code] })).body.data
    assert.deepEqual(quote.gift_cards, [
      { last_four: one.last_four, amount: 15 },
      { last_four: two.last_four, amount: 25 },
    ])
    assert.equal(quote.amount_due, 0)
    assert.equal((await shopper.quote(items)).body.data.gift_cards, undefined)
    assertRefused(await shopper.order(items, { gift_cards: [one.code] }), 400, 'VALIDATION_ERROR')
  })

  it('of 30 payments with one card by two processes at once the balance is never below 0', async (t) => {
    const second = await startTestApp({ LOGIN_LIMIT_PER_MINUTE: '0' }, service.databaseUrl)
    t.after(() => second.close())
    const { id, code } = await makeGiftCard(service, merchant, 100)
    const orders = await Promise.all(Array.from({ length: 5 }, () => placed()))
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => {
        const { shopper, order } = orders[index % 5] as (typeof orders)[number]
        return payWith(index % 2 ? service : second, shopper.headers, order.id, code)
      }),
    )
    const paid = answers.filter(({ status }) => status === 201).map(({ body }) => body.data.payment.amount)
    assert.equal(
      paid.reduce((sum, amount) => sum + amount, 0),
      100,
    )
    for (const { status, body } of answers)
      if (status !== 201)
        assert.ok(
          ['GIFT_CARD_UNAVAILABLE', 'INVALID_TRANSITION', 'CONFLICT'].includes(body.error.code),
          body.error.code,
        )
    const { balance, ledger } = await readGiftCard(service, merchant, id)
    assert.equal(balance, 0)
    assert.deepEqual(
      ledger.map(({ number }: { number: number }) => number),
      Array.from({ length: ledger.length }, (_, at) => ledger.length - at),
    )
  })

  it('POST /admin/users/{id}/store-credit answers 201; it pays, and is the owner’s alone', async () => {
    const { shopper, order, pay } = await placed()
    assertRefused(await pay(), 409, 'GIFT_CARD_UNAVAILABLE')
    assert.deepEqual((await shopper.get('/user/store-credit')).body.data, { balance: 0, currency: 'GBP', ledger: [] })
    assert.equal((await grantCredit(service, merchant, shopper.id, 30)).body.data.balance, 30)
    assert.equal((await staff('GET', `/admin/users/${shopper.id}/store-credit`)).body.data.ledger[0].reason, 'Goodwill')
    assert.equal((await pay()).body.data.payment.amount, 30)
    const { balance, ledger } = (await shopper.get('/user/store-credit')).body.data
    assert.deepEqual(
      [balance, ledger[0].kind, ledger[0].origin, ledger[0].order_id, ledger[1].reason],
      [0, 'paid', 'granted', order.id, null],
    )
    const exported = await shopper.get('/user/export')
    assert.equal(exported.body.data.store_credit.length, 2)
    const stranger = await makeMerchant(service)
    assertRefused(await grantCredit(service, stranger, shopper.id, 5), 404, 'NOT_FOUND')
    const less = await grantCredit(service, merchant, shopper.id, -1)
    assertRefused(less, 400, 'VALIDATION_ERROR')
    assert.equal(less.body.error.details[0].field, 'amount')
  })

  it('a refund gives value back to where it came from, good for 60 days at least', async () => {
    const { shopper, order, pay } = await placed()
    const soon = new Date(Date.now() + 86_400_000).toISOString()
    const card = await makeGiftCard(service, merchant, 15, { expires_at: soon })
    await grantCredit(service, merchant, shopper.id, 10)
    await pay(card.code)
    await pay()
    await shopper.pay(order.id)
    const refunded = (await staff('POST', `/admin/orders/${order.id}/refunds`, { amount: 30 })).body.data
    assert.deepEqual(
      refunded.refund.parts.map((part: Record<string, unknown>) => [part['method'], part['amount'], part['status']]),
      [
        ['test_success', 15, 'succeeded'],
        ['store_credit', 10, 'succeeded'],
        ['gift_card', 5, 'succeeded'],
      ],
    )
    const { balance, status, expires_at } = await readGiftCard(service, merchant, card.id)
    assert.deepEqual([balance, status], [5, 'active'])
    assert.ok(new Date(expires_at).getTime() > Date.now() + 59 * 86_400_000)
    assert.equal((await shopper.get('/user/store-credit')).body.data.balance, 10)
    assertRefused(await staff('POST', `/admin/orders/${order.id}/refunds`, { amount: 10.01 }), 409, 'REFUND_TOO_LARGE')
  })

  for (const ends of ['cancelled', 'expired'] as const)
    it(`an order that is ${ends} partly paid gives the value back at once, to an expired card too`, async () => {
      const { shopper, order, pay, current } = await placed()
      const card = await makeGiftCard(service, merchant, 15, {
        expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      })
      await pay(card.code)
      await sql`update stored_value_accounts set expires_at = now() where id = ${card.id}`.execute(service.deps.db)
      if (ends === 'cancelled') assert.equal((await shopper.cancel(order.id)).body.data.payment_status, 'refunded')
      else {
        await makeOlder(service, [order.id], 4_000)
        await expireUnpaidOrders.run(service.deps)
      }
      assert.deepEqual([(await current()).status, (await current()).payment_status], ['cancelled', 'refunded'])
      const { balance, status } = await readGiftCard(service, merchant, card.id)
      assert.deepEqual([balance, status], [15, 'active'])
    })

  it('a refund asked for again gives value back once', async () => {
    const { pay, current } = await placed()
    const { id, code } = await makeGiftCard(service, merchant, 15)
    const { payment } = (await pay(code)).body.data
    const provider = service.deps.paymentProviders.find(({ name }) => name === 'stored_value')
    const wanted = { merchantId: merchant.id, paymentId: payment.id, account: null, reference: null, currency: 'GBP' }
    const refund = { ...wanted, refundId: crypto.randomUUID(), attempt: 1, amountMinor: 500 }
    for (const _ of [1, 2, 3])
      assert.equal((await provider?.refund(refund, AbortSignal.timeout(5_000)))?.status, 'succeeded')
    assert.equal((await readGiftCard(service, merchant, id)).balance, 5)
    const more = { ...refund, refundId: crypto.randomUUID(), amountMinor: 1_001 }
    assert.equal((await provider?.refund(more, AbortSignal.timeout(5_000)))?.status, 'failed')
    assert.equal((await current()).payment_status, 'partially_paid')
  })

  it('value leaves no less than a provider can charge, else 409 REMAINDER_TOO_SMALL', async (t) => {
    const { deps } = service
    const before = deps.paymentProviders
    t.after(() => {
      deps.paymentProviders = before
    })
    deps.paymentProviders = before.map((one) => (one.name === 'test' ? { ...one, minimumOf: () => 4_000 } : one))
    const { pay } = await placed()
    const { code, id } = await makeGiftCard(service, merchant, 20)
    assertRefused(await pay(code), 409, 'REMAINDER_TOO_SMALL')
    assert.equal((await readGiftCard(service, merchant, id)).balance, 20)
    deps.paymentProviders = before.map((one) => (one.name === 'test' ? { ...one, minimumOf: () => 3_000 } : one))
    assert.equal((await pay(code)).body.data.payment.amount, 10)
  })

  it('POST /user/orders/{id}/payments with fields of another method answers 400 with the field', async () => {
    const { shopper, order } = await placed()
    const faults = [
      [{ method: 'gift_card' }, 'code'],
      [{ method: 'store_credit', code: 'x' }, 'code'],
      [{ method: 'test_success', code: 'x' }, 'code'],
      [{ method: 'gift_card', code: 'x', return_url: 'https://a.example' }, 'return_url'],
    ] as const
    for (const [body, field] of faults) {
      const refused = await service.request('POST', `/user/orders/${order.id}/payments`, {
        headers: shopper.headers,
        body,
      })
      assertRefused(refused, 400, 'VALIDATION_ERROR')
      assert.equal(refused.body.error.details[0].field, field)
    }
  })

  it('POST /admin/gift-cards/{id}/disable and /adjust of another shop answer 404 NOT_FOUND', async () => {
    const other = await makeMerchant(service)
    const { id } = await makeGiftCard(service, other, 5)
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', '/disable', undefined],
      ['POST', '/adjust', { amount: 1, reason: 'x' }],
    ] as const)
      assertRefused(await staff(method, `/admin/gift-cards/${id}${path}`, body), 404, 'NOT_FOUND')
  })
})
