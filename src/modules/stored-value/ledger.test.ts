import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { assertRefused, makeShopper } from '#test/support/orders.ts'
import { makeGiftCard } from '#test/support/stored-value.ts'

describeShop(
  'the ledger of stored value, and guesses of its codes',
  { LOGIN_LIMIT_PER_MINUTE: '0' },
  ({ service, shop: merchant }) => {
    it('wrong codes are limited like wrong passwords: 429 RATE_LIMITED, right ones are not counted', async (t) => {
      const limited = await startTestApp({ LOGIN_LIMIT_PER_MINUTE: '3' }, service.databaseUrl)
      t.after(() => limited.close())
      const shopper = await makeShopper(service, merchant)
      const { code } = await makeGiftCard(service, merchant, 5)
      const read = (typed: string) =>
        limited.request('POST', '/user/gift-cards/balance', {
          headers: shopper.headers,
          body: { code: typed },
          from: '2001:db8:77::1',
        })
      for (let index = 0; index < 5; index++) assert.equal((await read(code)).status, 200)
      for (let index = 0; index < 3; index++)
        assertRefused(await read('0000-0000-0000-0000'), 409, 'GIFT_CARD_UNAVAILABLE')
      assertRefused(await read(code), 429, 'RATE_LIMITED')
      const pay = await limited.request('POST', `/user/orders/${crypto.randomUUID()}/payments`, {
        headers: shopper.headers,
        body: { method: 'gift_card', code },
        from: '2001:db8:77::1',
      })
      assertRefused(pay, 429, 'RATE_LIMITED')
    })

    it('the database refuses a balance below 0, a gap, a second entry of a cause, and changes', async () => {
      const { id } = await makeGiftCard(service, merchant, 5)
      const { db } = service.deps
      const entry = (number: number, amount: number, before: number, cause: string) =>
        sql`
      insert into stored_value_entries (merchant_id, account_id, number, kind, origin, amount_minor, balance_before,
                                        balance_after, cause_id, created_at)
      values (${merchant.id}, ${id}, ${number}, 'adjusted', 'granted', ${amount}, ${before},
              ${before + amount}, ${cause}, now())`.execute(db)
      const refusedBy = (work: Promise<unknown>) =>
        work.then(
          () => 'written',
          (error) => error.constraint ?? error.code,
        )
      const cause = crypto.randomUUID()
      assert.equal(await refusedBy(entry(2, -501, 500, cause)), 'stored_value_entries_balance')
      assert.equal(await refusedBy(entry(3, -1, 500, cause)), 'stored_value_entries_previous')
      assert.equal(await refusedBy(entry(2, -1, 600, cause)), 'stored_value_entries_previous')
      assert.equal(await refusedBy(entry(2, -1, 500, cause)), 'written')
      assert.equal(await refusedBy(entry(3, -1, 499, cause)), 'stored_value_entries_cause_key')
      const { rows } = await sql<{ may: boolean }>`
      select has_table_privilege(grantee, 'stored_value_entries', 'update') as may
        from (select current_user as grantee) self`.execute(db)
      assert.equal(rows.length, 1)
    })
  },
)
