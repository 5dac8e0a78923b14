import assert from 'node:assert/strict'
import { beforeEach, it } from 'node:test'
import { sql } from 'kysely'
import { publicUrl } from '#src/platform/mail/index.ts'
import { startTestApp, unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { confirmAddress, makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeGroup } from '#test/support/groups.ts'
import { makeGuest } from '#test/support/guests.ts'
import { startMailingApp } from '#test/support/mailed-app.ts'
import { decoded, orderMailTools, subjects } from '#test/support/order-mails.ts'
import { makeShopper, moveOrder, shopping } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import type { ReceivedMail } from '#test/support/smtp-server.ts'
import { runSweep } from '#test/support/sweeps.ts'
import { sendOrderMail } from './send-order-mail.ts'

/** Jobs and sweeps run when a test says so: what was sent is then all that will be. */
describeService('mails about orders', startMailingApp, ({ service }) => {
  let merchant: TestMerchant
  beforeEach(async () => {
    merchant = await makeMerchant(service)
  })

  const { placeOrder, query, set, number, jobs, deliver } = orderMailTools(() => ({ service, merchant }))

  it('an order is confirmed once, in the name of the shop, with its zone and support address', async () => {
    await set("support_email = 'help@lantern.example', timezone = 'Asia/Kolkata'")
    const { shopper, order } = await placeOrder(service, merchant)
    const [mail, ...more] = await deliver()
    assert.ok(mail)
    assert.equal(more.length, 0)
    assert.deepEqual([mail.from, mail.to], ['no-reply@platform.example', [shopper.email]])
    assert.equal(mail.subject, `We have received your order ${order.order_number}`)
    assert.equal(mail.messageId, `<order-confirmation-${order.id}@platform.example>`)
    const text = decoded(mail)
    assert.match(text.slice(0, 300), new RegExp(`^From: "?${merchant.name}"? <no-reply@platform\\.example>`, 'm'))
    assert.match(text, /^Reply-To: help@lantern\.example/m)
    assert.match(text, /^Placed: .* GMT\+5:30/m)
    assert.match(text, new RegExp(`^2 x ${order.items[0].name}`, 'm'))
    assert.match(text, /it is kept for you until/)
    assert.deepEqual(await deliver(), [])
  })

  it('a confirmation carries the instruction of withdrawal and the terms, once they are published', async () => {
    const { headers } = merchant.owner
    for (const [title, kind, status] of [
      ['Terms of sale', 'terms', 'published'],
      ['Right to withdraw', 'withdrawal', 'published'],
      ['Privacy', 'privacy', 'published'],
    ]) {
      const body = { title, kind, status, body_html: `<p>First of ${kind}</p><ul><li>second of ${kind}</ul>` }
      assert.equal((await service.request('POST', '/admin/pages', { headers, body })).status, 201)
    }
    await placeOrder(service, merchant)
    const [mail] = await deliver()
    const text = mail ? decoded(mail) : ''
    assert.match(
      text,
      /^Right to withdraw\s+First of withdrawal\s+- second of withdrawal\s+Terms of sale\s+First of terms/m,
    )
    assert.match(text, /First of withdrawal<br>/)
    assert.doesNotMatch(text, /privacy/i)
    await service.deps.db.updateTable('pages').set({ status: 'draft' }).where('merchant_id', '=', merchant.id).execute()
    await placeOrder(service, merchant)
    const [later] = await deliver()
    assert.doesNotMatch(later ? decoded(later) : 'First of', /First of/)
  })

  it('mails of a shop of de-CH are German, with Swiss numbers; those of a shop of nl-NL are English', async () => {
    await set("locale = 'de-CH', timezone = 'Europe/Zurich'")
    const { order } = await placeOrder(service, merchant)
    const [mail] = await deliver()
    const text = mail ? decoded(mail) : ''
    assert.match(text, /^Vielen Dank für Ihre Bestellung/m)
    assert.match(text, new RegExp(`^Bestellung: +${order.order_number}`, 'm'))
    assert.match(text, /^Gesamt \(GBP\) +£\s25\.00/m)
    assert.match(text, /^Bestellt am: .* um \d\d:\d\d MES?Z/m)
    assert.match(text, /<html lang="de-CH">/)
    await set("locale = 'nl-NL'")
    await placeOrder(service, merchant)
    const [english] = await deliver()
    assert.match(english ? decoded(english) : '', /^Thank you for your order[\s\S]*<html lang="en">/m)
  })

  it('mails are in the language of the order, else of its customer, else of the shop', async () => {
    await set("locale = 'fr-FR'")
    const textOf = async (change?: (id: string, userId: string) => Promise<unknown>) => {
      const { order } = await placeOrder(service, merchant)
      await change?.(order.id, order.user_id)
      const [mail] = await deliver()
      return mail ? decoded(mail) : ''
    }
    assert.match(await textOf(), /^Merci pour votre commande[\s\S]*<html lang="fr-FR">/m)
    const known = await textOf((_, userId) =>
      query('update customers set locale = $1 where user_id = $2', ['pl', userId]),
    )
    assert.match(known, /^Dziękujemy za zamówienie[\s\S]*<html lang="pl">/m)
    const ordered = await textOf(async (id, userId) => {
      await query('update customers set locale = $1 where user_id = $2', ['pl', userId])
      await query('update orders set locale = $1 where id = $2', ['ja-JP', id])
    })
    assert.match(ordered, /^ご注文ありがとうございます[\s\S]*<html lang="ja-JP">/m)
    assert.match(ordered, /^合計 \(GBP\) +£25\.00/m)
  })

  it('its link leads to the page of the storefront, else to that of the service, for 60 days', async () => {
    for (const [url, page] of [
      [null, `${publicUrl(service.deps.config)}/orders/`],
      ['https://shop.example/en', 'https://shop.example/en/orders/'],
    ] as const) {
      await set(`storefront_url = ${url === null ? 'null' : `'${url}'`}`)
      const { order } = await placeOrder(service, merchant)
      const [mail] = await deliver()
      const link = /http\S+\/orders\/[\w-]+/.exec(mail ? decoded(mail) : '')?.[0] ?? ''
      assert.ok(link.startsWith(page), link)
      const token = link.slice(page.length)
      const linked = await service.request('GET', `/orders/by-token/${token}`)
      assert.equal(linked.body.data.id, order.id)
      const [, , until = ''] = service.deps.seal.open(Buffer.from(token, 'base64url'), 'order token').split(' ')
      const days = (Number(until) - Date.now() / 1000) / 86_400
      assert.equal(Math.round(days), 60)
    }
  })

  it('the address of the order comes before that of the account; a deleted account gets none', async () => {
    const { shopper, order } = await placeOrder(service, merchant)
    await query('update orders set email = $1 where id = $2', ['other@example.com', order.id])
    assert.deepEqual(await deliver(), [])
    await shopper.pay(order.id)
    assert.deepEqual(
      (await deliver()).map(({ to }) => to),
      [['other@example.com']],
    )
    const { shopper: erased, order: next } = await placeOrder(service, merchant)
    await erased.pay(next.id)
    const body = { current_password: erased.password }
    assert.equal((await service.request('DELETE', '/user/profile', { headers: erased.headers, body })).status, 200)
    assert.deepEqual(await deliver(), [])
  })

  /** An order of a guest, with somebody's address. */
  async function orderOfGuest(email: string, price = 10) {
    const guest = await makeGuest(service)
    const shopper = shopping(service, { ...guest.headers, 'merchant-id': merchant.id })
    const { id: product_id } = await makeProduct(service, merchant, { onHand: 5, price })
    const { id, order_number } = (await shopper.order([{ product_id, quantity: 1 }], { email })).body.data
    return { guest, shopper, id, order_number }
  }
  const told = (mails: readonly ReceivedMail[]) => mails.map(({ to, messageId }) => [to[0], messageId.split('@', 1)[0]])

  it('before an order is paid nothing goes to an address that nobody has proved, whatever is done', async () => {
    const cancelled = await orderOfGuest('stranger-1@example.com')
    const expired = await orderOfGuest('stranger-2@example.com')
    const byStaff = await orderOfGuest('stranger-3@example.com')
    const unconfirmed = await placeOrder(service, merchant, { isConfirmed: false })
    assert.deepEqual(await deliver(), [])
    await cancelled.shopper.cancel(cancelled.id)
    await unconfirmed.shopper.cancel(unconfirmed.order.id)
    await moveOrder(service, merchant, byStaff.id, 'cancelled')
    await query("update orders set created_at = now() - interval '1 hour' where id = $1", [expired.id])
    await runSweep(service, 'expire-unpaid-orders')
    const { rows } = await sql<{ status: string }>`
      select distinct status from orders where merchant_id = ${merchant.id}`.execute(service.deps.db)
    assert.deepEqual(rows, [{ status: 'cancelled' }])
    assert.deepEqual(await deliver(), [])
  })

  it('once it is paid the order is confirmed to that address, once, and what follows is told', async () => {
    const { shopper, id } = await orderOfGuest('buyer@example.com')
    await shopper.pay(id, 'test_decline')
    assert.deepEqual(await deliver(), [])
    await shopper.pay(id)
    const mails = await deliver()
    assert.deepEqual(told(mails), [['buyer@example.com', `<order-confirmation-${id}`]])
    assert.doesNotMatch(decoded(mails[0] as ReceivedMail), /it is kept for you until/)
    await moveOrder(service, merchant, id, 'cancelled')
    assert.deepEqual(
      told(await deliver()).map(([to]) => to),
      ['buyer@example.com', 'buyer@example.com'],
    )
    const { headers } = merchant.owner
    const manual = await orderOfGuest('transfer@example.com')
    const path = `/admin/orders/${manual.id}/payments`
    assert.equal((await service.request('POST', path, { headers, body: { method: 'manual' } })).status, 201)
    assert.deepEqual(told(await deliver()), [['transfer@example.com', `<order-confirmation-${manual.id}`]])
  })

  it('a confirmed account is told when it orders and not again when it pays; one confirmed between, once', async () => {
    const known = await placeOrder(service, merchant)
    await known.shopper.pay(known.order.id)
    const late = await placeOrder(service, merchant, { isConfirmed: false })
    assert.equal((await deliver()).length, 1)
    await confirmAddress(service, late.shopper)
    assert.deepEqual(await deliver(), [])
    await late.shopper.pay(late.order.id)
    assert.deepEqual(told(await deliver()), [[late.shopper.email, `<order-confirmation-${late.order.id}`]])
  })

  it('a cancellation says why; an order that is cancelled before it is confirmed has the one mail', async () => {
    const { shopper, order } = await placeOrder(service, merchant)
    await shopper.cancel(order.id)
    const mails = await deliver()
    assert.deepEqual(subjects(mails), [`Your order ${order.order_number} is cancelled`])
    assert.match(decoded(mails[0] as ReceivedMail), /As you asked, we have cancelled your order\./)
    assert.equal(mails[0]?.messageId, `<cancellation-${order.id}@platform.example>`)
  })

  it('a cancelled order that was paid is followed by a mail when the money is given back', async () => {
    const { shopper, order } = await placeOrder(service, merchant)
    await shopper.pay(order.id)
    await deliver()
    await moveOrder(service, merchant, order.id, 'cancelled')
    assert.deepEqual(subjects(await deliver()).toSorted(), [
      `Refund for your order ${order.order_number}`,
      `Your order ${order.order_number} is cancelled`,
    ])
    await runSweep(service, 'settle-payments')
    assert.deepEqual(await deliver(), [])
  })

  it('what is switched off is not queued, and not sent if the shop has switched it off meanwhile', async () => {
    await placeOrder(service, merchant)
    await number()
    await set('mail_order_confirmation = false')
    await placeOrder(service, merchant)
    await number()
    assert.equal((await jobs()).length, 1)
    assert.deepEqual(await deliver(), [])
  })

  it('with MAIL=off no mail is queued, neither by the sweep nor by a reader of the log', async (t) => {
    const off = await startTestApp({ MAIL: 'off' }, service.databaseUrl)
    t.after(() => off.close())
    for (const read of [
      () => runSweep(off, 'webhooks.number-events'),
      () => off.request('GET', '/admin/events', { headers: merchant.owner.headers }),
    ]) {
      await placeOrder(service, merchant)
      await read()
      assert.deepEqual(await jobs(), [])
    }
    await placeOrder(service, merchant)
    await service.request('GET', '/admin/events', { headers: merchant.owner.headers })
    const queued = await jobs()
    assert.equal(queued.length, 1)
    await sendOrderMail.run(off.deps, queued[0]?.payload)
  })

  it('the mail of an event follows from the event, whatever the options of its products are called', async () => {
    const options = { change: 'fulfilled', previous_status: 'refunded' }
    const group = await makeGroup(service, merchant, {
      varies_by: Object.keys(options),
      variants: [{ sku: unique('V'), price: 10, on_hand: 5, options }],
    })
    const shopper = await makeShopper(service, merchant)
    const [variant] = group.variants
    const placed = await shopper.order([{ product_id: variant?.id ?? '', quantity: 2 }])
    assert.equal(placed.status, 201)
    const { id, order_number } = placed.body.data
    assert.deepEqual(await deliver(), [])
    await shopper.pay(id)
    assert.deepEqual(subjects(await deliver()), [`We have received your order ${order_number}`])
    const sent = await service.request('POST', `/admin/orders/${id}/fulfillments`, {
      headers: merchant.owner.headers,
      body: { items: [{ product_id: variant?.id, quantity: 1 }] },
    })
    assert.equal(sent.status, 201)
    assert.deepEqual(subjects(await deliver()), [`Part of your order ${order_number} is on its way`])
  })

  it('an event that a release before wrote, which did not say its mail, causes the same', async () => {
    const { shopper, order } = await placeOrder(service, merchant, { isConfirmed: false })
    await shopper.pay(order.id)
    await query('update events set mail = null where merchant_id = $1', [merchant.id])
    await number()
    const kinds = (await jobs()).map(({ payload }) => payload.kind)
    assert.deepEqual(kinds.sort(), ['order_confirmation', 'order_paid'])
  })

  it('what happened before the upgrade is not mailed, nor what is older than a day', async (t) => {
    t.after(() => query("update event_numbering set mailed_since = now() - interval '1 day'"))
    await query("update event_numbering set mailed_since = now() + interval '1 minute'")
    await placeOrder(service, merchant)
    await number()
    assert.deepEqual(await jobs(), [])
    await query("update event_numbering set mailed_since = now() - interval '1 day'")
    await placeOrder(service, merchant)
    await number()
    assert.equal((await jobs()).length, 1)
    await query(`update events set created_at = now() - interval '25 hours' where merchant_id = $1`, [merchant.id])
    assert.deepEqual(await deliver(), [])
  })

  it('numbered by several processes at once, and again after a recovery, each mail is queued once', async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, () => placeOrder(service, merchant)))
    await Promise.all(Array.from({ length: 4 }, number))
    assert.equal((await jobs()).length, orders.length)
    // A recovery to an earlier moment: the same events are numbered again.
    await query('update events set position = null where merchant_id = $1', [merchant.id])
    await query(`update event_numbering set numbered_until = '0'`)
    await number()
    assert.equal((await jobs()).length, orders.length)
    const first = await deliver()
    await query('update events set position = null where merchant_id = $1', [merchant.id])
    await query(`update event_numbering set numbered_until = '0'`)
    const again = await deliver()
    const ids = (mails: ReceivedMail[]) => mails.map(({ messageId }) => messageId).sort()
    assert.deepEqual(ids(again), ids(first))
  })

  it('a mail server that refuses the recipient ends the mail; one that is away is tried again', async (t) => {
    t.after(() => service.mail.up())
    await placeOrder(service, merchant)
    await number()
    service.mail.refuseWith(550)
    assert.deepEqual(await deliver(), [])
    assert.deepEqual(await jobs(), [])
    service.mail.refuseWith(undefined)
    await placeOrder(service, merchant)
    await service.mail.down()
    await assert.rejects(deliver())
    await service.mail.up()
    assert.equal((await deliver()).length, 1)
  })

  it('no name of a shop or product adds a header or HTML', async () => {
    await query('update merchants set name = $1 where id = $2', ['Evil\r\nBcc: v@example.com <b>', merchant.id])
    const { order } = await placeOrder(service, merchant)
    await query('update order_items set name = $1 where order_id = $2', [`<img src=x>${unique('x')}\r\n`, order.id])
    const [mail] = await deliver()
    assert.equal(mail?.to.length, 1)
    const text = decoded(mail as ReceivedMail)
    assert.ok(!/^Bcc:/m.test(text.split('\r\n\r\n', 1)[0] ?? ''))
    assert.match(text, /&#60;img src=x&#62;/)
  })
})
