import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { confirmAddress } from '#test/support/factories.ts'
import { startMailingApp } from '#test/support/mailed-app.ts'
import { makeShopper, moveOrder, type TestShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { runSweep } from '#test/support/sweeps.ts'
import { sendOrderMail } from './send-order-mail.ts'

const limit = 3

const start = () => startMailingApp({ LOGIN_LIMIT_PER_MINUTE: String(limit), TRUST_PROXY: 'true' })

describeShop('the limit of mails about orders', start, ({ service, shop: merchant }) => {
  let productId: string
  before(async () => {
    productId = (await makeProduct(service, merchant, { onHand: 100 })).id
  })

  async function newShopper(): Promise<TestShopper> {
    await sql`delete from attempt_counts`.execute(service.deps.db)
    const shopper = await makeShopper(service, merchant)
    await confirmAddress(service, shopper)
    return shopper
  }
  async function order(shopper: TestShopper, email = shopper.email): Promise<string> {
    const placed = await shopper.order([{ product_id: productId, quantity: 1 }], { email })
    assert.equal(placed.status, 201)
    return placed.body.data.id
  }
  /** Runs all jobs; answers how many mails of that subject have got to the address by then. */
  async function mailsTo(email: string, subject: RegExp): Promise<number> {
    const { pool } = service.deps
    await runSweep(service, 'webhooks.number-events')
    const { rows } = await pool.query(`select id, payload from jobs where name = 'orders.send_mail' order by id`)
    for (const { id, payload } of rows) {
      await sendOrderMail.run(service.deps, payload)
      await pool.query('delete from jobs where id = $1', [id])
    }
    const isTo = ({ to }: { to: string[] }) => to.some((one) => one.toLowerCase() === email)
    return service.mail.mails.filter((mail) => isTo(mail) && subject.test(mail.subject)).length
  }

  it('a shopper causes so many a minute, also by cancelling; what the shop does and what is paid comes', async () => {
    const shopper = await newShopper()
    for (let n = 0; n < limit; n++) {
      const id = await order(shopper)
      await mailsTo(shopper.email, /./)
      assert.equal((await shopper.cancel(id)).status, 200)
    }
    assert.equal(await mailsTo(shopper.email, /./), limit)
    const id = await order(shopper)
    assert.equal(await mailsTo(shopper.email, /./), limit)
    assert.equal((await moveOrder(service, merchant, id, 'cancelled')).status, 200)
    assert.equal(await mailsTo(shopper.email, /./), limit + 1)
    const stranger = `${unique('stranger')}@example.com`
    for (let n = 0; n <= limit; n++) assert.equal((await shopper.pay(await order(shopper, stranger))).status, 201)
    assert.equal(await mailsTo(stranger, /received your order/), limit + 1)
  })

  it('a mail that the server does not take is not counted', async () => {
    const shopper = await newShopper()
    await order(shopper)
    await service.mail.down()
    for (let n = 0; n <= limit; n++) await assert.rejects(mailsTo(shopper.email, /./))
    await service.mail.up()
    assert.equal(await mailsTo(shopper.email, /received your order/), 1)
  })
})
