import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestApp, unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser, type TestMerchant } from '#test/support/factories.ts'
import { makeGuest } from '#test/support/guests.ts'
import { startMailedApp } from '#test/support/mailed-app.ts'
import { assertRefused, shopping } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { startAppThatTellsStatements, statementsOf } from '#test/support/statements.ts'
import { until } from '#test/support/until.ts'

type Service = Pick<TestApp, 'request'>

const lookUp = (service: Service, body: object, headers: Record<string, string> = {}) =>
  service.request('POST', '/orders/lookup', { headers, body })

/** An order of a guest, and what the guest does. */
async function guestOrder(service: TestApp, shop: TestMerchant, email: string) {
  const guest = await makeGuest(service)
  const shopper = shopping(service, { ...guest.headers, 'merchant-id': shop.id })
  const { id: product_id } = await makeProduct(service, shop)
  const { status, body } = await shopper.order([{ product_id, quantity: 1 }], { email })
  assert.equal(status, 201)
  return { id: body.data.id as string, number: body.data.order_number as string, pay: () => shopper.pay(body.data.id) }
}

describeShop(
  'mails of POST /orders/lookup',
  () => startMailedApp({ MAIL_LIMITS: '0,5,300' }),
  ({ service, shop }) => {
    before(async () => {
      const body = { storefront_url: 'https://shop.example/de' }
      await service.request('PATCH', '/admin/merchant', { headers: shop.owner.headers, body })
    })

    const mailsTo = (email: string) =>
      service.mail.mails.filter(
        ({ to, subject }) => to[0]?.toLowerCase() === email.toLowerCase() && subject.startsWith('Your order '),
      )
    /** The jobs of before are done. */
    const settled = () =>
      until(async () => {
        const { rows } = await sql`select 1 from jobs where name = 'orders.mail_links'`.execute(service.deps.db)
        return rows.length === 0
      }, 'the look-ups to end')
    const tokenIn = (source = '') => /orders\/([\w-]+)/.exec(source.replace(/=\r?\n/g, ''))?.[1] ?? ''

    it('mail the link of the order to its address, at one shop and at all, however the number is written', async () => {
      const email = `${unique('Ada')}@Example.com`
      const { id, number, pay } = await guestOrder(service, shop, email)
      await pay()
      const asked = [
        { order_number: number, email: email.toLowerCase(), merchant_id: shop.id },
        { order_number: `#${number.toLowerCase()}`, email },
        { order_number: number.replace('-', ' '), email },
      ]
      for (const [index, body] of asked.entries()) {
        const { status, body: answer } = await lookUp(service, body)
        assert.deepEqual([status, answer], [202, { success: true, data: {} }])
        await until(async () => mailsTo(email).length === index + 1, 'the mail')
      }
      const [{ source = '' } = {}] = mailsTo(email)
      assert.match(source.replace(/=\r?\n/g, ''), /https:\/\/shop\.example\/de\/orders\/[\w-]{60,}/)
      const linked = await service.request('GET', `/orders/by-token/${tokenIn(source)}`)
      assert.deepEqual([linked.status, linked.body.data.id], [200, id])
    })

    it('mail nothing for another address, number or shop, and answer the same', async () => {
      const [email, other] = [`${unique('ada')}@example.com`, `${unique('eve')}@example.com`]
      const { number, pay } = await guestOrder(service, shop, email)
      await pay()
      const rival = await makeMerchant(service)
      const another = `${number.slice(0, -1)}${number.endsWith('0') ? '1' : '0'}`
      for (const body of [
        { order_number: number, email: other },
        { order_number: another, email },
        { order_number: number, email, merchant_id: rival.id },
        { order_number: '%', email },
        { order_number: number.slice(7), email, merchant_id: shop.id },
      ]) {
        const { status, body: answer } = await lookUp(service, body)
        assert.deepEqual([status, answer], [202, { success: true, data: {} }])
      }
      await settled()
      assert.deepEqual([mailsTo(email).length, mailsTo(other).length], [0, 0])
    })

    it('mail an account the link of its order, and nothing once it is erased', async () => {
      const user = await makeUser(service, { merchantId: shop.id })
      const shopper = shopping(service, { ...user.headers, 'merchant-id': shop.id })
      const { id: product_id } = await makeProduct(service, shop)
      const { order_number } = (await shopper.order([{ product_id, quantity: 1 }])).body.data
      await lookUp(service, { order_number, email: user.email })
      await until(async () => mailsTo(user.email).length === 1, 'the mail')
      const body = { current_password: user.password }
      await service.request('DELETE', '/user/profile', { headers: user.headers, body })
      await lookUp(service, { order_number, email: user.email })
      await settled()
      assert.equal(mailsTo(user.email).length, 1)
    })

    it('mail a mailbox five links a day, paid or not', async () => {
      const email = `${unique('flooded')}@example.com`
      const { number } = await guestOrder(service, shop, email)
      const { number: second, pay } = await guestOrder(service, shop, email)
      await pay()
      for (const order_number of [number, second, number, second, number, second, number]) {
        assert.equal((await lookUp(service, { order_number, email })).status, 202)
        await settled()
      }
      assert.equal(mailsTo(email).length, 5)
    })
  },
)

