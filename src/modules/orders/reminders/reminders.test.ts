import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { startTestApp } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { decoded } from '#test/support/order-mails.ts'
import { assertRefused, makeOlder, makeShopper, staffOn } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { startMailServer, type TestMailServer } from '#test/support/smtp-server.ts'
import { until } from '#test/support/until.ts'
import type { Reminder } from './queries.ts'
import { findLateOrders, remind } from './remind.ts'

let server: TestMailServer
const start = async () => {
  server = await startMailServer()
  return startTestApp({ SMTP_URL: server.url })
}
const bank = { holder: 'Cakestand Ltd', iban: 'DE02120300000000202051' }

/** Jobs and sweeps run when a test says so: what was sent is then all that will be. */
describeService('reminders of payments', start, ({ service }) => {
  after(() => server.close())

  const query = async (text: string, values: unknown[] = []) => (await service.deps.pool.query(text, values)).rows
  const change = ({ owner: { headers } }: TestMerchant, payment_reminders: unknown) =>
    service.request('PATCH', '/admin/merchant', { headers, body: { mail: { payment_reminders } } })
  async function makeShop(days: number[] | null = [3, 10, 20], method: object = {}) {
    const shop = await makeMerchant(service, { currency: 'EUR' })
    if (days !== null) assert.equal((await change(shop, { days })).status, 200)
    const made = await service.request('POST', '/admin/payment-methods', {
      headers: shop.owner.headers,
      body: { kind: 'bank_transfer', name: 'By transfer', bank, net_days: 7, keeps_stock_hours: 6_000, ...method },
    })
    return { shop, method: made.body.data.id as string }
  }
  /** An order whose payment was due so many days ago. */
  async function makeLate({ shop, method }: Awaited<ReturnType<typeof makeShop>>, days: number) {
    const product = await makeProduct(service, shop, { price: 12.5 })
    const shopper = await makeShopper(service, shop)
    const placed = await shopper.order([{ product_id: product.id, quantity: 1 }], { payment_method_id: method })
    const { id } = placed.body.data
    await makeOlder(service, [id], (7 + days) * 86_400 + 60)
    const { headers } = shop.owner
    return {
      id: id as string,
      suffix: placed.body.data.order_number.slice(6) as string,
      shopper,
      staff: staffOn(service, shop, id),
      record: () => service.request('POST', `/admin/orders/${id}/payments`, { headers, body: { method: 'manual' } }),
      timeline: async () =>
        (await service.request('GET', `/admin/orders/${id}/timeline`, { headers })).body.data.items.map(
          ({ text }: { text: string }) => text,
        ) as string[],
    }
  }
  /** As if the reminders before had been sent so many days ago. */
  const age = (id: string, days: number) =>
    query(`update payment_reminders set queued_at = queued_at - make_interval(days => $2) where order_id = $1`, [
      id,
      days,
    ])
  const queued = async () => {
    await findLateOrders.run(service.deps)
    const rows = await query(`delete from jobs where name = 'orders.remind' returning payload`)
    return rows.map(({ payload }) => payload as Reminder)
  }
  async function deliver() {
    const earlier = server.mails.length
    for (const job of await queued()) await remind.run(service.deps, job)
    return server.mails.slice(earlier)
  }

  it('are sent once each, so many days after the payment was due, and are in the timeline', async () => {
    const own = await makeShop()
    const order = await makeLate(own, 2)
    assert.deepEqual(await deliver(), [])
    await makeOlder(service, [order.id], 86_400)
    const [first, ...others] = await deliver()
    assert.ok(first && others.length === 0)
    assert.deepEqual(first.to, [order.shopper.email])
    // An older order has the number of an older day.
    assert.match(first.subject, new RegExp(`^Your order \\d{6}${order.suffix} is not paid yet$`))
    for (const part of ['How to pay: By transfer', 'DE02 1203 0000 0000 2020 51', '€12.50'])
      assert.ok(decoded(first).includes(part), part)
    assert.deepEqual(await deliver(), [])

    const texts = { en: { subject: 'Order {{order.number}}, again', text: 'It is still open.' } }
    const { headers } = own.shop.owner
    const saved = await service.request('PUT', '/admin/mails/payment_reminder_2', { headers, body: { texts } })
    assert.equal(saved.status, 200)
    await makeOlder(service, [order.id], 30 * 86_400)
    assert.deepEqual(await deliver(), [], 'the second waits its days after the first')
    await age(order.id, 7)
    const [second] = await deliver()
    assert.match(second?.subject ?? '', new RegExp(`^Order \\d{6}${order.suffix}, again$`))
    assert.ok(second && decoded(second).includes('It is still open.') && decoded(second).includes('How to pay'))
    await age(order.id, 10)
    const [third] = await deliver()
    assert.match(third?.subject ?? '', /^Last reminder: your order .* is not paid yet$/)
    await age(order.id, 100)
    assert.deepEqual(await deliver(), [])
    const told = (await order.timeline()).filter((text) => text.includes('reminder'))
    assert.deepEqual(told.sort(), [
      `Mail “payment reminder 1” sent to ${order.shopper.email}`,
      `Mail “payment reminder 2” sent to ${order.shopper.email}`,
      `Mail “payment reminder 3” sent to ${order.shopper.email}`,
    ])
  })

  it('remind nobody of what is paid, cancelled, paid by card, due long ago, or at a shop that wants none', async () => {
    const shop = await makeShop()
    const [paid, cancelled] = [await makeLate(shop, 4), await makeLate(shop, 4)]
    assert.equal((await paid.record()).status, 201)
    assert.equal((await cancelled.staff.move('cancelled')).status, 200)
    await makeLate(shop, 40)
    await makeLate(await makeShop([3], { kind: 'card', bank: null }), 4)
    await makeLate(await makeShop(null), 4)
    assert.deepEqual(await deliver(), [])
  })

  it('what is sent before it is paid is reminded of, too', async () => {
    const own = await makeShop([3], { kind: 'on_account', bank: null, send_before_paid: true })
    const order = await makeLate(own, 4)
    const { headers } = own.shop.owner
    const sent = await service.request('POST', `/admin/orders/${order.id}/fulfillments`, { headers, body: {} })
    assert.equal(sent.status, 201, JSON.stringify(sent.body))
    assert.equal((await deliver()).length, 1)
  })

  it('a payment that is recorded while the sweep runs leaves nothing to send', async () => {
    const shop = await makeShop()
    const orders = [await makeLate(shop, 4), await makeLate(shop, 4), await makeLate(shop, 4)]
    const [first, second, third] = orders as [(typeof orders)[0], (typeof orders)[0], (typeof orders)[0]]
    const jobs = await queued()
    assert.equal(jobs.length, 3)
    assert.equal((await first.record()).status, 201)
    assert.equal((await second.staff.move('cancelled')).status, 200)
    // The third is paid by a transaction that has not ended when the mail is to be sent.
    const client = await service.deps.pool.connect()
    try {
      await client.query('begin')
      await client.query(
        `update orders set status = 'paid', payment_status = 'paid', paid_at = now(), paid_minor = total_minor
          where id = $1`,
        [third.id],
      )
      const earlier = server.mails.length
      const sent = Promise.all(jobs.map((job) => remind.run(service.deps, job)))
      await until(async () => {
        const waiting = await query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%payment_reminders%'`,
        )
        return waiting.length > 0
      }, 'the reminder to wait for the payment')
      await client.query('commit')
      await sent
      assert.deepEqual(server.mails.slice(earlier), [])
    } finally {
      client.release()
    }
    assert.deepEqual(
      await query(`select from payment_reminders where order_id = any($1) and sent_at is not null`, [
        orders.map(({ id }) => id),
      ]),
      [],
    )
  })

  it('a shop that changes its mind sends nothing any more; two sweeps at once queue a reminder once', async () => {
    const own = await makeShop()
    await makeLate(own, 4)
    await Promise.all([findLateOrders.run(service.deps), findLateOrders.run(service.deps)])
    const jobs = await queued()
    assert.equal(jobs.length, 1)
    assert.equal((await change(own.shop, null)).status, 200)
    const earlier = server.mails.length
    for (const job of jobs) await remind.run(service.deps, job)
    assert.deepEqual(server.mails.slice(earlier), [])
  })

  it('the days are one to three, in ascending order; off by default', async () => {
    const { shop } = await makeShop(null)
    const { headers } = shop.owner
    const read = async () =>
      (await service.request('GET', '/admin/merchant', { headers })).body.data.mail.payment_reminders
    assert.equal(await read(), null)
    for (const days of [[], [1, 2, 3, 4], [3, 3], [5, 2], [0], [1.5], [400]]) {
      const refused = await change(shop, { days })
      assertRefused(refused, 400, 'VALIDATION_ERROR')
      assert.match(refused.body.error.details[0].field, /^mail\.payment_reminders\.days/)
    }
    assert.equal((await change(shop, { days: [7] })).status, 200)
    assert.deepEqual(await read(), { days: [7] })
  })
})
