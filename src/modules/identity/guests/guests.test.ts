import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { it } from 'node:test'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeUser, type SignedInUser } from '#test/support/factories.ts'
import { cartsAt, guestPassword, isSignedIn, makeGuest, registerAs } from '#test/support/guests.ts'
import { duringAnother } from '#test/support/idempotency.ts'
import { assertRefused } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { storeFormerEmail } from '../email-change/queries.ts'
import { emailKey } from '../rules.ts'

describeShop('guests', ({ service, shop }) => {
  const login = ({ email, password }: Pick<SignedInUser, 'email' | 'password'>, headers: Record<string, string>) =>
    service.request('POST', '/user/login', { headers, body: { email, password } })
  const add = (...given: Parameters<ReturnType<typeof cartsAt>['add']>) => cartsAt(service, shop).add(...given)
  const linesOf = (...given: Parameters<ReturnType<typeof cartsAt>['linesOf']>) =>
    cartsAt(service, shop).linesOf(...given)
  const eventsAbout = async (userId: string, ...names: string[]) =>
    (await eventsOf(service, shop.id, ...names)).filter(({ data }) => (data.user?.id ?? data.cart?.user_id) === userId)

  it('POST /user/guest during another of its Idempotency-Key answers 409 IDEMPOTENCY_IN_PROGRESS', async () => {
    const [device, key] = [unique('device'), unique('key')]
    const owner = `device:${createHash('sha256').update(device).digest('base64url')}`
    const headers = { 'device-id': device, 'idempotency-key': key }
    const answer = await duringAnother(service, owner, key, () => service.request('POST', '/user/guest', { headers }))
    assertRefused(answer, 409, 'IDEMPOTENCY_IN_PROGRESS')
  })

  it('POST /user/guest answers 201 with a session, and nobody is told', async () => {
    const device = unique('device')
    const headers = { 'device-id': device, 'merchant-id': shop.id }
    const { status, body } = await service.request('POST', '/user/guest', { headers })
    assert.equal(status, 201)
    assert.equal(body.access_token, body.data.access_token)
    const { id, created_at, ...user } = body.data.user
    assert.deepEqual(user, { email: null, name: null, phone: null, is_verified: false, is_guest: true })
    assert.ok(id && created_at)
    const signedIn = { 'device-id': device, 'access-token': body.access_token }
    const profile = await service.request('GET', '/user/profile', { headers: signedIn })
    assert.deepEqual([profile.body.data.is_guest, profile.body.data.email], [true, null])
    assert.equal((await service.request('GET', '/catalog/products', { headers: signedIn })).status, 200)
    assert.deepEqual(await eventsAbout(id, 'user.created', 'user.updated'), [])
    assert.equal((await makeUserProfile()).is_guest, false)
  })

  async function makeUserProfile() {
    const user = await makeUser(service, { merchantId: shop.id })
    return (await service.request('GET', '/user/profile', { headers: user.headers })).body.data
  }

  it('POST /user/guest without a device, with a wrong shop or a wrong body answers 401, 403 or 400', async () => {
    assertRefused(await service.request('POST', '/user/guest', {}), 401, 'INVALID_DEVICE')
    const headers = { 'device-id': unique('device') }
    for (const id of [newId(), 'no-id']) {
      const answer = await service.request('POST', '/user/guest', { headers: { ...headers, 'merchant-id': id } })
      assertRefused(answer, 403, 'MERCHANT_ACCESS_DENIED')
    }
    const answer = await service.request('POST', '/user/guest?x=1', { headers })
    assertRefused(answer, 400, 'VALIDATION_ERROR')
  })

  it('POST /user/guest with a key used before answers the first answer', async () => {
    const headers = { 'device-id': unique('device'), 'idempotency-key': unique('first-guest') }
    const first = await service.request('POST', '/user/guest', { headers })
    const again = await service.request('POST', '/user/guest', { headers })
    assert.deepEqual([again.status, again.body], [201, first.body])
    const other = await service.request('POST', '/user/guest', { headers: { ...headers, 'merchant-id': shop.id } })
    assertRefused(other, 422, 'IDEMPOTENCY_KEY_REUSED')
  })

  it('POST /user/token/refresh keeps a guest a guest, and not one who has registered', async () => {
    const guest = await makeGuest(service)
    const refresh = (refresh_token: string) =>
      service.request('POST', '/user/token/refresh', { headers: guest.headers, body: { refresh_token } })
    const second = (await refresh(guest.refreshToken)).body.data
    const asGuest = { ...guest.headers, 'access-token': second.access_token }
    assert.equal((await registerAs(service, asGuest)).body.data.user.id, guest.id)
    const third = (await refresh(second.refresh_token)).body.data
    const other = await registerAs(service, { ...guest.headers, 'access-token': third.access_token })
    assert.deepEqual([other.status, other.body.data.user.id === guest.id], [201, false])
  })

  it('POST /user/register with a guest’s token keeps id, cart and token, and emits user.created then', async () => {
    const guest = await makeGuest(service)
    const product = await makeProduct(service, shop)
    await add(guest.headers, product.id, 2)
    await service.request('PATCH', '/user/profile', { headers: guest.headers, body: { name: 'Ada' } })
    assert.deepEqual(await eventsAbout(guest.id, 'user.created', 'user.updated'), [])
    const email = `${unique('guest')}@example.com`
    const { status, body } = await registerAs(service, guest.headers, { email, phone: '+44 20 7946 0000' })
    assert.equal(status, 201)
    const { created_at, ...user } = body.data.user
    assert.equal(created_at, guest.createdAt)
    assert.deepEqual(user, {
      id: guest.id,
      email,
      name: 'Ada',
      phone: '+442079460000',
      is_verified: false,
      is_guest: false,
    })
    const own = { ...guest.headers, 'access-token': body.access_token }
    for (const headers of [guest.headers, own]) assert.deepEqual(await linesOf(headers), { [product.id]: 2 })
    const events = await eventsAbout(guest.id, 'user.created')
    assert.deepEqual(
      events.map(({ data }) => data.user),
      [body.data.user],
    )
    const customers = await service.request('GET', `/admin/users?q=${email}`, { headers: shop.owner.headers })
    assert.deepEqual(
      customers.body.data.items.map((item: { id: string; email: string }) => [item.id, item.email]),
      [[guest.id, email]],
    )
    const again = await login({ email, password: guestPassword }, { 'device-id': unique('device') })
    assert.equal(again.body.data.user.id, guest.id)
  })

  it('POST /user/register with a guest’s token and merchant-id makes the account a customer there once', async () => {
    const guest = await makeGuest(service)
    const answer = await registerAs(service, guest.headers, {}, { 'merchant-id': shop.id })
    assert.equal(answer.status, 201)
    assert.equal((await eventsAbout(guest.id, 'user.created')).length, 1)
  })

  it('POST /user/register with a guest’s token and a taken address answers 409, and the guest stays', async () => {
    const guest = await makeGuest(service)
    const product = await makeProduct(service, shop)
    await add(guest.headers, product.id, 1)
    const { email } = await makeUser(service)
    for (const taken of [email, email.toUpperCase()])
      assertRefused(
        await registerAs(service, guest.headers, { email: taken }, { 'idempotency-key': taken }),
        409,
        'EMAIL_TAKEN',
      )
    const profile = await service.request('GET', '/user/profile', { headers: guest.headers })
    assert.equal(profile.body.data.is_guest, true)
    assert.deepEqual(await linesOf(guest.headers), { [product.id]: 1 })
    assert.deepEqual(await eventsAbout(guest.id, 'user.created'), [])
    assert.equal((await registerAs(service, guest.headers)).body.data.user.id, guest.id)
  })

  it('POST /user/register with a guest’s token and an address left days ago answers 409', async () => {
    const guest = await makeGuest(service)
    const user = await makeUser(service)
    const { db } = service.deps
    const former = { email: user.email, email_key: emailKey(user.email) }
    await inTransaction(db, (transaction) => storeFormerEmail(transaction, user.id, former, 8))
    const moved = `${unique('moved')}@example.com`
    await db.updateTable('users').set({ email: moved, email_key: moved }).where('id', '=', user.id).execute()
    assertRefused(await registerAs(service, guest.headers, { email: user.email }), 409, 'EMAIL_TAKEN')
    await db.updateTable('former_emails').set({ expires_at: new Date() }).where('user_id', '=', user.id).execute()
    assert.equal((await registerAs(service, guest.headers, { email: user.email })).body.data.user.id, guest.id)
  })

  it('two registrations of one guest at once make one account', async () => {
    const guest = await makeGuest(service)
    const product = await makeProduct(service, shop)
    await add(guest.headers, product.id, 1)
    const answers = await Promise.all([
      registerAs(service, guest.headers),
      registerAs(service, guest.headers),
      registerAs(service, guest.headers),
    ])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409])
    for (const answer of answers.filter(({ status }) => status === 409)) assertRefused(answer, 409, 'CONFLICT')
    assert.equal((await eventsAbout(guest.id, 'user.created')).length, 1)
    assert.equal(await isSignedIn(service, guest.headers), true)
  })

  it('POST /user/register and /user/login with a token that is none of a guest ignore it', async () => {
    const user = await makeUser(service)
    const other = await registerAs(service, user.headers)
    assert.notEqual(other.body.data.user.id, user.id)
    assert.equal(other.status, 201)
    const ended = await makeGuest(service)
    await service.request('POST', '/user/logout', { headers: ended.headers })
    const third = await registerAs(service, ended.headers)
    assert.deepEqual([third.status, third.body.data.user.id === ended.id], [201, false])
    assert.equal((await login(user, { ...user.headers, 'access-token': 'no.to.ken' })).status, 200)
    assert.equal(await isSignedIn(service, user.headers), true)
  })

  it('POST /user/register and /user/login with a guest’s token elsewhere answer 401 INVALID_DEVICE', async () => {
    const guest = await makeGuest(service)
    const user = await makeUser(service)
    const stolen = { ...guest.headers, 'device-id': unique('device') }
    assertRefused(await registerAs(service, stolen), 401, 'INVALID_DEVICE')
    // Without the session that has ended, whoever has its token gets an account of their own.
    const gone = await makeGuest(service)
    await service.request('POST', '/user/logout', { headers: gone.headers })
    assert.notEqual((await registerAs(service, gone.headers)).body.data.user.id, gone.id)
    assertRefused(await login(user, stolen), 401, 'INVALID_DEVICE')
    assert.equal(await isSignedIn(service, guest.headers), true)
  })

  it('a guest who registers while others are told keeps what they add meanwhile', async () => {
    const product = await makeProduct(service, shop)
    const guest = await makeGuest(service)
    const [registered, ...added] = await Promise.all([
      registerAs(service, guest.headers, {}, { 'merchant-id': shop.id }),
      ...Array.from({ length: 3 }, () => add(guest.headers, product.id, 1)),
    ])
    assert.equal(registered.status, 201)
    assert.deepEqual(
      added.map(({ status }) => status),
      [201, 201, 201],
    )
    assert.deepEqual(await linesOf(guest.headers), { [product.id]: 3 })
  })

  it('what needs an e-mail address or a password answers a guest 409 CONFLICT', async () => {
    const { headers } = await makeGuest(service)
    const refused: [string, string, object?][] = [
      ['PATCH', '/user/profile', { email: 'ada@example.com' }],
      ['PATCH', '/user/profile', { email: 'ada@example.com', current_password: guestPassword }],
      ['POST', '/user/password', { current_password: guestPassword, password: 'another good one' }],
      ['POST', '/user/verify-email/resend'],
      ['POST', '/user/two-factor', {}],
      ['POST', '/user/two-factor', { current_password: guestPassword }],
      ['POST', '/user/two-factor/confirm', { code: '123456' }],
      ['DELETE', '/user/two-factor', { current_password: guestPassword, code: '123456' }],
      ['DELETE', '/user/profile', { current_password: guestPassword }],
    ]
    for (const [method, path, body] of refused) {
      const answer = await service.request(method as 'POST', path, { headers, ...(body && { body }) })
      assert.deepEqual([answer.status, answer.body.error?.code], [409, 'CONFLICT'], `${method} ${path}`)
    }
    assert.equal(await isSignedIn(service, headers), true)
  })

  it('a guest changes name and phone, exports what is kept, and deletes themselves without a password', async () => {
    const guest = await makeGuest(service)
    const { headers } = guest
    const product = await makeProduct(service, shop)
    await add(headers, product.id, 2)
    const body = { name: 'Ada', phone: '+442079460000' }
    const changed = await service.request('PATCH', '/user/profile', { headers, body })
    assert.deepEqual([changed.body.data.name, changed.body.data.email], ['Ada', null])
    const document = await service.request('GET', '/user/export', { headers })
    assert.deepEqual(
      document.body.data.carts.map(({ item_count }: { item_count: number }) => item_count),
      [2],
    )
    assert.equal((await service.request('DELETE', '/user/profile', { headers })).status, 200)
    assert.equal(await isSignedIn(service, headers), false)
    const { db } = service.deps
    const carts = await db.selectFrom('carts').select('id').where('user_id', '=', guest.id).execute()
    const row = await db.selectFrom('users').selectAll().where('id', '=', guest.id).executeTakeFirstOrThrow()
    assert.deepEqual([carts, row.name, row.phone, row.deleted_at !== null], [[], null, null, true])
  })

  it('a guest who has deleted themselves is found by no shop by the address of their order', async () => {
    const guest = await makeGuest(service)
    const { id } = await makeProduct(service, shop)
    const email = `${unique('guest')}@example.com`
    const order = { items: [{ product_id: id, quantity: 1 }], email }
    const headers = { ...guest.headers, 'merchant-id': shop.id }
    assert.equal((await service.request('POST', '/user/orders', { headers, body: order })).status, 201)
    const found = async () =>
      (await service.request('GET', `/admin/users?q=${email}`, { headers: shop.owner.headers })).body.data.items.length
    assert.equal(await found(), 1)
    assert.equal((await service.request('DELETE', '/user/profile', { headers: guest.headers })).status, 200)
    assert.equal(await found(), 0)
  })

  it('DELETE /user/profile of an account without current_password answers 400 VALIDATION_ERROR', async () => {
    const { headers } = await makeUser(service)
    for (const body of [undefined, {}]) {
      const answer = await service.request('DELETE', '/user/profile', { headers, ...(body && { body }) })
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.equal(answer.body.error.details[0].field, 'current_password')
    }
    assert.equal(await isSignedIn(service, headers), true)
  })
})
