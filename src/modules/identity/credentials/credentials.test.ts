import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { insertStaff } from '#src/modules/merchants/queries.ts'
import { unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser } from '#test/support/factories.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { startMailedApp } from '#test/support/mailed-app.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import type { TestMailServer } from '#test/support/smtp-server.ts'
import { until } from '#test/support/until.ts'

describeService(
  'proof of address, and passwords',
  () => startMailedApp({ PUBLIC_URL: 'https://shop.example/base/' }),
  ({ service }) => {
    let mail: TestMailServer
    before(async () => {
      mail = service.mail
    })

    const post = (path: string, body?: unknown, headers: Record<string, string> = { 'device-id': 'phone' }) =>
      service.request('POST', path, { headers, body })
    const login = (user: { email: string }, password: string) => post('/user/login', { email: user.email, password })
    const profile = (headers: Record<string, string>) => service.request('GET', '/user/profile', { headers })
    const isReset = ({ subject }: { subject: string }) => subject === 'Set a new password'
    const resetMails = (email: string) => mail.mails.filter((one) => one.to.includes(email) && isReset(one))
    async function resetToken(email: string): Promise<string> {
      const before = resetMails(email).length
      assert.equal((await post('/user/password/forgot', { email })).status, 202)
      await until(() => resetMails(email).length > before, 'the mail')
      return resetMails(email).at(-1)?.token ?? ''
    }
    const code = (answer: { status: number; body: { error?: { code: string } } }) => [
      answer.status,
      answer.body.error?.code,
    ]

    it('POST /user/verify-email with the mailed token answers 200 once and emits user.verified once', async () => {
      const { id: merchantId } = await makeMerchant(service)
      const user = await makeUser(service, { merchantId })
      const { token, source } = await mail.mailTo(user.email)
      assert.match(source.replace(/=\r\n/g, ''), /https:\/\/shop\.example\/base\/account\/verify-email#token=/)
      const answers = await Promise.all(Array.from({ length: 10 }, () => post('/user/verify-email', { token })))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(400)])
      assert.deepEqual(answers.find(({ status }) => status === 200)?.body.data, { merchants: [] })
      assert.equal((await profile(user.headers)).body.data.is_verified, true)
      const events = await eventsOf(service, merchantId, 'user.verified')
      assert.deepEqual(
        events.filter(({ data }) => data.user.id === user.id).map(({ data }) => data.user.is_verified),
        [true],
      )
    })

    it('POST /user/verify-email with an unknown, an expired or another purpose’s token answers 400', async () => {
      const user = await makeUser(service)
      const { token } = await mail.mailTo(user.email)
      await sql`update mail_tokens set expires_at = now() - interval '1 second' where user_id = ${user.id}`.execute(
        service.deps.db,
      )
      const reset = await resetToken(user.email)
      for (const wrong of [token, reset, 'unknown', 'x'.repeat(200)]) {
        assert.deepEqual(code(await post('/user/verify-email', { token: wrong })), [400, 'VALIDATION_ERROR'])
      }
      for (const body of [{}, { token: '' }, { token: 1 }, { token: 'a\0' }, { token: reset, extra: 1 }]) {
        assert.deepEqual(code(await post('/user/verify-email', body)), [400, 'VALIDATION_ERROR'])
      }
      assert.deepEqual(code(await post('/user/verify-email', { token: reset }, {})), [401, 'INVALID_DEVICE'])
    })

    it('POST /user/verify-email/resend answers 202 with another mail, and 409 CONFLICT once verified', async () => {
      const user = await makeUser(service)
      const first = await mail.mailTo(user.email)
      assert.equal((await post('/user/verify-email/resend', undefined, user.headers)).status, 202)
      const second = await mail.mailTo(user.email, ({ token }) => token !== first.token)
      assert.equal((await post('/user/verify-email', { token: first.token })).status, 200)
      assert.equal((await post('/user/verify-email', { token: second.token })).status, 400)
      assert.deepEqual(code(await post('/user/verify-email/resend', undefined, user.headers)), [409, 'CONFLICT'])
      assert.deepEqual(code(await post('/user/verify-email/resend')), [401, 'MISSING_TOKEN'])
    })

    it('POST /user/password/forgot with an unknown e-mail answers as for a known one and sends no mail', async () => {
      const user = await makeUser(service)
      const unknown = `${unique('nobody')}@example.com`
      const answers = [
        await post('/user/password/forgot', { email: unknown }),
        await post('/user/password/forgot', { email: user.email }),
      ]
      assert.deepEqual(answers[0]?.body, answers[1]?.body)
      assert.deepEqual(
        answers.map(({ status }) => status),
        [202, 202],
      )
      await mail.mailTo(user.email, isReset)
      await until(async () => (await waitingJobs()) === 0, 'all mails to be sent')
      assert.deepEqual(
        mail.mails.filter((one) => one.to.includes(unknown)),
        [],
      )
      assert.deepEqual(code(await post('/user/password/forgot', { email: 'nobody' })), [400, 'VALIDATION_ERROR'])
    })

    async function waitingJobs(): Promise<number> {
      const { rows } = await sql<{ count: number }>`select count(*) as count from jobs`.execute(service.deps.db)
      return rows[0]?.count ?? 0
    }

    it('POST /user/password/reset with the mailed token answers 200, ends all sessions, verifies', async () => {
      const merchant = await makeMerchant(service)
      const user = await makeUser(service)
      await insertStaff(service.deps.db, merchant.id, user.id, 'viewer')
      const token = await resetToken(user.email)
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, n) => post('/user/password/reset', { token, password: `new password ${n}` })),
      )
      const winner = answers.findIndex(({ status }) => status === 200)
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400, 400])
      const merchants = [{ id: merchant.id, name: merchant.name, role: 'viewer' }]
      assert.deepEqual(answers[winner]?.body.data, { merchants })
      assert.deepEqual(code(await profile(user.headers)), [401, 'UNAUTHORIZED'])
      assert.deepEqual(code(await login(user, user.password)), [401, 'INVALID_CREDENTIALS'])
      const signedIn = await login(user, `new password ${winner}`)
      assert.deepEqual([signedIn.status, signedIn.body.data.user.is_verified], [200, true])
      await mail.mailTo(user.email, ({ subject }) => subject === 'Your password was changed')
    })

    it('POST /user/password/reset with an expired token, or one replaced by a newer one, answers 400', async () => {
      const user = await makeUser(service)
      const older = await resetToken(user.email)
      const newer = await resetToken(user.email)
      const reset = (token: string) => post('/user/password/reset', { token, password: 'a new password' })
      assert.deepEqual(code(await reset(older)), [400, 'VALIDATION_ERROR'])
      await sql`update mail_tokens set expires_at = now() - interval '1 second' where user_id = ${user.id}`.execute(
        service.deps.db,
      )
      assert.deepEqual(code(await reset(newer)), [400, 'VALIDATION_ERROR'])
      assert.equal((await login(user, user.password)).status, 200)
      for (const password of ['short', 'x'.repeat(129), 'with\0control', 12345678, null, undefined]) {
        const answer = await post('/user/password/reset', { token: newer, password })
        assert.deepEqual(code(answer), [400, 'VALIDATION_ERROR'])
      }
    })

    it('POST /user/password/reset takes back a change of the address that was asked for before', async () => {
      const user = await makeUser(service)
      const body = { email: `${unique('moved')}@example.com`, current_password: user.password }
      assert.equal((await service.request('PATCH', '/user/profile', { headers: user.headers, body })).status, 200)
      const token = await resetToken(user.email)
      assert.equal((await post('/user/password/reset', { token, password: 'a new password' })).status, 200)
      const pending = service.deps.db.selectFrom('pending_emails').select('email').where('user_id', '=', user.id)
      assert.deepEqual(await pending.execute(), [])
    })

    it('POST /user/password answers 200, ends the other sessions and voids a mailed token', async () => {
      const user = await makeUser(service)
      const token = await resetToken(user.email)
      const other = await login(user, user.password)
      const body = { current_password: user.password, password: 'a new password' }
      assert.equal((await post('/user/password', body, user.headers)).status, 200)
      assert.equal((await profile(user.headers)).status, 200)
      const elsewhere = { 'device-id': 'phone', 'access-token': other.body.access_token }
      assert.deepEqual(code(await profile(elsewhere)), [401, 'UNAUTHORIZED'])
      assert.equal((await post('/user/password/reset', { token, password: 'another one' })).status, 400)
      assert.equal((await login(user, 'a new password')).status, 200)
    })

    it('POST /user/password with a wrong current password answers 401 INVALID_CREDENTIALS', async () => {
      const user = await makeUser(service)
      const body = { current_password: 'not this one', password: 'a new password' }
      assert.deepEqual(code(await post('/user/password', body, user.headers)), [401, 'INVALID_CREDENTIALS'])
      assert.equal((await login(user, user.password)).status, 200)
      assert.deepEqual(code(await post('/user/password', { password: 'a new password' }, user.headers)), [
        400,
        'VALIDATION_ERROR',
      ])
    })

    it('POST /user/password by ten at once sets one of the ten', async () => {
      const user = await makeUser(service)
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          post('/user/password', { current_password: user.password, password: `new password ${n}` }, user.headers),
        ),
      )
      const winners = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []))
      assert.equal(winners.length, 1)
      assert.equal((await login(user, `new password ${winners[0]}`)).status, 200)
    })

    it('POST /user/login by a password that was reset while it was checked answers 401', async () => {
      const user = await makeUser(service)
      const reset = await holdLocks(service, sql`update users set password_hash = 'another' where id = ${user.id}`)
      let answered = false
      const answer = login(user, user.password).finally(() => {
        answered = true
      })
      await until(async () => answered || (await lockWaits(service)) > 0, 'the password to be checked')
      await reset.commit()
      assert.deepEqual(code(await answer), [401, 'INVALID_CREDENTIALS'])
    })

    it('POST /user/login racing a reset never leaves a session opened by the old password', async () => {
      for (let round = 0; round < 5; round++) {
        const user = await makeUser(service)
        const token = await resetToken(user.email)
        const [reset, ...logins] = await Promise.all([
          post('/user/password/reset', { token, password: 'a new password' }),
          ...Array.from({ length: 6 }, () => login(user, user.password)),
        ])
        assert.equal(reset?.status, 200)
        for (const { status, body } of logins) {
          if (status !== 200) continue
          const headers = { 'device-id': 'phone', 'access-token': body.access_token }
          assert.equal((await profile(headers)).status, 401)
        }
      }
    })

    it('POST /user/login and /admin/login on a device never seen before mail the user, once for each', async () => {
      const { owner } = await makeMerchant(service)
      const { email, password } = owner
      const told = () =>
        mail.mails.filter(({ to, subject }) => to.includes(email) && subject.startsWith('A new device'))
      const signIn = async (path: string, device: string) =>
        assert.equal((await post(path, { email, password }, { 'device-id': device })).status, 200)
      const settled = () => until(async () => (await waitingJobs()) === 0, 'all mails to be sent')
      // It registered, and signed in as staff, on one device.
      await settled()
      assert.equal(told().length, 0)
      const [phone, desk] = [unique('phone'), unique('desk')]
      await signIn('/user/login', phone)
      await settled()
      await signIn('/admin/login', desk)
      await settled()
      assert.equal(told().length, 2)
      for (const { source } of told()) assert.doesNotMatch(source, new RegExp(`${phone}|${desk}|#token=`))
      await signIn('/admin/login', phone)
      await signIn('/user/login', desk)
      assert.equal((await post('/user/login', { email, password: 'wrong password' }, { 'device-id': 'x' })).status, 401)
      await settled()
      assert.equal(told().length, 2)
    })

    it('a mail is retried while the mail server is down or refuses temporarily', async () => {
      await mail.down()
      const user = await makeUser(service)
      const first = await until(failedJobs, 'an attempt to fail')
      mail.refuseWith(451)
      await mail.up()
      await hurryJobs()
      await until(async () => ((await failedJobs()) ?? 0) > first, 'another attempt to fail')
      mail.refuseWith(undefined)
      await hurryJobs()
      const { token } = await mail.mailTo(user.email)
      assert.equal((await post('/user/verify-email', { token })).status, 200)
    })

    it('a mail that the server refuses permanently is dropped', async () => {
      mail.refuseWith(550)
      const user = await makeUser(service)
      await until(async () => (await waitingJobs()) === 0, 'the job to end')
      mail.refuseWith(undefined)
      assert.deepEqual(
        mail.mails.filter((one) => one.to.includes(user.email)),
        [],
      )
    })

    it('queued mail jobs contain no secret and no address', async () => {
      await mail.down()
      const user = await makeUser(service)
      await post('/user/password/forgot', { email: user.email })
      const { rows } = await sql<{ payload: string }>`select payload::text from jobs`.execute(service.deps.db)
      assert.ok(rows.length >= 2)
      for (const { payload } of rows) assert.doesNotMatch(payload, /@|token/)
      await mail.up()
      await hurryJobs()
      await mail.mailTo(user.email, isReset)
    })

    /**
     * Attempts of the job that waits after a failure. The pause after the first two is 3 and 7 s, a lease lasts 15 to
     * 20 s.
     */
    async function failedJobs(): Promise<number | undefined> {
      const { rows } = await sql<{ attempts: number }>`
      select attempts from jobs where attempts > 0 and due_at < now() + interval '10 s'`.execute(service.deps.db)
      return rows[0]?.attempts
    }

    /** Brings the next attempts forward, so that no test waits out the backoff. */
    async function hurryJobs(): Promise<void> {
      await sql`update jobs set due_at = now()`.execute(service.deps.db)
    }
  },
)
