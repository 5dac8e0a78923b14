import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#src/platform/lib/ids.ts'
import { MailRefused } from '#src/platform/mail/index.ts'
import { buildTestApp, unique } from '#test/support/app.ts'
import { makeUser } from '#test/support/factories.ts'
import { startMailedApp } from '#test/support/mailed-app.ts'
import { until } from '#test/support/until.ts'
import { sendMail } from './mailing.ts'

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

it('a mail that is refused for good is logged by its user and kind, not with the address', async (t) => {
  const { deps, ...service } = await buildTestApp(t)
  const { id: user_id } = await makeUser({ deps, ...service })
  const lines: object[] = []
  const logger = Object.create(deps.logger, { warn: { value: (line: object) => lines.push(line) } })
  const mailer = { send: () => Promise.reject(new MailRefused('no such mailbox')) }
  const job = { id: newId(), user_id, template: 'verify_email', data: {} } as const
  await sendMail.run({ ...deps, logger, mailer }, job)
  assert.deepEqual(
    lines.map((line) => Object.keys(line)),
    [['err', 'user_id', 'template']],
  )
})
