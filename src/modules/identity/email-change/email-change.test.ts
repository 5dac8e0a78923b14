import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser, type SignedInUser } from '#test/support/factories.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { startMailedApp } from '#test/support/mailed-app.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import type { TestMailServer } from '#test/support/smtp-server.ts'
import { enrol } from '#test/support/two-factor.ts'
import { until } from '#test/support/until.ts'
import { claimAccount, identityBackground } from '../index.ts'

describeService('a change of the e-mail address', startMailedApp, ({ service }) => {
  let mail: TestMailServer
  before(async () => {
    mail = service.mail
  })

  const post = (path: string, body: unknown, headers: Record<string, string> = { 'device-id': 'phone' }) =>
    service.request('POST', path, { headers, body })
  const change = (user: SignedInUser, email: string, current_password = user.password) =>
    service.request('PATCH', '/user/profile', { headers: user.headers, body: { email, current_password } })
  const confirm = (token: string) => post('/user/verify-email', { token })
  const undo = (token: string, password = 'a saved password') => post('/user/email-change/undo', { token, password })
  const login = (email: string, password: string) => post('/user/login', { email, password })
  const profile = async ({ headers }: SignedInUser) => {
    const { status, body } = await service.request('GET', '/user/profile', { headers })
    return status === 200 ? body.data : status
  }
  const code = (answer: { status: number; body: { error?: { code: string } } }) => [
    answer.status,
    answer.body.error?.code,
  ]
  const address = () => `${unique('moved')}@example.com`
  const confirmation = async (email: string) =>
    (await mail.mailTo(email, ({ subject }) => subject === 'Confirm your new e-mail address')).token
  const wayBack = async (email: string) =>
    (await mail.mailTo(email, ({ subject }) => subject.includes('about to be changed'))).token
  const register = (email: string) => post('/user/register', { email, password: 'a good password' })
  const signedInElsewhere = async (user: SignedInUser): Promise<SignedInUser> => {
    const { body } = await login(user.email, user.password)
    return { ...user, headers: { 'device-id': 'phone', 'access-token': body.access_token } }
  }

  it('PATCH /user/profile with another e-mail answers 200 with pending_email, in force once confirmed', async () => {
    const { id: merchantId } = await makeMerchant(service)
    const user = await makeUser(service, { merchantId })
    assert.equal((await confirm((await mail.mailTo(user.email)).token)).status, 200)
    const email = address()
    const answer = await change(user, email)
    assert.deepEqual([answer.status, answer.body.data.pending_email], [200, email])
    assert.deepEqual([answer.body.data.email, answer.body.data.is_verified], [user.email, true])
    assert.deepEqual(await profile(user), answer.body.data)
    // Until then the old address signs in and gets the mails, and no shop hears of the new one.
    assert.equal((await login(email, user.password)).status, 401)
    assert.equal((await login(user.email, user.password)).status, 200)
    await mail.mailTo(user.email, ({ subject }) => subject.startsWith('A new device'))
    assert.deepEqual(await eventsOf(service, merchantId, 'user.updated'), [])

    const token = await confirmation(email)
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(token)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400, 400])
    const { pending_email, has_two_factor: _, ...moved } = await profile(user)
    assert.deepEqual([moved.email, moved.is_verified, pending_email], [email, true, null])
    assert.equal((await login(email.toUpperCase(), user.password)).status, 200)
    assert.equal((await login(user.email, user.password)).status, 401)
    const events = await eventsOf(service, merchantId, 'user.updated', 'user.verified')
    assert.deepEqual(
      events.map(({ event, data }) => [event, data.user.email]),
      [
        ['user.verified', user.email],
        ['user.updated', email],
      ],
    )
    assert.deepEqual(events[1]?.data.user, moved)
  })

  it('PATCH /user/profile with another e-mail and no or a wrong password answers 400 and 401', async () => {
    const user = await makeUser(service)
    const headers = user.headers
    const none = await service.request('PATCH', '/user/profile', { headers, body: { email: address(), name: 'X' } })
    assert.deepEqual([none.status, none.body.error.details[0].field], [400, 'current_password'])
    assert.deepEqual(code(await change(user, address(), 'not this one')), [401, 'INVALID_CREDENTIALS'])
    const { email, name, pending_email } = await profile(user)
    assert.deepEqual([email, name, pending_email], [user.email, 'Test User', null])
  })

  it('PATCH /user/profile with an e-mail while the password changes answers 401 INVALID_CREDENTIALS', async () => {
    const user = await makeUser(service)
    const changed = await holdLocks(service, sql`update users set password_hash = 'another' where id = ${user.id}`)
    const answer = change(user, address())
    await until(async () => (await lockWaits(service)) > 0, 'the password to be checked')
    await changed.commit()
    assert.deepEqual(code(await answer), [401, 'INVALID_CREDENTIALS'])
    assert.equal((await profile(user)).pending_email, null)
  })

  it('PATCH /user/profile with the same e-mail in other case answers 200, at once, and stays verified', async () => {
    const user = await makeUser(service)
    await confirm((await mail.mailTo(user.email)).token)
    await change(user, address())
    const { data } = (await change(user, user.email.toUpperCase())).body
    assert.deepEqual([data.email, data.is_verified, data.pending_email], [user.email.toUpperCase(), true, null])
    assert.equal((await profile(user)).pending_email, null)
  })

  it('PATCH /user/profile with a taken e-mail answers 409 EMAIL_TAKEN and changes nothing', async () => {
    const [user, other] = [await makeUser(service, { name: 'Ada' }), await makeUser(service)]
    const answer = await change(user, other.email.toUpperCase())
    assert.deepEqual(code(answer), [409, 'EMAIL_TAKEN'])
    const { name, email, pending_email } = await profile(user)
    assert.deepEqual([name, email, pending_email], ['Ada', user.email, null])
  })

  it('PATCH /user/profile by several to one e-mail gives it to the first to confirm, to others 409', async () => {
    const users = await Promise.all(Array.from({ length: 5 }, () => makeUser(service)))
    const email = address()
    for (const { status } of await Promise.all(users.map((user) => change(user, email)))) assert.equal(status, 200)
    const arrived = () => mail.mails.filter(({ to, token }) => to.includes(email) && token !== '')
    await until(() => arrived().length === 5, 'all links')
    const answers = await Promise.all(arrived().map(({ token }) => confirm(token)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409])
    const owners = await Promise.all(users.map(profile))
    assert.equal(owners.filter((one) => one.email === email).length, 1)
    const late = await makeUser(service)
    assert.deepEqual(code(await change(late, email)), [409, 'EMAIL_TAKEN'])
  })

  it('PATCH /user/profile twice confirms the later address only', async () => {
    const user = await makeUser(service)
    const [first, second] = [address(), address()]
    await change(user, first)
    const earlier = await confirmation(first)
    await change(user, second)
    assert.deepEqual(code(await confirm(earlier)), [400, 'VALIDATION_ERROR'])
    assert.equal((await confirm(await confirmation(second))).status, 200)
    assert.equal((await profile(user)).email, second)
  })

  it('POST /user/verify-email with a token sent to a former address answers 400 and verifies nothing', async () => {
    const user = await makeUser(service)
    const { token } = await mail.mailTo(user.email)
    const email = address()
    await change(user, email)
    assert.equal((await confirm(await confirmation(email))).status, 200)
    assert.deepEqual(code(await confirm(token)), [400, 'VALIDATION_ERROR'])
  })

  it('POST /user/verify-email with a new address after its day, or after a new password, answers 400', async () => {
    const [late, careful] = [await makeUser(service), await makeUser(service)]
    const [first, second] = [address(), address()]
    await change(late, first)
    await change(careful, second)
    const tokens = [await confirmation(first), await confirmation(second)]
    await sql`update mail_tokens set expires_at = now() where user_id = ${late.id}`.execute(service.deps.db)
    const body = { current_password: careful.password, password: 'a saved password' }
    assert.equal((await post('/user/password', body, careful.headers)).status, 200)
    for (const token of tokens) assert.deepEqual(code(await confirm(token)), [400, 'VALIDATION_ERROR'])
    assert.equal((await profile(careful)).pending_email, null)
  })

  it('POST /user/email-change/undo before the change answers 200, ends all sessions, sets the password', async () => {
    const user = await makeUser(service)
    const elsewhere = await signedInElsewhere(user)
    const email = address()
    await change(elsewhere, email)
    const [token, theirs] = [await wayBack(user.email), await confirmation(email)]
    const answers = await Promise.all(Array.from({ length: 3 }, () => undo(token)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400])
    assert.deepEqual([await profile(user), await profile(elsewhere)], [401, 401])
    assert.deepEqual(code(await confirm(theirs)), [400, 'VALIDATION_ERROR'])
    assert.equal((await login(user.email, user.password)).status, 401)
    const { data } = (await login(user.email, 'a saved password')).body
    assert.deepEqual([data.user.email, data.user.is_verified], [user.email, true])
  })

  it('POST /user/email-change/undo after two changes goes back, whatever a thief did meanwhile', async () => {
    const { id: merchantId } = await makeMerchant(service)
    const user = await makeUser(service, { merchantId })
    const [first, second] = [address(), address()]
    await change(user, first)
    await confirm(await confirmation(first))
    const token = await wayBack(user.email)
    // What the thief tries, to bar the way back.
    assert.deepEqual(code(await register(user.email)), [409, 'EMAIL_TAKEN'])
    await change(user, second)
    await confirm(await confirmation(second))
    assert.equal((await undo(await wayBack(first), 'of the thief')).status, 200)
    const thief = (await login(first, 'of the thief')).body.access_token
    await service.request('PATCH', '/user/profile', {
      headers: { 'device-id': 'phone', 'access-token': thief },
      body: { email: second, current_password: 'of the thief' },
    })
    await enrol(service, { id: user.id, headers: { 'device-id': 'phone', 'access-token': thief } })

    assert.equal((await undo(token)).status, 200)
    const back = await login(user.email, 'a saved password')
    assert.equal(back.status, 200, JSON.stringify(back.body))
    const { rows } = await sql`
      select from former_emails where user_id = ${user.id} union all
      select from pending_emails where user_id = ${user.id}`.execute(service.deps.db)
    assert.equal(rows.length, 0)
    const moves = await eventsOf(service, merchantId, 'user.updated')
    assert.deepEqual(
      moves.map(({ data }) => data.user.email),
      [first, second, first, user.email],
    )
  })

  it('POST /user/email-change/undo keeps a second factor of before the change', async () => {
    const user = await makeUser(service)
    await enrol(service, user)
    await change(user, address())
    assert.equal((await undo(await wayBack(user.email))).status, 200)
    assert.deepEqual(code(await login(user.email, 'a saved password')), [401, 'TWO_FACTOR_REQUIRED'])
  })

  it('POST /user/email-change/undo with a wrong token or a common password answers 400, changes nothing', async () => {
    const user = await makeUser(service)
    await change(user, address())
    const token = await wayBack(user.email)
    const ofAnother = await mail.mailTo(user.email, ({ subject }) => !subject.includes('about to be changed'))
    for (const wrong of ['unknown', ofAnother.token])
      assert.deepEqual(code(await undo(wrong)), [400, 'VALIDATION_ERROR'])
    for (const weak of ['password1', user.email.toUpperCase()]) {
      const answer = await undo(token, weak)
      assert.deepEqual([answer.status, answer.body.error.details[0].field], [400, 'password'])
    }
    assert.equal((await undo(token)).status, 200)
  })

  it('POST /user/email-change/undo after seven days answers 400, and the address is free again', async () => {
    const user = await makeUser(service)
    const email = address()
    await change(user, email)
    const token = await wayBack(user.email)
    await confirm(await confirmation(email))
    const { db } = service.deps
    await sql`update mail_tokens set expires_at = now() where user_id = ${user.id}`.execute(db)
    assert.deepEqual(code(await undo(token)), [400, 'VALIDATION_ERROR'])
    await sql`update former_emails set expires_at = now() where user_id = ${user.id}`.execute(db)
    assert.equal((await register(user.email)).status, 201)
  })

  it('POST /user/email-change/undo when its mailbox has proved another account answers 409 EMAIL_TAKEN', async () => {
    const user = await makeUser(service)
    const email = address()
    await change(user, email)
    const token = await wayBack(user.email)
    await confirm(await confirmation(email))
    const other = await makeUser(service)
    await change(other, user.email)
    assert.equal((await confirm(await confirmation(user.email))).status, 200)
    assert.deepEqual(code(await undo(token)), [409, 'EMAIL_TAKEN'])
    assert.equal((await login(email, user.password)).status, 200)
  })

  it('an account that is claimed by its mailbox keeps no change that its registrant began', async () => {
    const user = await makeUser(service)
    const email = address()
    await change(user, email)
    const token = await confirmation(email)
    const claim = { email: user.email, passwordHash: 'of the claimant' }
    assert.equal(
      await service.deps.db.transaction().execute((transaction) => claimAccount(transaction, service.deps, claim)),
      user.id,
    )
    assert.deepEqual(code(await confirm(token)), [400, 'VALIDATION_ERROR'])
    const { rows } = await sql`select from pending_emails where user_id = ${user.id}`.execute(service.deps.db)
    assert.equal(rows.length, 0)
  })

  it('pending addresses are deleted after a week, former ones after their eight days', async () => {
    const [old, young] = [await makeUser(service), await makeUser(service)]
    for (const user of [old, young]) await change(user, address())
    const { db } = service.deps
    await sql`update pending_emails set created_at = now() - interval '7 days' where user_id = ${old.id}`.execute(db)
    await sql`update former_emails set expires_at = now() where user_id = ${old.id}`.execute(db)
    for (const sweep of identityBackground.sweeps ?? []) await sweep.run(service.deps)
    const { rows } = await sql<{ user_id: string }>`
      select user_id from pending_emails where user_id in (${old.id}, ${young.id}) union all
      select user_id from former_emails where user_id in (${old.id}, ${young.id})`.execute(db)
    assert.deepEqual(
      rows.map(({ user_id }) => user_id),
      [young.id, young.id],
    )
  })
})
