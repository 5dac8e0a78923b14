import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { guestPassword, makeGuest } from '#test/support/guests.ts'
import { startMailedApp } from '#test/support/mailed-app.ts'
import { shopping } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { until } from '#test/support/until.ts'

const guests = 10
const strangers = 200
const bait = 'Your account is locked: https://evil.example/login'
const address = { name: bait, company: 'evil.example', line1: '1 Street', city: 'London', postal_code: 'SW1Y 4JH' }

/** Before: 200 mails with the text and the link of the attacker to 200 strangers in 7 s, and 200 by cancelling. */
describeService(
  'ten guests from one address who place orders with the addresses of 200 strangers',
  () => startMailedApp({ MAIL_LIMITS: '20,5,300', TRUST_PROXY: 'true' }),
  ({ service }) => {
    const isIdle = async () => {
      const { rows } = await sql<{ open: boolean }>`
      select exists (select from jobs) or exists (select from events where position is null) as open`.execute(
        service.deps.db,
      )
      return rows[0]?.open === false
    }
    const toStrangers = () => service.mail.mails.filter(({ to }) => to[0]?.startsWith('stranger-'))

    it('cause no mail before a payment, one per payment, and 20 by registering, none with their text', async () => {
      const shop = await makeMerchant(service)
      const { id: product_id } = await makeProduct(service, shop, { onHand: 1_000 })
      const made = await Promise.all(Array.from({ length: guests }, () => makeGuest(service)))
      const shoppers = made.map(({ headers }) => shopping(service, { ...headers, 'merchant-id': shop.id }))
      const open: { shopper: (typeof shoppers)[number]; id: string }[] = []
      for (let n = 0; n < strangers; n++) {
        const shopper = shoppers[n % guests] as (typeof shoppers)[number]
        const more = { email: `stranger-${n}@example.com`, shipping_address: { ...address, country: 'GB' } }
        const placed = await shopper.order([{ product_id, quantity: 1 }], more)
        assert.equal(placed.status, 201)
        if (n < strangers - 2) assert.equal((await shopper.cancel(placed.body.data.id)).status, 200)
        else open.push({ shopper, id: placed.body.data.id })
      }
      await until(isIdle, 'all events and mails to be done')
      assert.equal(toStrangers().length, 0)

      for (const { shopper, id } of open) assert.equal((await shopper.pay(id)).status, 201)
      await until(() => toStrangers().length === open.length, 'the paid orders to be confirmed')
      for (const { source } of toStrangers()) assert.doesNotMatch(source.replaceAll(/=\r\n/g, ''), /evil|locked/)

      const answers = []
      for (let n = 0; n < 40; n++) {
        const headers = { 'device-id': unique('device'), 'x-forwarded-for': '192.0.2.1' }
        const body = { email: `stranger-r${n}@example.com`, password: guestPassword, name: bait }
        const answer = await service.request('POST', '/user/register', { headers, body })
        assert.equal(answer.status, 201)
        answers.push(answer.body.data.mail)
      }
      await until(isIdle, 'all mails to be sent')
      assert.equal(toStrangers().length, open.length + 20)
      assert.equal(answers.filter((mail) => mail === 'limited').length, 20)
    })
  },
)
