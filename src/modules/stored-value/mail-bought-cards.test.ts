import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeGuest } from '#test/support/guests.ts'
import { startMailedApp } from '#test/support/mailed-app.ts'
import { assertRefused, makeShopper, shopping } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { cardsOf, makeCardProduct, makeGiftCard, payWith } from '#test/support/stored-value.ts'
import { until } from '#test/support/until.ts'
import { mailBoughtCards } from './mail-bought-cards.ts'

describeShop('mails of bought gift cards', startMailedApp, ({ service, shop: merchant }) => {
  type Service = typeof service
  const isOfCards = ({ source }: { source: string }) => codesIn(source).length > 0

  /** A paid order of gift cards by a guest. */
  async function bought(at: Service, shop: TestMerchant, quantity: number, gift?: object) {
    const card = await makeCardProduct(at, shop)
    const guest = shopping(at, { ...(await makeGuest(at)).headers, 'merchant-id': shop.id })
    const email = `${unique('buyer')}@example.com`
    const order = (await guest.order([{ product_id: card.id, quantity }], { email, ...(gift && { gift }) })).body.data
    assert.equal((await guest.pay(order.id)).status, 201)
    return { guest, order, email, userId: order.user_id }
  }

  const rowsOf = async (orderId: string) =>
    (
      await sql<{ mail_at: Date | null; sealed_code: Buffer | null; code_hash: Buffer | null }>`
        select mail_at, sealed_code, code_hash from stored_value_accounts where order_id = ${orderId}`.execute(
        service.deps.db,
      )
    ).rows
  /** Not a part of an id, as in Message-ID: one in 800 random UUIDs has 16 such digits in a row. */
  const codesIn = (source: string) => [...new Set(source.match(/(?<![\w-])[0-9A-Z]{4}(-[0-9A-Z]{4}){3}(?![\w-])/g))]
  const isMailed = (orderId: string) =>
    until(async () => (await rowsOf(orderId)).every(({ mail_at }) => mail_at === null), 'the mail to be handed over')

  it('the cards of an order come in one mail to the buyer, and only the hashes of their codes stay', async () => {
    const { order, email } = await bought(service, merchant, 2)
    const mail = await service.mail.mailTo(email, isOfCards)
    const codes = codesIn(mail.source)
    assert.equal(codes.length, 2, mail.source)
    await isMailed(order.id)
    assert.ok((await rowsOf(order.id)).every((row) => row.sealed_code === null && row.code_hash !== null))
    const shopper = await makeShopper(service, merchant)
    const goods = await makeProduct(service, merchant, { price: 80 })
    const other = (await shopper.order([{ product_id: goods.id, quantity: 1 }])).body.data
    const paid = []
    for (const code of codes)
      paid.push((await payWith(service, shopper.headers, other.id, code)).body.data.payment.amount)
    assert.deepEqual(paid, [50, 30])
  })

  it('gift: the mail goes to the recipient with the buyer’s words, and none to the buyer', async () => {
    const to = `${unique('friend')}@example.com`
    const { order, email } = await bought(service, merchant, 1, { email: to, message: 'Happy birthday, Ada!' })
    const source = (await service.mail.mailTo(to)).source.replaceAll(/=?\r\n/g, ' ').replaceAll(/ +/g, ' ')
    assert.match(source, /The buyer writes: =E2=80=9CHappy birthday, Ada!/)
    assert.match(source, /a customer of .* bought a gift card for this address/)
    await isMailed(order.id)
    assert.ok(!service.mail.mails.some((mail) => mail.to.includes(email) && isOfCards(mail)))
  })

  it('gift.send_at in the future: no code is made before, and a refund until then ends the card', async () => {
    const to = `${unique('later')}@example.com`
    const send_at = new Date(Date.now() + 3_600_000).toISOString()
    const { order, userId } = await bought(service, merchant, 2, { email: to, send_at })
    const payload = { merchant_id: merchant.id, order_id: order.id, user_id: userId }
    await mailBoughtCards.run(service.deps, payload)
    assert.ok((await rowsOf(order.id)).every((row) => row.code_hash === null && row.mail_at !== null))
    const body = { items: [{ line: 1, quantity: 1 }] }
    const { headers } = merchant.owner
    assert.equal((await service.request('POST', `/admin/orders/${order.id}/refunds`, { headers, body })).status, 201)
    await sql`update stored_value_accounts set mail_at = now() where mail_at is not null`.execute(service.deps.db)
    await mailBoughtCards.run(service.deps, payload)
    assert.equal(codesIn((await service.mail.mailTo(to)).source).length, 1)
    const cards = await cardsOf(service, merchant, order.id)
    assert.deepEqual(cards.map(({ status }: { status: string }) => status).sort(), ['active', 'disabled'])
  })

  it('a mail that is tried again after its process was killed has the same codes', async () => {
    const { order, email, userId } = await bought(service, merchant, 1)
    const mail = await service.mail.mailTo(email, isOfCards)
    await isMailed(order.id)
    const [before] = await rowsOf(order.id)
    await mailBoughtCards.run(service.deps, { merchant_id: merchant.id, order_id: order.id, user_id: userId })
    assert.deepEqual(await rowsOf(order.id), [before])
    assert.equal(codesIn(mail.source).length, 1)
    const lost = { ...service.deps, mailer: { ...service.deps.mailer, send: () => Promise.reject(new Error('gone')) } }
    const to = `${unique('again')}@example.com`
    const late = await bought(service, merchant, 1, { email: to, send_at: new Date(Date.now() + 9e6).toISOString() })
    const payload = { merchant_id: merchant.id, order_id: late.order.id, user_id: late.userId }
    await sql`update stored_value_accounts set mail_at = now() where mail_at is not null`.execute(service.deps.db)
    await assert.rejects(mailBoughtCards.run(lost, payload), /gone/)
    const [made] = await rowsOf(late.order.id)
    assert.ok(made?.sealed_code)
    await mailBoughtCards.run(service.deps, payload)
    assert.equal(codesIn((await service.mail.mailTo(to)).source).length, 1)
    assert.deepEqual((await rowsOf(late.order.id))[0], { ...made, sealed_code: null, mail_at: null })
  })

  it('mails to recipients count to the hourly limits of the buyer; those beyond wait for the next hour', async (t) => {
    const limited = await startMailedApp({ MAIL_LIMITS: '0,1,0' })
    t.after(() => limited.close())
    const shop = await makeMerchant(limited)
    const card = await makeCardProduct(limited, shop)
    const guest = shopping(limited, { ...(await makeGuest(limited)).headers, 'merchant-id': shop.id })
    const buy = async (to: string) => {
      const more = { email: 'buyer@example.com', gift: { email: to } }
      const order = (await guest.order([{ product_id: card.id, quantity: 1 }], more)).body.data
      assert.equal((await guest.pay(order.id)).status, 201)
    }
    await buy('first@example.com')
    assert.ok(await limited.mail.mailTo('first@example.com'))
    await buy('second@example.com')
    const isMailed = () => limited.mail.mails.some(({ to }) => to.includes('second@example.com'))
    const waits = await until(async () => {
      const { rows } = await sql<{ seconds: number }>`
        select extract(epoch from due_at - now())::float8 as seconds from jobs
         where name = ${mailBoughtCards.name}`.execute(limited.deps.db)
      return isMailed() ? { seconds: 0 } : rows.find(({ seconds }) => seconds > 3_000)
    }, 'the second mail to wait or to come')
    assert.ok(waits.seconds > 3_000 && waits.seconds <= 3_600)
    assert.ok(!isMailed())
  })

  it('POST /admin/gift-cards/{id}/resend answers 200 and mails a new code; the old one is void', async () => {
    const { order, email } = await bought(service, merchant, 1)
    const [old = ''] = codesIn((await service.mail.mailTo(email, isOfCards)).source)
    await isMailed(order.id)
    const [card] = await cardsOf(service, merchant, order.id)
    const resend = (id: string, body: object, key = unique('key')) =>
      service.request('POST', `/admin/gift-cards/${id}/resend`, {
        headers: { ...merchant.owner.headers, 'idempotency-key': key },
        body,
      })
    const to = `${unique('other')}@example.com`
    const key = unique('key')
    const sent = await resend(card.id, { email: to }, key)
    assert.deepEqual([sent.status, sent.body.data.email, sent.body.data.balance], [200, to, 50])
    assert.deepEqual((await resend(card.id, { email: to }, key)).body, sent.body)
    assertRefused(await resend(card.id, { email }, key), 422, 'IDEMPOTENCY_KEY_REUSED')
    const [code = ''] = codesIn((await service.mail.mailTo(to)).source)
    const shopper = await makeShopper(service, merchant)
    const read = (typed: string) =>
      service.request('POST', '/user/gift-cards/balance', { headers: shopper.headers, body: { code: typed } })
    assert.equal((await read(code)).body.data.balance, 50)
    assertRefused(await read(old), 409, 'GIFT_CARD_UNAVAILABLE')
    const silent = await makeGiftCard(service, merchant, 5)
    assertRefused(await resend(silent.id, {}), 400, 'VALIDATION_ERROR')
    const { headers } = merchant.owner
    assert.equal((await service.request('POST', `/admin/gift-cards/${card.id}/disable`, { headers })).status, 200)
    assertRefused(await resend(card.id, {}), 409, 'INVALID_TRANSITION')
  })
})
