import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestApp, unique } from '#test/support/app.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeShopper, moveOrder, type TestShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { startMailServer, type TestMailServer } from '#test/support/smtp-server.ts'
import { runSweep } from '#test/support/sweeps.ts'
import { sendOrderMail } from './send-order-mail.ts'

const limit = 3

describe('the limit of mails about orders', () => {
  let service: TestApp & { close(): Promise<void> }
  let server: TestMailServer
  let merchant: TestMerchant
  let productId: string
  before(async () => {
    server = await startMailServer()
    service = await startTestApp({ SMTP_URL: server.url, LOGIN_LIMIT_PER_MINUTE: String(limit), TRUST_PROXY: 'true' })
    merchant = await makeMerchant(service)
    productId = (await makeProduct(service, merchant, { onHand: 100 })).id
  })
  after(async () => {
    await service.close()
    await server.close()
  })

  async function newShopper(): Promise<TestShopper> {
    await sql`delete from attempt_counts`.execute(service.deps.db)
    return makeShopper(service, merchant)
  }
  async function order(shopper: TestShopper, email: string): Promise<string> {
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
    return server.mails.filter((mail) => isTo(mail) && subject.test(mail.subject)).length
  }

  it('an address gets so many confirmations a minute, whoever orders, and every mail of the shop’s doing', async () => {
    const stranger = `${unique('stranger')}@example.com`
    const first = await newShopper()
    const ids = [await order(first, stranger), await order(first, stranger)]
    const second = await makeShopper(service, merchant)
    for (let n = 0; n < 3; n++) ids.push(await order(second, stranger.toUpperCase()))
    assert.equal(await mailsTo(stranger, /received your order/), limit)
    for (const id of ids) assert.equal((await moveOrder(service, merchant, id, 'cancelled')).status, 200)
    assert.equal(await mailsTo(stranger, /is cancelled/), ids.length)
  })

  it('a shopper causes so many a minute, to whatever addresses, also by cancelling', async () => {
    const shopper = await newShopper()
    const addresses = Array.from({ length: limit + 1 }, () => `${unique('stranger')}@example.com`)
    for (const email of addresses) {
      const id = await order(shopper, email)
      assert.equal((await shopper.cancel(id)).status, 200)
    }
    let sent = 0
    for (const email of addresses) sent += await mailsTo(email, /./)
    assert.equal(sent, limit)
  })

  it('a mail that the server does not take is not counted', async () => {
    const shopper = await newShopper()
    const stranger = `${unique('stranger')}@example.com`
    await order(shopper, stranger)
    await server.down()
    for (let n = 0; n <= limit; n++) await assert.rejects(mailsTo(stranger, /./))
    await server.up()
    assert.equal(await mailsTo(stranger, /received your order/), 1)
  })
})
