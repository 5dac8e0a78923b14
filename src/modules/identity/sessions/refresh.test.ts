import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { createSeal } from '#src/platform/lib/sealed.ts'
import { startTestApp, type TestAnswer, type TestApp, testSecrets } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser, type SignedInUser } from '#test/support/factories.ts'
import { cartsAt, isSignedIn, makeGuest } from '#test/support/guests.ts'
import { makeProduct } from '#test/support/products.ts'
import { identityBackground } from '../index.ts'

const code = ({ status, body }: TestAnswer) => [status, body.error?.code]

interface Holder {
  headers: Record<string, string>
  refreshToken: string
}

describeService('POST /user/token/refresh', ({ service }) => {
  const device = ({ headers }: Holder) => ({ 'device-id': headers['device-id'] as string })
  const refresh = (by: Holder, token = by.refreshToken, at: TestApp = service) =>
    at.request('POST', '/user/token/refresh', { headers: device(by), body: { refresh_token: token } })
  const tokenOf = ({ body }: TestAnswer): string => body.data.refresh_token
  const isAlive = (by: Holder, { body }: TestAnswer, at: TestApp = service) =>
    isSignedIn(at, { ...device(by), 'access-token': body.data.access_token })
  /** The time of grace is over by the clock of the database. */
  const age = (by: SignedInUser) =>
    sql`
    update refresh_answers set created_at = created_at - interval '31 s'
     where session_id in (select id from sessions where user_id = ${by.id})`.execute(service.deps.db)

  it('with the token that was spent last answers the same pair, byte for byte, and spends nothing', async () => {
    const user = await makeUser(service)
    const send = () =>
      service.app.inject({
        method: 'POST',
        url: '/user/token/refresh',
        headers: device(user),
        payload: { refresh_token: user.refreshToken },
      })
    const first = await send()
    assert.equal(first.statusCode, 200)
    for (const again of [await send(), await send()]) assert.equal(again.payload, first.payload)
    const next = await refresh(user, first.json().data.refresh_token)
    assert.equal(next.status, 200)
    assert.notEqual(tokenOf(next), first.json().data.refresh_token)
    assert.ok(await isAlive(user, next))
  })

  it('fifty times at once with one token, through two processes, answers one pair and keeps the session', async (t) => {
    const second = await startTestApp({}, service.databaseUrl)
    t.after(() => second.close())
    const user = await makeUser(service)
    const sent = Array.from({ length: 50 }, (_, number) =>
      refresh(user, user.refreshToken, number % 2 === 0 ? service : second),
    )
    const answers = await Promise.all(sent)
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    const [pair, ...others] = new Set(answers.map(({ body }) => JSON.stringify(body)))
    assert.deepEqual(others, [])
    const [first] = answers
    assert.ok(pair && first)
    assert.ok(await isAlive(user, first))
    assert.equal((await refresh(user, tokenOf(first))).status, 200)
  })

  it('of a process that ended before it could answer is answered by another one', async (t) => {
    const killed = await startTestApp({}, service.databaseUrl)
    const user = await makeUser(service)
    const unseen = await refresh(user, user.refreshToken, killed)
    await killed.close()
    const successor = await startTestApp({}, service.databaseUrl)
    t.after(() => successor.close())
    assert.deepEqual((await refresh(user, user.refreshToken, successor)).body, unseen.body)
  })

  it('with a spent token after REFRESH_GRACE_SECONDS answers 401 UNAUTHORIZED and ends the session', async () => {
    const user = await makeUser(service)
    const first = await refresh(user)
    await age(user)
    assert.deepEqual(code(await refresh(user)), [401, 'UNAUTHORIZED'])
    assert.equal(await isAlive(user, first), false)
    assert.deepEqual(code(await refresh(user, tokenOf(first))), [401, 'UNAUTHORIZED'])
  })

  it('with an older token than the one spent last answers 401 UNAUTHORIZED and ends the session', async () => {
    const user = await makeUser(service)
    const second = await refresh(user, tokenOf(await refresh(user)))
    assert.deepEqual(code(await refresh(user)), [401, 'UNAUTHORIZED'])
    assert.equal(await isAlive(user, second), false)
  })

  it('with REFRESH_GRACE_SECONDS=0 answers a token once', async (t) => {
    const strict = await startTestApp({ REFRESH_GRACE_SECONDS: '0' }, service.databaseUrl)
    t.after(() => strict.close())
    const user = await makeUser(service)
    const answers = await Promise.all([1, 2].map(() => refresh(user, user.refreshToken, strict)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401])
    assert.equal(await isAlive(user, answers.find(({ status }) => status === 200) as TestAnswer, strict), false)
  })

  it('with the token spent last from another device answers 401 INVALID_DEVICE and ends nothing', async () => {
    const user = await makeUser(service)
    const first = await refresh(user)
    const elsewhere = { ...user, headers: { 'device-id': 'another' } }
    assert.deepEqual(code(await refresh(elsewhere)), [401, 'INVALID_DEVICE'])
    assert.deepEqual((await refresh(user)).body, first.body)
  })

  it('by two tabs of a guest leaves them cart and orders', async () => {
    const shop = await makeMerchant(service)
    const product = await makeProduct(service, shop, { onHand: 9 })
    const guest = await makeGuest(service)
    const carts = cartsAt(service, shop)
    assert.equal((await carts.add(guest.headers, product.id, 2)).status, 201)
    const more = { email: 'ada@example.com' }
    const order = await carts.shopper(guest.headers).order([{ product_id: product.id, quantity: 1 }], more)
    assert.equal(order.status, 201)
    for (const { body } of await Promise.all([refresh(guest), refresh(guest)])) {
      const headers = { ...device(guest), 'access-token': body.data.access_token }
      assert.deepEqual(await carts.linesOf(headers), { [product.id]: 2 })
      assert.equal((await carts.shopper(headers).get(`/user/orders/${order.body.data.id}`)).status, 200)
    }
  })

  it('by two tabs of staff answers both an admin session', async () => {
    const { owner, id } = await makeMerchant(service)
    const headers = { 'device-id': 'a desk', 'merchant-id': id }
    const body = { email: owner.email, password: owner.password }
    const { data } = (await service.request('POST', '/admin/login', { headers, body })).body
    const tabs = { headers, refreshToken: data.refresh_token }
    for (const answer of await Promise.all([refresh(tabs), refresh(tabs)])) {
      const staff = { ...headers, 'access-token': answer.body.data.access_token }
      assert.equal((await service.request('GET', '/admin/staff', { headers: staff })).status, 200)
    }
  })

  const endings: Record<string, (user: SignedInUser, headers: Record<string, string>) => Promise<TestAnswer>> = {
    'POST /user/logout': (_, headers) => service.request('POST', '/user/logout', { headers }),
    'POST /user/logout-everywhere': (_, headers) => service.request('POST', '/user/logout-everywhere', { headers }),
    'DELETE /user/sessions/{id}': async (_, headers) => {
      const { items } = (await service.request('GET', '/user/sessions', { headers })).body.data
      return service.request('DELETE', `/user/sessions/${items[0].id}`, { headers })
    },
    'POST /user/password': ({ password }, headers) => {
      const body = { current_password: password, password: 'another good password' }
      return service.request('POST', '/user/password', { headers, body })
    },
    'DELETE /user/profile': ({ password }, headers) =>
      service.request('DELETE', '/user/profile', { headers, body: { current_password: password } }),
  }
  for (const [ending, end] of Object.entries(endings)) {
    it(`with the token spent last right after ${ending} answers 401 UNAUTHORIZED`, async () => {
      const user = await makeUser(service)
      const { access_token } = (await refresh(user)).body.data
      const ended = await end(user, { ...device(user), 'access-token': access_token })
      assert.equal(ended.status, 200)
      assert.deepEqual(code(await refresh(user)), [401, 'UNAUTHORIZED'])
    })
  }

  it('keeps an answer that neither database nor keys can read, for the time of grace', async () => {
    const user = await makeUser(service)
    const first = await refresh(user)
    const { rows } = await sql<{ answer: Buffer; row: string }>`
      select answer, to_jsonb(kept)::text as row from refresh_answers kept
       where session_id in (select id from sessions where user_id = ${user.id})`.execute(service.deps.db)
    const [kept] = rows
    assert.ok(kept)
    for (const { secret } of testSecrets)
      assert.throws(() => createSeal([{ kid: 'token', secret }]).open(kept.answer, 'refresh_answers.answer'))
    for (const token of [user.refreshToken, tokenOf(first), first.body.data.access_token])
      assert.ok(!kept.row.includes(token) && !kept.answer.includes(token))
    const sweep = async () => {
      for (const { name, run } of identityBackground.sweeps ?? [])
        if (name === 'identity.forget-refresh-answers') await run(service.deps)
      return (await sql`select from refresh_answers where answer = ${kept.answer}`.execute(service.deps.db)).rows.length
    }
    assert.equal(await sweep(), 1)
    await age(user)
    assert.equal(await sweep(), 0)
  })
})
