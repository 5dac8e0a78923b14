import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { startTestApp } from '#test/support/app.ts'
import { type Entry, told } from '#test/support/audit-log.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { confirmAddress, makeMerchant, makeStaff, type TestMerchant } from '#test/support/factories.ts'
import { decoded } from '#test/support/order-mails.ts'
import { assertRefused, makeShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { startMailServer, type TestMailServer } from '#test/support/smtp-server.ts'
import { findLeftCarts, mailCart } from './mail-carts.ts'
import type { LeftCart } from './queries.ts'

const form = 'application/x-www-form-urlencoded'
let server: TestMailServer
const start = async () => {
  server = await startMailServer()
  return startTestApp({ SMTP_URL: server.url, MAIL_FROM: 'Platform <no-reply@platform.example>' })
}

/** Jobs and sweeps run when a test says so: what was sent is then all that will be. */
describeService('mails about abandoned carts', start, ({ service }) => {
  after(() => server.close())

  const query = async (text: string, values: unknown[] = []) => (await service.deps.pool.query(text, values)).rows
  const change = (shop: TestMerchant, body: object) =>
    service.request('PATCH', '/admin/merchant', { headers: shop.owner.headers, body })
  const results = async (shop: TestMerchant, search = '') =>
    service.request('GET', `/admin/mails/abandoned_cart/results${search}`, { headers: shop.owner.headers })
  async function makeShop(hours: number | null = 24) {
    const shop = await makeMerchant(service)
    const mail = { abandoned_cart: hours === null ? null : { hours } }
    await change(shop, { mail, name: 'Lantern & Loom', storefront_url: 'https://lantern.example' })
    return shop
  }
  const consentOf = (shop: TestMerchant, id: string, accepts_marketing: object) =>
    service.request('PATCH', `/admin/users/${id}`, { headers: shop.owner.headers, body: { accepts_marketing } })

  /** A confirmed customer who agreed to marketing, with a cart that was left some hours ago. */
  async function leaveCart(shop: TestMerchant, { hours = 25, agreed = true, price = 12.5 } = {}) {
    const shopper = await makeShopper(service, shop)
    await confirmAddress(service, shopper)
    const product = await makeProduct(service, shop, { onHand: 50, price })
    const add = () =>
      service.request('POST', '/user/cart/items', {
        headers: shopper.headers,
        body: { product_id: product.id, quantity: 2 },
      })
    assert.equal((await add()).status, 201)
    const consent = (more: object = {}) => consentOf(shop, shopper.id, { source: 'checkout', ...more })
    if (agreed) assert.equal((await consent()).status, 200)
    const withdraw = () => consent({ at: '2026-01-02T03:04:05Z', withdrawn_at: '2026-02-02T03:04:05Z' })
    const leave = (ago: number) =>
      query(`update carts set last_activity_at = now() - $1 * interval '1 hour' where user_id = $2`, [ago, shopper.id])
    await leave(hours)
    const checkOut = () => service.request('POST', '/user/cart/checkout', { headers: shopper.headers, body: {} })
    return { shopper, product, add, withdraw, leave, checkOut }
  }
  const queued = async () =>
    (await query(`delete from jobs where name = 'carts.mail_cart' returning payload`)).map(
      ({ payload }) => payload as LeftCart,
    )
  /** Finds carts, mails them, and returns what was sent. */
  async function deliver() {
    const earlier = server.mails.length
    await findLeftCarts.run(service.deps)
    for (const job of await queued()) await mailCart.run(service.deps, job)
    return server.mails.slice(earlier)
  }
  /** The address in the header of a mail, as a path. */
  const unsubscribePath = (mail: { source: string }) => {
    const [, url = ''] = /^List-Unsubscribe: ?<([^>]+)>/im.exec(mail.source.replaceAll(/\r\n[ \t]+/g, '')) ?? []
    return new URL(url).pathname
  }
  const open = (path: string) => service.app.inject({ url: path })
  const post = (path: string, type = form, payload = 'List-Unsubscribe=One-Click') =>
    service.app.inject({ method: 'POST', url: path, headers: { 'content-type': type }, payload })

  it('a cart is mailed once after the hours of its shop, with products, a link and the shop’s own words', async () => {
    const shop = await makeShop(5)
    const { shopper, product, add, leave } = await leaveCart(shop, { hours: 4 })
    assert.deepEqual(await deliver(), [])
    await leave(5.1)
    const [mail, ...others] = await deliver()
    assert.ok(mail && others.length === 0)
    assert.deepEqual([mail.to, mail.subject], [[shopper.email], 'You left something in your cart at Lantern & Loom'])
    assert.match(mail.source, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    const text = decoded(mail)
    assert.ok(text.includes('https://lantern.example/cart') && text.includes(product.name) && text.includes('£25.00'))
    assert.match(text, /because you agreed to marketing e-mails[\s\S]*\r\nUnsubscribe:\r\nhttp/)

    await add()
    await leave(6)
    assert.deepEqual(await deliver(), [], 'never twice for a cart')

    const texts = { en: { subject: 'Still thinking, {{customer.name}}?', text: 'We kept it for you.' } }
    const path = '/admin/mails/abandoned_cart'
    const { headers } = shop.owner
    assert.equal((await service.request('PUT', path, { headers, body: { texts } })).status, 200)
    const preview = await service.request('POST', `${path}/preview`, { headers, body: { language: 'de' } })
    assert.equal(preview.status, 200)
    assert.match(preview.body.data.text, /Abmelden: http\S+\/unsubscribe\/preview/)
    await leaveCart(shop, { hours: 6 })
    const [own] = await deliver()
    assert.equal(own?.subject, 'Still thinking, Test User?')
    assert.ok(own && decoded(own).includes('We kept it for you.'))
  })

  it('mails only customers who agreed, at shops that want it, about carts of the last day', async () => {
    const [shop, off] = [await makeShop(), await makeShop(null)]
    await leaveCart(shop, { agreed: false })
    await leaveCart(off)
    await leaveCart(shop, { hours: 49 })
    const { withdraw } = await leaveCart(shop)
    await withdraw()
    assert.deepEqual(await deliver(), [])
    assert.deepEqual(await query(`select from cart_mails where merchant_id = any($1)`, [[shop.id, off.id]]), [])
  })

  it('mails who agreed by themselves only once their address is confirmed', async () => {
    const shop = await makeShop()
    const shopper = await makeShopper(service, shop)
    const { id: product_id } = await makeProduct(service, shop, { onHand: 5 })
    const { headers } = shopper
    const body = { accepts_marketing: true, source: 'registration' }
    assert.equal((await service.request('PUT', '/user/marketing', { headers, body })).status, 200)
    const leaveOne = async () => {
      const items = { headers, body: { product_id, quantity: 1 } }
      assert.equal((await service.request('POST', '/user/cart/items', items)).status, 201)
      await query(`update carts set last_activity_at = now() - interval '25 hours' where user_id = $1`, [shopper.id])
    }
    await leaveOne()
    assert.deepEqual(await deliver(), [])
    await confirmAddress(service, shopper)
    await query('delete from cart_mails where user_id = $1', [shopper.id])
    assert.deepEqual(
      (await deliver()).map(({ to }) => to),
      [[shopper.email]],
    )
  })

  it('mails nothing if the customer orders, withdraws, comes back or the shop changes its mind meanwhile', async () => {
    const shop = await makeShop()
    const [ordered, withdrawn, back, elsewhere, sold, erased] = [
      await leaveCart(shop),
      await leaveCart(shop),
      await leaveCart(shop),
      await leaveCart(shop),
      await leaveCart(shop),
      await leaveCart(shop),
    ]
    await findLeftCarts.run(service.deps)
    const jobs = await queued()
    assert.equal(jobs.length, 6)
    assert.equal((await ordered.checkOut()).status, 201)
    await withdrawn.withdraw()
    await back.add()
    await elsewhere.shopper.order([{ product_id: elsewhere.product.id, quantity: 1 }])
    await query('update stock set on_hand = 0 where product_id = $1', [sold.product.id])
    const gone = await service.request('DELETE', '/user/profile', {
      headers: erased.shopper.headers,
      body: { current_password: erased.shopper.password },
    })
    assert.equal(gone.status, 200)
    const earlier = server.mails.length
    for (const job of jobs) await mailCart.run(service.deps, job)
    assert.deepEqual(await deliver(), [])
    assert.equal(server.mails.length, earlier)
    assert.deepEqual((await results(shop)).body.data, {
      days: 30,
      mails: 0,
      orders: 0,
      total: 0,
      currency: 'GBP',
      other_currencies: [],
    })

    await back.leave(25)
    assert.equal((await deliver()).length, 1, 'the cart was left once more')
    await leaveCart(shop)
    await findLeftCarts.run(service.deps)
    await change(shop, { mail: { abandoned_cart: null } })
    for (const job of await queued()) await mailCart.run(service.deps, job)
    assert.equal(server.mails.length, earlier + 1)
  })

  it('an order placed while the sweep sends is counted, or its cart is not mailed', async () => {
    const shop = await makeShop()
    const carts = []
    for (let index = 0; index < 12; index++) carts.push(await leaveCart(shop))
    await findLeftCarts.run(service.deps)
    const earlier = server.mails.length
    const jobs = await queued()
    const orders = await Promise.all([
      ...carts.map(({ checkOut }) => checkOut()),
      ...jobs.flatMap((job) => [mailCart.run(service.deps, job), findLeftCarts.run(service.deps)]),
    ])
    for (const order of orders.slice(0, carts.length)) assert.equal((order as { status: number }).status, 201)
    assert.deepEqual(await queued(), [])
    const mailed = server.mails.slice(earlier).flatMap(({ to }) => to)
    const rows = await query(
      `select users.email, mail.order_id from cart_mails mail join users on users.id = mail.user_id
        where mail.merchant_id = $1 and sent_at is not null`,
      [shop.id],
    )
    assert.deepEqual(rows.map(({ email }) => email).sort(), mailed.sort())
    assert.ok(rows.every((row) => row.order_id !== null))
    const { mails, orders: brought, total } = (await results(shop)).body.data
    assert.deepEqual([mails, brought, total], [mailed.length, mailed.length, 25 * mailed.length])
  })

  it('two processes that mail the same cart send one message id, and a refused mail counts as none', async () => {
    const shop = await makeShop()
    const { checkOut } = await leaveCart(shop)
    await Promise.all([1, 2, 3].map(() => findLeftCarts.run(service.deps)))
    const jobs = await queued()
    assert.equal(jobs.length, 1)
    server.refuseWith(550)
    for (const job of jobs) await mailCart.run(service.deps, job)
    server.refuseWith(451)
    await leaveCart(shop)
    await findLeftCarts.run(service.deps)
    const [retried] = await queued()
    assert.ok(retried)
    await assert.rejects(mailCart.run(service.deps, retried))
    server.refuseWith(undefined)
    const earlier = server.mails.length
    await mailCart.run(service.deps, retried)
    assert.equal(server.mails.length, earlier + 1)
    await checkOut()
    const { mails, orders } = (await results(shop)).body.data
    assert.deepEqual([mails, orders], [1, 0])
  })

  it('counts what was ordered of mailed carts, and nothing for other roles, days and shops', async () => {
    const shop = await makeShop()
    const [one] = [await leaveCart(shop), await leaveCart(shop), await leaveCart(await makeShop())]
    assert.equal((await deliver()).length, 3)
    const { body } = await one.checkOut()
    const brought = { days: 30, mails: 2, orders: 1, total: body.data.total, currency: 'GBP', other_currencies: [] }
    assert.deepEqual((await results(shop)).body.data, brought)
    await query(`update cart_mails set sent_at = sent_at - interval '31 days' where order_id = $1`, [body.data.id])
    assert.deepEqual((await results(shop)).body.data, { ...brought, mails: 1, orders: 0, total: 0 })
    assert.deepEqual((await results(shop, '?days=60')).body.data, { ...brought, days: 60 })
    assertRefused(await results(shop, '?days=0'), 400, 'VALIDATION_ERROR')
    const support = await makeStaff(service, shop.id, 'support')
    assertRefused(await results({ ...shop, owner: support }), 403, 'INSUFFICIENT_PERMISSIONS')
  })

  it('a GET asks, a POST of either form withdraws; the token is of one shop and one customer', async () => {
    const [shop, second] = [await makeShop(), await makeShop()]
    const customers = [await leaveCart(shop), await leaveCart(shop)]
    const { shopper } = customers[0] as (typeof customers)[0]
    await service.request('POST', '/user/cart/items', {
      headers: { ...shopper.headers, 'merchant-id': second.id },
      body: { product_id: (await makeProduct(service, second)).id, quantity: 1 },
    })
    await consentOf(second, shopper.id, { source: 'letter' })
    const mails = await deliver()
    const paths = mails.map((mail) => unsubscribePath(mail))
    const consents = async () =>
      (
        await query(
          `select merchant_id, user_id, consent_withdrawn_at is not null as withdrawn from customers
            where merchant_id = any($1) and consent_at is not null`,
          [[shop.id, second.id]],
        )
      ).filter(({ withdrawn }) => withdrawn)
    const path = paths[mails.findIndex(({ to }) => to[0] === shopper.email)] as string
    for (const method of ['GET', 'HEAD'] as const) await service.app.inject({ method, url: path })
    const asked = await open(path)
    assert.deepEqual([asked.statusCode, asked.headers['content-type']], [200, 'text/html; charset=utf-8'])
    assert.match(asked.body, /<form method="post"><button>Unsubscribe<\/button><\/form>/)
    assert.match(asked.body, /from Lantern &#38; Loom/)
    assert.deepEqual(await consents(), [])

    const boundary = 'x'
    const parts = `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`
    const answer = await post(path, `multipart/form-data; boundary=${boundary}`, parts)
    assert.deepEqual([answer.statusCode, answer.headers['set-cookie']], [200, undefined])
    assert.match(answer.body, /You are unsubscribed/)
    assert.deepEqual(await consents(), [{ merchant_id: shop.id, user_id: shopper.id, withdrawn: true }])
    assert.doesNotMatch((await open(path)).body, /<form/)
    assert.equal((await post(path)).statusCode, 200, 'again changes nothing')
    for (const other of paths) assert.equal((await post(other)).statusCode, 200)
    assert.equal((await consents()).length, 2)

    for (const wrong of [`${path.slice(0, -4)}AAAA`, '/unsubscribe/preview', '/unsubscribe/x'])
      for (const { statusCode } of [await open(wrong), await post(wrong)]) assert.equal(statusCode, 404)
  })

  it('PATCH /admin/merchant sets and clears the hours, with an audit entry; other hours are 400', async () => {
    const shop = await makeMerchant(service)
    const mail = async () =>
      (await service.request('GET', '/admin/merchant', { headers: shop.owner.headers })).body.data.mail
    assert.equal((await mail()).abandoned_cart, null)
    for (const hours of [0, 721, 1.5, '24', null])
      assertRefused(await change(shop, { mail: { abandoned_cart: { hours } } }), 400, 'VALIDATION_ERROR')
    await change(shop, { mail: { abandoned_cart: { hours: 24 } } })
    await change(shop, { mail: { shipment: false } })
    assert.deepEqual((await mail()).abandoned_cart, { hours: 24 })
    await change(shop, { mail: { abandoned_cart: null } })
    assert.equal((await mail()).abandoned_cart, null)
    const log = await service.request('GET', `/admin/audit-log?target=${shop.id}`, { headers: shop.owner.headers })
    const entries: Entry[] = log.body.data.items
    assert.deepEqual(told(entries.filter(({ action }) => action === 'settings.updated')), [
      ['settings.updated', { mail_abandoned_cart_hours: [null, 24] }],
      ['settings.updated', { mail_shipment: [true, false] }],
      ['settings.updated', { mail_abandoned_cart_hours: [24, null] }],
    ])
  })

  it('GET /user/export has the mails about carts; an erased customer’s stay counted, and name nobody', async () => {
    const shop = await makeShop()
    const { shopper } = await leaveCart(shop)
    await deliver()
    const { body } = await service.request('GET', '/user/export', { headers: shopper.headers })
    const [mail, ...others] = body.data.cart_mails
    assert.deepEqual([mail.merchant_id, mail.order_id, others], [shop.id, null, []])
    await service.request('DELETE', '/user/profile', {
      headers: shopper.headers,
      body: { current_password: shopper.password },
    })
    assert.deepEqual(await query('select user_id from cart_mails where merchant_id = $1', [shop.id]), [
      { user_id: null },
    ])
    assert.equal((await results(shop)).body.data.mails, 1)
  })
})
