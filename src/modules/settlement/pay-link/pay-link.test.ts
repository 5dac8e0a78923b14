import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { duringAnother } from '#test/support/idempotency.ts'
import { startMailedApp } from '#test/support/mailed-app.ts'
import { assertRefused, moveOrder, placeOrder } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { makeGiftCard } from '#test/support/stored-value.ts'
import { startStripeShop } from '#test/support/stripe-shop.ts'
import { until } from '#test/support/until.ts'

const form = 'application/x-www-form-urlencoded'

/** Payment links through a service. */
function links(service: Pick<Awaited<ReturnType<typeof startTestApp>>, 'app' | 'request'>, shop: TestMerchant) {
  return {
    make: (orderId: string, body: object = {}, more: Record<string, string> = {}) =>
      service.request('POST', `/admin/orders/${orderId}/payment-link`, {
        headers: { ...shop.owner.headers, ...more },
        body,
      }),
    async open(url: string, remoteAddress?: string) {
      return service.app.inject({ url: new URL(url).pathname, ...(remoteAddress && { remoteAddress }) })
    },
    pay: (url: string, method: string, type = form, more: Record<string, string> = {}) =>
      service.app.inject({
        method: 'POST',
        url: new URL(url).pathname,
        headers: { 'content-type': type },
        payload:
          type === form ? new URLSearchParams({ method, ...more }).toString() : JSON.stringify({ method, ...more }),
      }),
  }
}

