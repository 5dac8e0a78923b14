import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { startMailedApp } from '#test/support/mailed-app.ts'
import { assertRefused, makeShopper } from '#test/support/orders.ts'
import { makeGiftCard } from '#test/support/stored-value.ts'
import { until } from '#test/support/until.ts'

describeService('mails of gift cards', startMailedApp, ({ service }) => {
  it('POST /admin/gift-cards with an email mails the code, which is then only hashed', async () => {
    const merchant = await makeMerchant(service)
    const { code, id } = await makeGiftCard(service, merchant, 25, { email: 'friend@example.com' })
    const mail = await service.mail.mailTo('friend@example.com')
    assert.ok(mail.source.includes(code), mail.source)
    const shopper = await makeShopper(service, merchant)
    const balance = await service.request('POST', '/user/gift-cards/balance', {
      headers: shopper.headers,
      body: { code },
    })
    assert.equal(balance.body.data.balance, 25)
    const stored = () =>
      service.deps.db.selectFrom('stored_value_accounts').select('sealed_code').where('id', '=', id).executeTakeFirst()
    await until(async () => (await stored())?.sealed_code === null, 'the code to be only hashed')
  })

  it('POST /admin/gift-cards beyond the mails of staff in an hour answers 429, and makes none', async (t) => {
    const limited = await startMailedApp({ MAIL_LIMITS: '0,0,1' })
    t.after(() => limited.close())
    const { owner } = await makeMerchant(limited)
    const make = (body: object) => limited.request('POST', '/admin/gift-cards', { headers: owner.headers, body })
    assert.equal((await make({ amount: 5, email: 'first@example.com' })).status, 201)
    assertRefused(await make({ amount: 5, email: 'second@example.com' }), 429, 'RATE_LIMITED')
    assert.equal((await make({ amount: 5 })).status, 201)
    const { items } = (await limited.request('GET', '/admin/gift-cards', { headers: owner.headers })).body.data
    assert.equal(items.length, 2)
  })
})
