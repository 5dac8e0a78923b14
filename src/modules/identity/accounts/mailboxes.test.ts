import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser } from '#test/support/factories.ts'

const password = 'a good password'

describeService('one mailbox', ({ service }) => {
  const send = (path: string, body: object, headers = {}) =>
    service.request('POST', path, { headers: { 'device-id': 'phone', ...headers }, body })
  const login = (email: string, more = password) => send('/user/login', { email, password: more })

  it('is one account, however its address is written', async () => {
    const name = unique('ada')
    const made = await send('/user/register', { email: ` ${name}@xn--mnchen-3ya.example\u200b`, password })
    assert.equal(made.status, 201)
    assert.equal(made.body.data.user.email, `${name}@münchen.example`)
    for (const email of [
      ...[`${name}@münchen.example`, `${name}@MÜNCHEN.example`, `${name}@xn--mnchen-3ya.example`],
      ...[`  ${name}@mu\u0308nchen.example`, `${name}\u200b@münchen.example\u00a0`, `${name}＠münchen。example`],
    ]) {
      const again = await send('/user/register', { email, password })
      assert.deepEqual([again.status, again.body.error.code], [409, 'EMAIL_TAKEN'], email)
      assert.equal((await login(email)).body.data?.user.id, made.body.data.user.id, email)
      assert.equal((await send('/user/password/forgot', { email })).status, 202, email)
    }
  })

  it('POST /user/login with blanks around the address answers 200, around the password 401', async () => {
    const user = await makeUser(service)
    for (const email of [` ${user.email}`, `${user.email}\u00a0`, `\ufeff${user.email}\u200b `])
      assert.equal((await login(email, user.password)).status, 200, JSON.stringify(email))
    assert.equal((await login(user.email, `${user.password} `)).status, 401)
  })

  it('POST /user/register with a blank in the password keeps it', async () => {
    const email = `${unique('ada')}@example.com`
    await send('/user/register', { email, password: ' blanks are mine ' })
    assert.equal((await login(email, 'blanks are mine')).status, 401)
    assert.equal((await login(email, ' blanks are mine ')).status, 200)
  })

  it('an address whose domain cannot be one answers 400 with the reason; at sign-in it has no account', async () => {
    const { owner } = await makeMerchant(service)
    for (const email of ['ada@example..com', 'ada@-example.com', 'ada@exa_mple.com', 'ada@localhost']) {
      for (const answer of [
        await send('/user/register', { email, password }),
        await send('/user/password/forgot', { email }),
        await send('/admin/staff', { email, role: 'viewer' }, owner.headers),
      ]) {
        assert.equal(answer.status, 400, email)
        const [fault, ...others] = answer.body.error.details
        assert.deepEqual([fault.field, others.length], ['email', 0])
        assert.match(fault.message, /after the @/)
      }
      assert.equal((await login(email)).body.error.code, 'INVALID_CREDENTIALS')
    }
    const patched = await service.request('PATCH', '/admin/merchant', {
      headers: owner.headers,
      body: { support_email: 'help@exa mple.com' },
    })
    assert.deepEqual(
      patched.body.error.details.map(({ field }: { field: string }) => field),
      ['support_email'],
    )
  })

  it('that has two accounts from before signs in to each as it was typed', async () => {
    const older = await makeUser(service, { email: `${unique('bo')}@münchen.example` })
    const younger = await makeUser(service)
    const written = older.email.replace('münchen', 'xn--mnchen-3ya')
    await sql`update users set email = ${written}, email_key = ${written} where id = ${younger.id}`.execute(
      service.deps.db,
    )
    assert.equal((await login(written)).body.data.user.id, younger.id)
    assert.equal((await login(older.email)).body.data.user.id, older.id)
  })

  it('is invited once, however its address is written', async () => {
    const { owner } = await makeMerchant(service)
    const name = unique('grace')
    const invite = (email: string) => send('/admin/staff', { email, role: 'viewer' }, owner.headers)
    const first = await invite(`${name}@bücher.example`)
    const second = await invite(` ${name}@xn--bcher-kva.example`)
    assert.deepEqual([first.status, second.status], [201, 201])
    assert.equal(second.body.data.email, `${name}@bücher.example`)
    const listed = await service.request('GET', '/admin/staff', { headers: owner.headers })
    const own = listed.body.data.items.filter(({ email }: { email: string }) => email.startsWith(name))
    assert.equal(own.length, 1)
  })
})
