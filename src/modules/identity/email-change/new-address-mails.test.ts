import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestApp, unique } from '#test/support/app.ts'
import { confirmAddress, makeMerchant, makeUser } from '#test/support/factories.ts'
import { guestPassword, makeGuest, registerAs } from '#test/support/guests.ts'
import { startMailedApp } from '#test/support/mailed-app.ts'
import { until } from '#test/support/until.ts'
import { countMails } from '../attempts/mail-limits.ts'
import { deleteOldAttempts } from '../attempts/queries.ts'

const [ofAddress, ofPerson, ofShop] = [5, 3, 7]

describe('the hourly limits of mails to addresses that nobody has proved', () => {
  let service: Awaited<ReturnType<typeof startMailedApp>>
  /** Another process on the same database. */
  let other: TestApp & { close(): Promise<void> }
  before(async () => {
    const settings = { MAIL_LIMITS: `${ofAddress},${ofPerson},${ofShop}`, TRUST_PROXY: 'true' }
    service = await startMailedApp(settings)
    other = await startTestApp({ SMTP_URL: service.mail.url, ...settings }, service.databaseUrl)
  })
  after(async () => {
    await other.close()
    await service.close()
  })
  beforeEach(() => sql`delete from attempt_counts`.execute(service.deps.db))

  const from = (address: string) => ({ 'x-forwarded-for': address, 'device-id': unique('device') })
  const newEmail = () => `${unique('stranger')}@example.com`
  async function register(process: TestApp, headers: Record<string, string>) {
    const email = newEmail()
    const body = { email, password: guestPassword }
    const { status, body: answer } = await process.request('POST', '/user/register', { headers, body })
    assert.equal(status, 201)
    return { email, mail: answer.data.mail, token: answer.data.access_token as string }
  }
  async function subjectsTo(...emails: string[]) {
    await until(
      async () => (await sql`select from jobs`.execute(service.deps.db)).rows.length === 0,
      'mails to be sent',
    )
    return service.mail.mails.filter(({ to }) => emails.includes(to[0] ?? '')).map(({ subject }) => subject)
  }
  const limited = (count: number, limit: number) =>
    Array.from({ length: count }, (_, n) => (n < limit ? undefined : 'limited'))

  it('POST /user/register beyond the limit of an address answers 201 with mail limited, in two processes', async () => {
    const made = []
    for (let n = 0; n < 7; n++) made.push(await register(n % 2 ? other : service, from('192.0.2.1')))
    assert.deepEqual(
      made.map(({ mail }) => mail),
      limited(7, ofAddress),
    )
    assert.equal((await subjectsTo(...made.map(({ email }) => email))).length, ofAddress)
    assert.equal((await register(other, from('192.0.2.2'))).mail, undefined)
  })

  it('twenty registrations at once from one address in two processes get exactly the mails of the limit', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, n) => register(n % 2 ? other : service, from('192.0.2.3'))),
    )
    assert.equal(made.filter(({ mail }) => mail === undefined).length, ofAddress)
    assert.equal((await subjectsTo(...made.map(({ email }) => email))).length, ofAddress)
  })

  it('POST /user/register at a shop beyond its limit answers mail limited, whoever registers', async () => {
    const shop = await makeMerchant(service)
    await sql`delete from attempt_counts`.execute(service.deps.db)
    const mails = []
    for (let n = 0; n < ofShop + 2; n++)
      mails.push((await register(service, { ...from(`192.0.2.${n + 10}`), 'merchant-id': shop.id })).mail)
    assert.deepEqual(mails, limited(ofShop + 2, ofShop))
  })

  it('POST /user/verify-email/resend again and again: the person’s limit, from whatever address', async () => {
    const { email, token } = await register(service, { ...from('192.0.2.40'), 'device-id': 'a-device-of-its-own' })
    await subjectsTo(email)
    const answers = []
    for (let n = 0; n < ofPerson + 1; n++) {
      const headers = { ...from(`192.0.2.${n + 41}`), 'device-id': 'a-device-of-its-own', 'access-token': token }
      answers.push((await service.request('POST', '/user/verify-email/resend', { headers })).body.data.mail)
      await subjectsTo(email)
    }
    assert.deepEqual(answers, limited(ofPerson + 1, ofPerson - 1))
    assert.equal((await subjectsTo(email)).length, ofPerson)
  })

  it('PATCH /user/profile with ever new addresses answers mail limited; the change is mailed later', async () => {
    const user = await makeUser(service)
    await confirmAddress(service, user)
    await sql`delete from attempt_counts`.execute(service.deps.db)
    const change = async (email: string) =>
      (
        await service.request('PATCH', '/user/profile', {
          headers: { ...user.headers, 'x-forwarded-for': '192.0.2.60' },
          body: { email, current_password: user.password },
        })
      ).body.data
    const wanted = Array.from({ length: ofPerson + 1 }, newEmail)
    const answers = []
    for (const email of wanted) {
      answers.push(await change(email))
      await subjectsTo(email)
    }
    assert.deepEqual(
      answers.map(({ mail }) => mail),
      limited(ofPerson + 1, ofPerson),
    )
    const last = wanted.at(-1) as string
    assert.equal(answers.at(-1).pending_email, last)
    assert.deepEqual(await subjectsTo(last), [])
    // Its own confirmed address is told of each.
    assert.ok((await subjectsTo(user.email)).some((subject) => /about to be changed/.test(subject)))
    await sql`update attempt_counts set window_start = window_start - interval '1 hour'`.execute(service.deps.db)
    assert.equal((await change(last)).mail, undefined)
    assert.deepEqual(await subjectsTo(last), ['Confirm your new e-mail address'])
  })

  it('POST /user/password/forgot tells the same of all; beyond the limit only confirmed ones get it', async () => {
    const [confirmed, unconfirmed] = [await makeUser(service), await makeUser(service)]
    await confirmAddress(service, confirmed)
    const forget = async (email: string) => {
      const answer = await service.request('POST', '/user/password/forgot', {
        headers: from('192.0.2.70'),
        body: { email },
      })
      return JSON.stringify([answer.status, answer.body])
    }
    const emails = () => [confirmed.email, unconfirmed.email, newEmail()]
    await sql`delete from attempt_counts`.execute(service.deps.db)
    const within = await Promise.all(emails().map(forget))
    assert.equal(new Set(within).size, 1)
    const resets = async (email: string) =>
      (await subjectsTo(email)).filter((subject) => subject === 'Set a new password').length
    assert.deepEqual([await resets(confirmed.email), await resets(unconfirmed.email)], [1, 1])
    await Promise.all([forget(newEmail()), forget(newEmail())])
    const beyond = await Promise.all(emails().map(forget))
    assert.equal(new Set(beyond).size, 1)
    assert.match(beyond[0] ?? '', /"mail":"limited"/)
    assert.deepEqual([await resets(confirmed.email), await resets(unconfirmed.email)], [2, 1])
  })

  it('POST /admin/staff beyond the limit of the shop answers the same of every address: mail limited', async () => {
    const shop = await makeMerchant(service)
    const known = await makeUser(service)
    await confirmAddress(service, known)
    // What shoppers have caused there does not count.
    for (let n = 0; n < ofShop; n++) await countMails(service.deps.db, service.deps.config, { merchantId: shop.id })
    const invite = async (process: TestApp, email: string) => {
      const { headers } = shop.owner
      const answer = await process.request('POST', '/admin/staff', { headers, body: { email, role: 'viewer' } })
      assert.equal(answer.status, 201)
      return answer.body.data.mail
    }
    const emails = Array.from({ length: ofShop + 1 }, newEmail)
    const answers = []
    for (const [n, email] of emails.entries()) answers.push(await invite(n % 2 ? other : service, email))
    assert.deepEqual(answers, limited(ofShop + 1, ofShop))
    assert.equal((await subjectsTo(...emails)).length, ofShop)
    assert.equal(await invite(service, known.email), 'limited')
    assert.equal((await subjectsTo(known.email)).filter((subject) => /are.invited/.test(subject)).length, 1)
  })

  it('notices to an address that is not confirmed count for its account', async () => {
    const user = await makeUser(service)
    await sql`delete from attempt_counts`.execute(service.deps.db)
    let current_password = user.password
    for (let n = 0; n < ofPerson + 2; n++) {
      const body = { current_password, password: `another good password ${n}` }
      assert.equal((await service.request('POST', '/user/password', { headers: user.headers, body })).status, 200)
      current_password = body.password
    }
    const told = (await subjectsTo(user.email)).filter((subject) => subject === 'Your password was changed')
    assert.equal(told.length, ofPerson)
  })

  it('a guest who registers counts as the guest they were; a replayed registration counts once', async () => {
    const guest = await makeGuest(service)
    for (let n = 0; n < ofPerson; n++)
      assert.ok(await countMails(service.deps.db, service.deps.config, { userId: guest.id }))
    assert.equal((await registerAs(service, guest.headers)).body.data.mail, 'limited')
    const headers = { ...from('192.0.2.80'), 'idempotency-key': unique('a-long-key-of-a-registration') }
    const body = { email: newEmail(), password: guestPassword }
    for (let n = 0; n < 3; n++)
      assert.equal((await service.request('POST', '/user/register', { headers, body })).body.data.mail, undefined)
    const rest = []
    for (let n = 0; n < ofAddress; n++) rest.push((await register(service, from('192.0.2.80'))).mail)
    assert.deepEqual(rest, limited(ofAddress, ofAddress - 1))
  })

  it('counts last an hour from the first, outlive the counts of a minute, and hold no name of anybody', async () => {
    const { db, config } = service.deps
    const cause = { address: '192.0.2.90', userId: 'a-person' }
    for (let n = 0; n < ofPerson; n++) assert.ok(await countMails(db, config, cause))
    assert.equal(await countMails(db, config, cause), false)
    const { rows } = await sql<{ key: Buffer; count: number; minutes: number }>`
      select key, count, extract(epoch from window_start + interval '1 minute' - clock_timestamp()) / 60 as minutes
        from attempt_counts`.execute(db)
    assert.deepEqual(
      rows.map(({ key, count, minutes }) => [key.length, count, Math.round(minutes)]),
      [
        [32, ofPerson, 60],
        [32, ofPerson, 60],
      ],
    )
    const later = (seconds: number) =>
      sql`update attempt_counts set window_start = window_start - make_interval(secs => ${seconds})`.execute(db)
    await later(3_500)
    await deleteOldAttempts(db)
    assert.equal(await countMails(db, config, cause), false)
    await later(100)
    assert.ok(await countMails(db, config, cause))
    await later(3_800)
    await deleteOldAttempts(db)
    assert.deepEqual((await sql`select from attempt_counts`.execute(db)).rows, [])
  })
})
