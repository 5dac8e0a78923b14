import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestApp, unique } from '#test/support/app.ts'
import { confirmAddress, makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeGuest } from '#test/support/guests.ts'
import { makeShopper, shopping } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { startMailServer, type TestMailServer } from '#test/support/smtp-server.ts'
import { runSweep } from '#test/support/sweeps.ts'
import { sendOrderMail } from './send-order-mail.ts'

/** A payment of nothing costs nothing: it is no proof of an address. */
describe('mails about orders of nothing', () => {
  let service: TestApp & { close(): Promise<void> }
  let server: TestMailServer
  let merchant: TestMerchant
  let items: { product_id: string; quantity: number }[]
  before(async () => {
    server = await startMailServer()
    service = await startTestApp({ SMTP_URL: server.url, MAIL_LIMITS: '0,2,3' })
    merchant = await makeMerchant(service)
    await sql`delete from attempt_counts`.execute(service.deps.db) // The owner has registered.
    items = [{ product_id: (await makeProduct(service, merchant, { onHand: 100, price: 0 })).id, quantity: 1 }]
  })
  after(async () => {
    await service.close()
    await server.close()
  })

  const mailed = async () => {
    await runSweep(service, 'webhooks.number-events')
    const { rows } = await service.deps.pool.query(`delete from jobs where name = 'orders.send_mail' returning *`)
    const earlier = server.mails.length
    for (const { payload } of rows) await sendOrderMail.run(service.deps, payload)
    return server.mails.length - earlier
  }

  it('go to so many new addresses an hour of a guest and of a shop, and always to a proved one', async () => {
    const orderAll = async (count: number) => {
      const guest = await makeGuest(service)
      const shopper = shopping(service, { ...guest.headers, 'merchant-id': merchant.id })
      for (let n = 0; n < count; n++) {
        const { id } = (await shopper.order(items, { email: `${unique('stranger')}@example.com` })).body.data
        assert.equal((await shopper.pay(id)).body.data.order.status, 'paid')
      }
      return mailed()
    }
    assert.deepEqual([await orderAll(4), await orderAll(2), await orderAll(1)], [2, 1, 0])
    const known = await makeShopper(service, merchant)
    await confirmAddress(service, known)
    assert.equal((await known.order(items)).status, 201)
    assert.equal(await mailed(), 1)
  })
  it('and so do mails that say how to pay by hand, which need no proof', async () => {
    const shop = await makeMerchant(service)
    await sql`delete from attempt_counts`.execute(service.deps.db) // The owner has registered.
    const { headers } = shop.owner
    const body = { kind: 'in_store', name: 'In store' }
    const method = await service.request('POST', '/admin/payment-methods', { headers, body })
    const mugs = [{ product_id: (await makeProduct(service, shop, { onHand: 100 })).id, quantity: 1 }]
    const orderAll = async (count: number) => {
      const guest = await makeGuest(service)
      const { order } = shopping(service, { ...guest.headers, 'merchant-id': shop.id })
      for (let n = 0; n < count; n++) {
        const email = `${unique('stranger')}@example.com`
        const placed = await order(mugs, { email, payment_method_id: method.body.data.id })
        assert.equal(placed.status, 201, JSON.stringify(placed.body))
      }
      return mailed()
    }
    assert.deepEqual([await orderAll(3), await orderAll(2), await orderAll(1)], [2, 1, 0])
  })
})