describe('POST /orders/lookup', () => {
  it('runs the same statements, whether or not there is such an order', async (t) => {
    const service = await startAppThatTellsStatements()
    t.after(() => service.close())
    const shop = await makeMerchant(service)
    const email = `${unique('ada')}@example.com`
    const { number } = await guestOrder(service, shop, email)
    const told = []
    for (const order_number of [number, '261121-7K3M9Q', 'nonsense']) {
      told.push(await statementsOf(() => lookUp(service, { order_number, email })))
    }
    assert.deepEqual([told[1], told[2]], [told[0], told[0]])
    const { rows } = await sql<{ payload: object }>`
      select payload from jobs where name = 'orders.mail_links'`.execute(service.deps.db)
    assert.equal(rows.length, 3)
    assert.ok(!JSON.stringify(rows).includes(email))
  })

  it('refuses wrong bodies, unknown keys and another shop’s; more than a few a minute answer 429', async (t) => {
    const service = await startTestApp({ LOGIN_LIMIT_PER_MINUTE: '5' })
    t.after(() => service.close())
    const shop = await makeMerchant(service)
    const good = { order_number: '261121-7K3M9Q', email: 'ada@example.com' }
    for (const body of [{}, { ...good, email: 'x' }, { ...good, order_number: '' }, { ...good, merchant_id: 'x' }]) {
      assertRefused(await lookUp(service, body), 400, 'VALIDATION_ERROR')
    }
    assertRefused(await lookUp(service, good, { 'storefront-key': 'sk_x' }), 401, 'UNAUTHORIZED')
    assertRefused(await lookUp(service, good, { 'shopper-address': '192.0.2.7' }), 400, 'VALIDATION_ERROR')
    const body = { kind: 'storefront', name: 'Server' }
    const made = await service.request('POST', '/admin/api-keys', { headers: shop.owner.headers, body })
    const key = { 'storefront-key': made.body.data.key }
    const elsewhere = { ...key, 'merchant-id': (await makeMerchant(service)).id }
    assertRefused(await lookUp(service, good, elsewhere), 403, 'MERCHANT_ACCESS_DENIED')
    const text = { headers: { 'content-type': 'text/plain' }, payload: 'x' }
    assertRefused(await service.request('POST', '/orders/lookup', text), 415, 'UNSUPPORTED_MEDIA_TYPE')
    assertRefused(await lookUp(service, { ...good, email: 'x'.repeat(300_000) }), 413, 'PAYLOAD_TOO_LARGE')
    const ask = (shopper: string, n: number) =>
      lookUp(service, { ...good, email: `${n}@example.com` }, { ...key, 'shopper-address': shopper })
    for (let n = 0; n < 5; n++) assert.equal((await ask('192.0.2.7', n)).status, 202)
    assertRefused(await ask('192.0.2.7', 6), 429, 'RATE_LIMITED')
    for (let n = 0; n < 5; n++) assert.equal((await ask(`192.0.3.${n}`, 7)).status, 202)
    assertRefused(await ask('192.0.3.9', 7), 429, 'RATE_LIMITED')
  })
})
