import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { unique } from '#test/support/app.ts'
import { makeUser } from '#test/support/factories.ts'
import { startMailedApp } from '#test/support/mailed-app.ts'
import { until } from '#test/support/until.ts'

it('the links in mails are good for as long as docs/reference/accounts.md says', async (t) => {
  const service = await startMailedApp()
  t.after(() => service.close())
  const { headers, email, password, id } = await makeUser(service)
  await service.request('POST', '/user/password/forgot', { headers, body: { email } })
  const body = { email: `${unique('moved')}@example.com`, current_password: password }
  assert.equal((await service.request('PATCH', '/user/profile', { headers, body })).status, 200)
  const hours = await until(async () => {
    const { rows } = await sql<{ purpose: string; hours: number }>`
      select purpose, (extract(epoch from expires_at - created_at) / 3600)::float8 as hours
        from mail_tokens where user_id = ${id}`.execute(service.deps.db)
    return rows.length === 4 && Object.fromEntries(rows.map((row) => [row.purpose, row.hours]))
  }, 'four mails')
  assert.deepEqual(hours, { verify_email: 24, reset_password: 1, change_email: 24, undo_email_change: 168 })
})
