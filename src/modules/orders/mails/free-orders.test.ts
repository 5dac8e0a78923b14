import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { confirmAddress, makeMerchant } from '#test/support/factories.ts'
import { makeGuest } from '#test/support/guests.ts'
import { startMailingApp } from '#test/support/mailed-app.ts'
import { makeShopper, shopping } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { runSweep } from '#test/support/sweeps.ts'
import { sendOrderMail } from './send-order-mail.ts'

const start = () => startMailingApp({ MAIL_LIMITS: '0,2,3' })

/** A payment of nothing costs nothing: it is no proof of an address. */
describeShop('mails about orders of nothing', start, ({ service, shop: merchant }) => {
  let items: { product_id: string; quantity: number }[]
  before(async () => {
    await sql`delete from attempt_counts`.execute(service.deps.db) // The owner has registered.
    items = [{ product_id: (await makeProduct(service, merchant, { onHand: 100, price: 0 })).id, quantity: 1 }]
  })

  const mailed = async () => {
    await runSweep(service, 'webhooks.number-events')
    const { rows } = await service.deps.pool.query(`delete from jobs where name = 'orders.send_mail' returning *`)
    const earlier = service.mail.mails.length
    for (const { payload } of rows) await sendOrderMail.run(service.deps, payload)
    return service.mail.mails.length - earlier
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
