import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { describeService } from '#test/support/describe-shop.ts'
import { makeUser } from '#test/support/factories.ts'
import { startMailedApp } from '#test/support/mailed-app.ts'
import { until } from '#test/support/until.ts'

const limit = 3

describeService(
  'the limit of mails that an account causes',
  () => startMailedApp({ LOGIN_LIMIT_PER_MINUTE: String(limit) }),
  ({ service }) => {
    it('POST /user/password again and again mails so many a minute to an address that may be another’s', async () => {
      const { email, password, headers } = await makeUser(service)
      let current_password = password
      for (let n = 0; n < limit + 2; n++) {
        const body = { current_password, password: `another good password ${n}` }
        assert.equal((await service.request('POST', '/user/password', { headers, body })).status, 200)
        current_password = body.password
      }
      await until(async () => {
        const { rows } = await sql`select from jobs`.execute(service.deps.db)
        return rows.length === 0
      }, 'all mails to be sent')
      const told = service.mail.mails.filter(({ to, subject }) => to.includes(email) && /password/.test(subject))
      assert.equal(told.length, limit)
    })
  },
)