describeShop('payment links', { LOGIN_LIMIT_PER_MINUTE: '0' }, ({ service, shop }) => {
  const make = (...given: Parameters<ReturnType<typeof links>['make']>) => links(service, shop).make(...given)
  const open = (url: string) => links(service, shop).open(url)
  const pay = (url: string, method: string, type?: string) => links(service, shop).pay(url, method, type)
  const payByCard = (url: string, code: string) => links(service, shop).pay(url, 'gift_card', form, { code })

  async function linked(custom = 'Engraving') {
    const mug = await makeProduct(service, shop, { price: 12.5 })
    const { body } = await service.request('POST', '/admin/orders', {
      headers: shop.owner.headers,
      body: {
        customer: { email: `${unique('caller')}@example.com` },
        items: [{ product_id: mug.id, quantity: 2 }],
        custom_items: [{ name: custom, price: 3, quantity: 1 }],
      },
    })
    const { status, body: made } = await make(body.data.id)
    assert.equal(status, 201)
    const current = async () =>
      (await service.request('GET', `/admin/orders/${body.data.id}`, { headers: shop.owner.headers })).body.data
    return { order: body.data, url: made.data.url as string, expires_at: made.data.expires_at, current }
  }

  it('POST /admin/orders/{id}/payment-link answers 201 with a page that shows the order and is paid', async () => {
    const { order, url, expires_at, current } = await linked('<b>"Engraving"</b>')
    assert.equal(expires_at, order.expires_at)
    const page = await open(url)
    assert.equal(page.statusCode, 200)
    assert.match(String(page.headers['content-security-policy']), /default-src 'none'.*form-action 'self'/)
    assert.doesNotMatch(String(page.headers['content-security-policy']), /stripe|unsafe/)
    assert.equal(page.headers['cache-control'], 'no-store')
    assert.match(page.body, /&#60;b&#62;&#34;Engraving&#34;&#60;\/b&#62;/)
    assert.match(page.body, new RegExp(`${order.order_number}[\\s\\S]*£28.00[\\s\\S]*value="test_success"`))
    assert.doesNotMatch(page.body, /<script|<style| on\w+=/)
    const paid = await pay(url, 'test_success')
    assert.equal(paid.statusCode, 303)
    assert.equal(new URL(String(paid.headers.location), url).href, url)
    const after = await open(url)
    assert.deepEqual([after.statusCode, /Your order is paid/.test(after.body)], [200, true])
    assert.doesNotMatch(after.body, /<form/)
    assert.equal((await current()).payment_status, 'paid')
    assert.equal((await pay(url, 'test_success')).statusCode, 409)
    const { rows } = await sql<{ whole: string }>`
      select row_to_json(payment_links)::text as whole from payment_links`.execute(service.deps.db)
    const token = url.split('/').at(-1) ?? ''
    assert.ok(token.length > 43 && rows.every(({ whole }) => !whole.includes(token)))
  })

  it('GET /pay/{token} of an order with a language is in it, whatever the browser asks for', async () => {
    const { order, url } = await linked()
    await sql`update orders set locale = 'ja-JP' where id = ${order.id}`.execute(service.deps.db)
    const { pathname } = new URL(url)
    const { body } = await service.app.inject({ url: pathname, headers: { 'accept-language': 'de' } })
    assert.match(
      body,
      /<html lang="ja">[\s\S]*<h1>ご注文のお支払い<\/h1>[\s\S]*<dt>合計 \(GBP\)<\/dt><dd>£28\.00<\/dd>/,
    )
  })

  it('POST /pay/{token} with a declined payment says so, and the order can be paid again', async () => {
    const { url, current } = await linked()
    assert.equal((await pay(url, 'test_decline')).statusCode, 303)
    assert.match((await open(url)).body, /role="alert">The payment was declined/)
    const unknown = await pay(url, 'gold')
    assert.equal(unknown.statusCode, 400)
    assert.match(unknown.body, /role="alert">This way to pay is not available/)
    assert.equal((await pay(url, 'test_success')).statusCode, 303)
    assert.equal((await current()).status, 'paid')
  })

  it('POST /pay/{token} with a gift card takes what is there, and the rest is paid another way', async () => {
    assert.doesNotMatch((await open((await linked()).url)).body, /gift card/)
    const cards = [await makeGiftCard(service, shop, 10), await makeGiftCard(service, shop, 5)]
    const { url, current } = await linked()
    assert.match(
      (await open(url)).body,
      /value="gift_card">[\s\S]*<label for="code">Code of a gift card<\/label>\s*<input id="code"/,
    )
    const wrong = await payByCard(url, '0000-0000-0000-0000')
    assert.equal(wrong.statusCode, 409)
    assert.match(wrong.body, /id="code-error" class="error">This gift card is unknown, spent, expired or disabled/)
    assert.equal((await payByCard(url, '')).statusCode, 409)
    for (const { code } of cards) assert.equal((await payByCard(url, code)).statusCode, 303)
    const page = (await open(url)).body
    assert.match(page, /Paid<\/dt><dd>£15.00[\s\S]*To pay<\/dt><dd>£13.00/)
    assert.doesNotMatch(page, /role="alert"/)
    assert.equal((await payByCard(url, cards[0]?.code ?? '')).statusCode, 409)
    assert.equal((await pay(url, 'test_success')).statusCode, 303)
    assert.match((await open(url)).body, /Your order is paid/)
    const { payment_status, amount_due } = await current()
    assert.deepEqual([payment_status, amount_due], ['paid', 0])
    const whole = await linked()
    const { code } = await makeGiftCard(service, shop, 100)
    assert.equal((await payByCard(whole.url, code)).statusCode, 303)
    assert.match((await open(whole.url)).body, /Your order is paid/)
    assert.equal((await pay((await linked()).url, 'store_credit')).statusCode, 400)
  })

  it('POST /pay/{token} with wrong codes is limited like sign-ins', async (t) => {
    const limited = await startTestApp({ LOGIN_LIMIT_PER_MINUTE: '3' }, service.databaseUrl)
    t.after(() => limited.close())
    const { url, current } = await linked()
    const { code } = await makeGiftCard(service, shop, 100)
    const payAt = (typed: string) => links(limited, shop).pay(url, 'gift_card', form, { code: typed })
    for (let index = 0; index < 3; index++) assert.equal((await payAt('0000-0000-0000-0000')).statusCode, 409)
    assert.equal((await payAt(code)).statusCode, 429)
    assert.equal((await current()).amount_paid, 0)
  })

  it('a link ends with its order: 410 when it is cancelled or expired; any other address is 404', async () => {
    const [cancelled, expired] = [await linked(), await linked()]
    await moveOrder(service, shop, cancelled.order.id, 'cancelled')
    await sql`update payment_links set expires_at = now() where order_id = ${expired.order.id}`.execute(service.deps.db)
    for (const { url } of [cancelled, expired]) {
      const page = await open(url)
      assert.deepEqual([page.statusCode, /This link has ended/.test(page.body)], [410, true])
      assert.doesNotMatch(page.body, /Engraving/)
      assert.equal((await pay(url, 'test_success')).statusCode, 409)
    }
    assert.equal((await expired.current()).payment_status, 'unpaid')
    const { url } = await linked()
    const other = `${url.slice(0, -1)}${url.endsWith('A') ? 'Q' : 'A'}`
    for (const wrong of [other, 'http://x/pay/x', `${url}A`, `http://x/pay/${'_'.repeat(64)}`]) {
      assert.equal((await open(wrong)).statusCode, 404)
      assert.equal((await pay(wrong, 'test_success')).statusCode, 404)
      assert.equal((await pay(wrong, 'test_success', 'application/json')).statusCode, 404)
    }
  })

  it('POST /admin/orders/{id}/payment-link of an order that waits for no payment answers 409', async () => {
    const { order, shopper } = await placeOrder(service, shop)
    const storefront = await make(order.id)
    assert.deepEqual([storefront.status, (await open(storefront.body.data.url)).statusCode], [201, 200])
    await shopper.pay(order.id)
    assertRefused(await make(order.id), 409, 'INVALID_TRANSITION')
    assertRefused(await make(shop.id), 404, 'NOT_FOUND')
    assertRefused(await make(order.id, { mail: 'yes' }), 400, 'VALIDATION_ERROR')
  })

  it('POST /admin/orders/{id}/payment-link with a key used before answers the same link', async () => {
    const { order } = await linked()
    const key = unique('key')
    const first = await make(order.id, {}, { 'idempotency-key': key })
    assert.deepEqual((await make(order.id, {}, { 'idempotency-key': key })).body, first.body)
    const other = await make(order.id, { mail: true }, { 'idempotency-key': key })
    assertRefused(other, 422, 'IDEMPOTENCY_KEY_REUSED')
    const busy = unique('key')
    const send = () => make(order.id, {}, { 'idempotency-key': busy })
    assertRefused(await duringAnother(service, shop.owner.id, busy, send), 409, 'IDEMPOTENCY_IN_PROGRESS')
  })
})

describe('limits of payment links', () => {
  it('POST /pay/{token} more often than 10 times a minute answers 429', async (t) => {
    const service = await startTestApp({ RATE_LIMIT_PER_MINUTE: '1000' })
    t.after(() => service.close())
    const shop = await makeMerchant(service)
    const { make, pay } = links(service, shop)
    const { url } = (await make((await placeOrder(service, shop)).order.id)).body.data
    for (let n = 0; n < 10; n++) assert.equal((await pay(url, 'gold')).statusCode, 400)
    assert.equal((await pay(url, 'gold')).statusCode, 429)
  })
})

describe('mails of payment links', () => {
  it('POST /admin/orders/{id}/payment-link with mail sends a link to the address of the order', async (t) => {
    const service = await startMailedApp()
    t.after(() => service.close())
    const shop = await makeMerchant(service)
    const mug = await makeProduct(service, shop)
    const email = `${unique('caller')}@example.com`
    const { body } = await service.request('POST', '/admin/orders', {
      headers: shop.owner.headers,
      body: { customer: { email }, items: [{ product_id: mug.id, quantity: 1 }] },
    })
    const { order_number, id } = body.data
    const { make, open, pay } = links(service, shop)
    const made = await make(id, { mail: true })
    const mail = await until(
      async () => service.mail.mails.find(({ subject }) => subject === `Pay for your order ${order_number}`),
      'the mail',
    )
    assert.deepEqual(mail.to, [email])
    const [url = ''] = /http\S+\/pay\/[\w-]+/.exec(mail.source.replace(/=\r?\n/g, '')) ?? []
    assert.notEqual(url, made.body.data.url)
    assert.equal((await open(url)).statusCode, 200)
    assert.equal((await pay(made.body.data.url, 'test_success')).statusCode, 303)
    assert.match((await open(url)).body, /Your order is paid/)
    const again = await service.request('POST', '/admin/orders', {
      headers: shop.owner.headers,
      body: { customer: { email }, items: [{ product_id: mug.id, quantity: 1 }] },
    })
    const order = again.body.data
    await sql`update orders set email = null where id = ${order.id}`.execute(service.deps.db)
    assertRefused(await make(order.id, { mail: true }), 400, 'VALIDATION_ERROR')
  })
})

describe('payment links with Stripe', () => {
  it('POST /pay/{token} of the script answers 200 with what Stripe’s elements need', async (t) => {
    const { service, merchant, ...stripe } = await startStripeShop()
    t.after(() => stripe.close())
    const { order } = await placeOrder(service, merchant)
    const { make, open, pay } = links(service, merchant)
    const { url } = (await make(order.id)).body.data
    const page = await open(url)
    assert.match(page.body, /<form id="card" method="post" data-method="stripe" data-key="pk_[^"]+"/)
    assert.match(String(page.headers['content-security-policy']), /script-src 'self' https:\/\/js.stripe.com;/)
    const begun = await pay(url, 'stripe', 'application/json')
    assert.equal(begun.statusCode, 200)
    const { status, client_secret } = begun.json().data
    assert.deepEqual([status, /_secret_/.test(client_secret)], ['requires_action', true])
    assert.equal((await service.app.inject({ url: '/pay/card.js' })).statusCode, 200)
    assert.match((await open(`${url}?sent=1`)).body, /Pay for your order/)
  })

  it('POST /admin/orders/{id}/payment-link with mail beyond the mails of staff in an hour answers 429', async (t) => {
    const service = await startMailedApp({ MAIL_LIMITS: '0,0,1' })
    t.after(() => service.close())
    const shop = await makeMerchant(service)
    const { body } = await service.request('POST', '/admin/orders', {
      headers: shop.owner.headers,
      body: {
        customer: { email: `${unique('caller')}@example.com` },
        custom_items: [{ name: 'Engraving', price: 5, quantity: 1 }],
      },
    })
    const { make } = links(service, shop)
    assert.equal((await make(body.data.id, { mail: true })).status, 201)
    assertRefused(await make(body.data.id, { mail: true }), 429, 'RATE_LIMITED')
    assert.equal((await make(body.data.id, {})).status, 201)
  })
})
