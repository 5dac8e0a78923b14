import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { renderOrderTable, sealToken, selectOrder } from '#src/modules/orders/index.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { startTestApp, type TestAnswer, unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { assertRefused, makePaidOrder, placeOrder } from '#test/support/orders.ts'
import { setShop } from '#test/support/returns.ts'
import { makeGiftCard } from '#test/support/stored-value.ts'

/** Without a session: by the link in an order's mails. */
describeShop('an order by its link', ({ service, shop: merchant }) => {
  before(async () => {
    await setShop(service, merchant, { withdrawal: true, name: 'Mugs <&> More' })
  })

  const day = 86_400
  const tokenOf = (orderId: string, merchantId = merchant.id, days = 60) =>
    sealToken(service.deps.seal, { merchantId, orderId, until: Math.floor(Date.now() / 1000) + days * day })

  async function paid(quantities: number[] = [2]) {
    const made = await makePaidOrder(service, merchant, quantities)
    const token = tokenOf(made.order.id)
    return { ...made, token, product: made.products[0]?.id ?? '' }
  }
  const get = (url: string) => service.request('GET', url)
  const post = (url: string, body?: unknown, key?: string) =>
    service.request('POST', url, {
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
      ...(body !== undefined && { body }),
    })

  it('GET /orders/by-token/{token} answers 200 with the order and what it can do', async () => {
    const { token, order, product } = await paid()
    const { status, body, headers } = await get(`/orders/by-token/${token}`)
    assert.equal(status, 200)
    const { withdrawal, returns, ...shown } = body.data
    assert.deepEqual(shown.id, order.id)
    assert.deepEqual(withdrawal, {
      available: true,
      until: null,
      items: [{ line: 1, product_id: product, quantity: 2 }],
    })
    assert.deepEqual([returns, headers['cache-control'], headers['referrer-policy']], [[], 'no-store', 'no-referrer'])
    assertRefused(await get(`/orders/by-token/${token}?full=true`), 400, 'VALIDATION_ERROR')
  })

  it('of a wrong, an ended, another shop’s token, and of an erased account, it answers 404 alike', async () => {
    const { token, order, shopper } = await paid()
    const rival = await makeMerchant(service)
    const changed = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
    const wrong = [changed, 'x', tokenOf(order.id, rival.id), tokenOf(newId()), tokenOf(order.id, merchant.id, 0)]
    const answers = async (of: readonly string[]) =>
      Promise.all(
        of.flatMap((one) => [
          get(`/orders/by-token/${one}`),
          post(`/orders/by-token/${one}/withdraw`),
          post(`/orders/by-token/${one}/payments`, { method: 'test_success' }),
          post(`/orders/by-token/${one}/returns`, {
            items: [{ product_id: newId(), quantity: 1, reason: 'other' }],
          }),
        ]),
      )
    for (const answer of await answers(wrong)) assertRefused(answer, 404, 'NOT_FOUND')
    const body = { current_password: shopper.password }
    await service.request('DELETE', '/user/profile', { headers: shopper.headers, body })
    for (const answer of await answers([token])) assertRefused(answer, 404, 'NOT_FOUND')
  })

  it('POST /orders/by-token/{token}/withdraw answers 201 once per key; wrong bodies are refused', async () => {
    const { token, product } = await paid()
    const url = `/orders/by-token/${token}/withdraw`
    const items = [{ product_id: product, quantity: 1 }]
    const key = unique('a key of some length')
    const [first, again] = [await post(url, { items }, key), await post(url, { items }, key)]
    assert.deepEqual([first.status, again.body.data.return.id], [201, first.body.data.return.id])
    assert.deepEqual(first.body.data.order.refunded_total, 19.99)
    assertRefused(await post(url, {}, key), 422, 'IDEMPOTENCY_KEY_REUSED')
    assertRefused(await post(url, {}, 'short'), 400, 'VALIDATION_ERROR')
    assertRefused(await post(url, { items: [] }), 400, 'VALIDATION_ERROR')
    assertRefused(await post(url, { items: [{ product_id: product, quantity: 9 }] }), 409, 'INVALID_TRANSITION')
    // Another order's requests may use the same key.
    const other = await paid()
    assert.equal((await post(`/orders/by-token/${other.token}/withdraw`, {}, key)).status, 201)
  })

  it('POST /orders/by-token/{token}/returns answers 201 for sent units; wrong bodies are refused', async () => {
    const { token, product, fulfil } = await paid()
    const url = `/orders/by-token/${token}/returns`
    const items = [{ product_id: product, quantity: 1, reason: 'damaged' }]
    assertRefused(await post(url, { items }), 409, 'INVALID_TRANSITION')
    await fulfil()
    const key = unique('a key of some length')
    const { status, body } = await post(url, { items }, key)
    assert.deepEqual([status, body.data.status], [201, 'requested'])
    assertRefused(await post(url, { items: [{ ...items[0], quantity: 2 }] }, key), 422, 'IDEMPOTENCY_KEY_REUSED')
    assertRefused(await post(url, {}), 400, 'VALIDATION_ERROR')
    const shown = (await get(`/orders/by-token/${token}`)).body.data
    assert.deepEqual(
      [shown.returns[0].id, shown.withdrawal.items],
      [body.data.id, [{ line: 1, product_id: product, quantity: 1 }]],
    )
  })

  it('refuses other content types and large bodies', async () => {
    const { token } = await paid()
    for (const action of ['withdraw', 'returns', 'payments']) {
      const url = `/orders/by-token/${token}/${action}`
      const headers = { 'content-type': 'text/plain' }
      const text = await service.request('POST', url, { headers, payload: 'x' })
      assertRefused(text, 415, 'UNSUPPORTED_MEDIA_TYPE')
      assertRefused(await post(url, { items: 'x'.repeat(300_000) }), 413, 'PAYLOAD_TOO_LARGE')
    }
  })

  /** An order that waits for its payment, with a link. */
  async function unpaid() {
    const { order } = await placeOrder(service, merchant)
    return { ...order, token: tokenOf(order.id) }
  }

  it('POST /orders/by-token/{token}/payments answers 201 once per key, and pays this order alone', async () => {
    const [order, other] = [await unpaid(), await unpaid()]
    const url = `/orders/by-token/${order.token}/payments`
    const declined = await post(url, { method: 'test_decline' })
    assert.deepEqual([declined.status, declined.body.data.payment.status], [201, 'failed'])
    const key = unique('a key of some length')
    const [first, again] = [
      await post(url, { method: 'test_success' }, key),
      await post(url, { method: 'test_success' }, key),
    ]
    assert.deepEqual([first.status, first.body.data.order.payment_status], [201, 'paid'])
    assert.deepEqual(again.body, first.body)
    assertRefused(await post(url, { method: 'test_decline' }, key), 422, 'IDEMPOTENCY_KEY_REUSED')
    assertRefused(await post(url, { method: 'test_success' }), 409, 'INVALID_TRANSITION')
    assert.equal((await get(`/orders/by-token/${order.token}`)).body.data.payment_status, 'paid')
    assert.equal((await get(`/orders/by-token/${other.token}`)).body.data.payment_status, 'unpaid')
  })

  it('POST /orders/by-token/{token}/payments takes a gift card, and no store credit without a session', async () => {
    const { token, total } = await unpaid()
    const url = `/orders/by-token/${token}/payments`
    for (const body of [{}, { method: 'gold' }, { method: 'store_credit' }, { method: 'gift_card' }]) {
      assertRefused(await post(url, body), 400, 'VALIDATION_ERROR')
    }
    assertRefused(await post(url, { method: 'gift_card', code: 'WRONG' }), 409, 'GIFT_CARD_UNAVAILABLE')
    const { code } = await makeGiftCard(service, merchant, total)
    const paid = await post(url, { method: 'gift_card', code })
    assert.deepEqual([paid.status, paid.body.data.order.payment_status], [201, 'paid'])
  })

  it('a storefront’s server may name its shopper; unknown keys and those of another shop are refused', async () => {
    const { token } = await paid()
    const body = { kind: 'storefront', name: 'Server' }
    const keyOf = async ({ owner }: TestMerchant) =>
      (await service.request('POST', '/admin/api-keys', { headers: owner.headers, body })).body.data.key as string
    const own = { 'storefront-key': await keyOf(merchant), 'shopper-address': '192.0.2.7' }
    assert.equal((await service.request('GET', `/orders/by-token/${token}`, { headers: own })).status, 200)
    const rival = { 'storefront-key': await keyOf(await makeMerchant(service)), 'merchant-id': merchant.id }
    for (const [headers, status, code] of [
      [{ 'storefront-key': 'sk_unknown' }, 401, 'UNAUTHORIZED'],
      [rival, 403, 'MERCHANT_ACCESS_DENIED'],
      [{ 'shopper-address': '192.0.2.7' }, 400, 'VALIDATION_ERROR'],
    ] as const) {
      assertRefused(await service.request('GET', `/orders/by-token/${token}`, { headers }), status, code)
      for (const action of ['withdraw', 'returns', 'payments']) {
        const url = `/orders/by-token/${token}/${action}`
        assertRefused(await service.request('POST', url, { headers, body: {} }), status, code)
      }
    }
  })

  it('POST /orders/by-token/{token}/payments more often than 10 times a minute answers 429', async (t) => {
    const limited = await startTestApp({ RATE_LIMIT_PER_MINUTE: '1000' })
    t.after(() => limited.close())
    const shop = await makeMerchant(limited)
    const key = { merchantId: shop.id, orderId: (await placeOrder(limited, shop)).order.id, until: 4_000_000_000 }
    const pay = () =>
      limited.request('POST', `/orders/by-token/${sealToken(limited.deps.seal, key)}/payments`, {
        body: { method: 'test_decline' },
      })
    for (let n = 0; n < 10; n++) assert.equal((await pay()).status, 201)
    assertRefused(await pay(), 429, 'RATE_LIMITED')
  })

  const text = ({ body }: TestAnswer) => String(body)
  const send = (url: string, fields: Record<string, string>) =>
    service.request('POST', url, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })

  it('its page has no script; two buttons withdraw, as article 11a asks', async () => {
    const { token, order } = await paid()
    const page = await get(`/orders/${token}`)
    assert.equal(page.status, 200)
    assert.ok(text(page).includes('Withdraw from contract here') && text(page).includes(order.order_number))
    assert.ok(text(page).includes('Mugs &#60;&#38;&#62; More') && !text(page).includes('<script'))
    assert.match(String(page.headers['content-security-policy']), /script-src 'none'.*form-action 'self'/)
    const confirm = await get(`/orders/${token}/withdraw`)
    assert.ok(text(confirm).includes('Confirm withdrawal') && text(confirm).includes(`units-1`))

    for (const [units, status] of [
      ['x', 400],
      ['0', 400],
      ['9', 409],
    ] as const) {
      const refused = await send(`/orders/${token}/withdraw`, { 'units-1': units })
      assert.deepEqual([refused.status, text(refused).includes('role="alert"')], [status, true], units)
    }
    const done = await send(`/orders/${token}/withdraw`, { 'units-1': '2' })
    assert.deepEqual([done.status, done.headers['location']], [303, `/orders/${token}`])
    const after = text(await get(`/orders/${token}`))
    assert.ok(after.includes('Cancelled') && after.includes('Withdrawal of') && !after.includes('Withdraw from'))
    const again = await get(`/orders/${token}/withdraw`)
    assert.ok(!text(again).includes('Confirm withdrawal'))
    assert.equal((await send(`/orders/${token}/withdraw`, {})).status, 409)
  })

  it('its page leads to the payment of an order that waits for one', async () => {
    const { token } = await unpaid()
    assert.ok(text(await get(`/orders/${token}`)).includes(`action="/orders/${token}/pay"`))
    const { status, headers } = await send(`/orders/${token}/pay`, {})
    assert.equal(status, 303)
    const page = new URL(String(headers['location'])).pathname
    const paid = await service.request('POST', page, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'method=test_success',
    })
    assert.equal(paid.status, 303)
    assert.ok(!text(await get(`/orders/${token}`)).includes('/pay"'))
    assert.equal((await send(`/orders/${token}/pay`, {})).headers['location'], `/orders/${token}`)
  })

  it('its page says how each refund goes back, and of money that nobody moved not that it moved', async () => {
    const { token, id, total } = await unpaid()
    const { headers } = merchant.owner
    const at = `/admin/orders/${id}`
    const rest = total - 1
    for (const body of [
      { method: 'manual', amount: 1 },
      { method: 'manual', amount: rest },
    ])
      assert.equal((await service.request('POST', `${at}/payments`, { headers, body })).status, 201)
    const refund = (amount: number) => service.request('POST', `${at}/refunds`, { headers, body: { amount } })
    assert.equal((await refund(rest)).body.data.refund.status, 'pending')
    assert.equal((await refund(0.5)).status, 201)
    const shown = async (language: string) =>
      text(await service.request('GET', `/orders/${token}`, { headers: { 'accept-language': language } }))
    const english = await shown('en')
    assert.match(english, new RegExp(`<dt>The shop will pay it back itself</dt><dd>£${(rest + 0.5).toFixed(2)}</dd>`))
    assert.ok(!english.includes('efunded'))
    const german = await shown('de')
    assert.ok(german.includes('<dt>Zahlt Ihnen der Shop selbst zurück</dt>') && !german.includes('rstattet'))
  })

  it('its page tells a refund that moved from one on its way, and leaves out what was refused', async () => {
    const { token, order } = await paid()
    const { headers } = merchant.owner
    const path = `/admin/orders/${order.id}/refunds`
    assert.equal((await service.request('POST', path, { headers, body: { amount: 3 } })).status, 201)
    assert.ok(text(await get(`/orders/${token}`)).includes('<dt>Refunded the way you paid</dt><dd>£3.00</dd>'))
    const row = await selectOrder(service.deps.db, { merchantId: merchant.id, orderId: order.id })
    const [refund] = row?.refunds ?? []
    const [part] = refund?.parts ?? []
    if (row === undefined || refund === undefined || part === undefined) throw new Error('it has no refund')
    const page = (...parts: Partial<typeof part>[]) =>
      renderOrderTable({ ...row, refunds: parts.map((one) => ({ ...refund, parts: [{ ...part, ...one }] })) }, 'en')
    assert.match(page({ status: 'pending' }), /<dt>Will be refunded the way you paid<\/dt><dd>£3\.00/)
    assert.ok(!page({ status: 'failed' }).includes('£3.00'))
    const both = page({ method: 'gift_card' }, { method: 'store_credit' }, { by_hand: true }, {}, {})
    for (const line of [
      'Back on your gift card</dt><dd>£3.00',
      'Added to your store credit</dt><dd>£3.00',
      'The shop will pay it back itself</dt><dd>£3.00',
      'Refunded the way you paid</dt><dd>£6.00',
    ])
      assert.ok(both.includes(line), line)
  })

  it('a page of a wrong token answers 404 with a page', async () => {
    for (const answer of [await get('/orders/wrong'), await send('/orders/wrong/withdraw', {})]) {
      assert.equal(answer.status, 404)
      assert.ok(text(answer).includes('No such order'))
    }
    const { headers, status } = await get('/orders/lookup')
    assert.deepEqual([status, headers['content-type']], [405, 'application/json; charset=utf-8'])
  })
})
