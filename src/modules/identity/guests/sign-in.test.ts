import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser, type SignedInUser } from '#test/support/factories.ts'
import { cartsAt, isSignedIn, makeGuest } from '#test/support/guests.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { assertRefused } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { enrol } from '#test/support/two-factor.ts'
import { until } from '#test/support/until.ts'

describeShop('guests who sign in', ({ service, shop }) => {
  const login = ({ email, password }: Pick<SignedInUser, 'email' | 'password'>, headers: Record<string, string>) =>
    service.request('POST', '/user/login', { headers, body: { email, password } })
  const add = (...given: Parameters<ReturnType<typeof cartsAt>['add']>) => cartsAt(service, shop).add(...given)
  const linesOf = (...given: Parameters<ReturnType<typeof cartsAt>['linesOf']>) =>
    cartsAt(service, shop).linesOf(...given)
  const eventsAbout = async (userId: string, ...names: string[]) =>
    (await eventsOf(service, shop.id, ...names)).filter(({ data }) => (data.user?.id ?? data.cart?.user_id) === userId)

  it('POST /user/login with a guest’s token adds the lines to the account’s carts and ends the guest', async () => {
    const [guest, user] = [await makeGuest(service), await makeUser(service, { merchantId: shop.id })]
    const second = await makeMerchant(service)
    const [mug, cup, cap] = [
      await makeProduct(service, shop),
      await makeProduct(service, shop),
      await makeProduct(service, second),
    ]
    await add(user.headers, mug.id, 1)
    await add(guest.headers, mug.id, 2)
    await add(guest.headers, cup.id, 3)
    await add(guest.headers, cap.id, 4, second)
    await service.deps.db.updateTable('products').set({ status: 'archived' }).where('id', '=', cup.id).execute()
    const { status, body } = await login(user, guest.headers)
    assert.equal(status, 200)
    const headers = { ...guest.headers, 'access-token': body.access_token }
    assert.deepEqual(await linesOf(headers), { [mug.id]: 3, [cup.id]: 3 })
    assert.deepEqual(await linesOf(headers, second), { [cap.id]: 4 })
    assert.equal(await isSignedIn(service, guest.headers), false)
    const refreshed = await service.request('POST', '/user/token/refresh', {
      headers: guest.headers,
      body: { refresh_token: guest.refreshToken },
    })
    assertRefused(refreshed, 401, 'UNAUTHORIZED')
    const carts = await service.deps.db.selectFrom('carts').select('id').where('user_id', '=', guest.id).execute()
    assert.deepEqual(carts, [])
    const changes = async (id: string) =>
      (await eventsAbout(id, 'cart.item_added', 'cart.item_removed')).map(({ event, data }) => [
        event,
        data.item.quantity,
      ])
    assert.deepEqual((await changes(guest.id)).slice(2), [
      ['cart.item_removed', 2],
      ['cart.item_removed', 3],
    ])
    assert.deepEqual((await changes(user.id)).slice(1), [
      ['cart.item_added', 2],
      ['cart.item_added', 3],
    ])
    const there = await service.request('GET', '/admin/users', { headers: second.owner.headers })
    assert.ok(there.body.data.items.some((item: { id: string }) => item.id === user.id))
  })

  it('POST /user/login with a wrong password leaves the guest', async () => {
    const [guest, user] = [await makeGuest(service), await makeUser(service)]
    assertRefused(await login({ ...user, password: 'wrong password' }, guest.headers), 401, 'INVALID_CREDENTIALS')
    assert.equal(await isSignedIn(service, guest.headers), true)
  })

  it('POST /user/login with a guest’s token keeps to the limits of a cart', async () => {
    const [guest, user] = [await makeGuest(service), await makeUser(service)]
    const [mug, dear] = [await makeProduct(service, shop), await makeProduct(service, shop, { price: 90_000_000 })]
    await add(user.headers, mug.id, 999_999)
    await add(user.headers, dear.id, 999_999)
    await add(guest.headers, mug.id, 5)
    const { status, body } = await login(user, guest.headers)
    assert.equal(status, 200)
    const headers = { ...guest.headers, 'access-token': body.access_token }
    assert.deepEqual(await linesOf(headers), { [mug.id]: 1_000_000, [dear.id]: 999_999 })
  })

  it('POST /user/login with a guest’s token leaves out a product that is deleted meanwhile', async () => {
    const [guest, user] = [await makeGuest(service), await makeUser(service)]
    const [gone, kept] = [await makeProduct(service, shop), await makeProduct(service, shop)]
    for (const { id } of [gone, kept]) await add(guest.headers, id, 1)
    const deletion = await holdLocks(service, sql`delete from products where id = ${gone.id}`)
    const signingIn = login(user, guest.headers)
    await until(async () => (await lockWaits(service)) > 0, 'the lines to wait for the product')
    await deletion.commit()
    const { status, body } = await signingIn
    assert.equal(status, 200)
    assert.deepEqual(await linesOf({ ...guest.headers, 'access-token': body.access_token }), { [kept.id]: 1 })
  })

  it('two sign-ins with one guest’s token at once move each line once', async () => {
    const [guest, first, second] = [await makeGuest(service), await makeUser(service), await makeUser(service)]
    const product = await makeProduct(service, shop)
    await add(guest.headers, product.id, 3)
    const answers = await Promise.all([login(first, guest.headers), login(second, guest.headers)])
    const units = await Promise.all(
      answers.map(async ({ status, body }) => {
        assert.equal(status, 200)
        return (await cartsAt(service, shop).cartOf({ ...guest.headers, 'access-token': body.access_token })).item_count
      }),
    )
    assert.deepEqual(units.sort(), [0, 3])
  })

  it('a sign-in while both carts change loses no unit', async () => {
    const product = await makeProduct(service, shop)
    for (let round = 0; round < 4; round++) {
      const [guest, user] = [await makeGuest(service), await makeUser(service)]
      await add(guest.headers, product.id, 1)
      const late = Array.from({ length: 4 }, () => add(guest.headers, product.id, 1))
      const own = Array.from({ length: 4 }, () => add(user.headers, product.id, 1))
      const signedIn = await login(user, guest.headers)
      assert.equal(signedIn.status, 200)
      const added = (await Promise.all([...late, ...own])).filter(({ status }) => status === 201).length
      const rows = await service.deps.db
        .selectFrom('cart_items')
        .select(['user_id', 'quantity'])
        .where('user_id', 'in', [guest.id, user.id])
        .execute()
      assert.equal(
        rows.reduce((sum, row) => sum + row.quantity, 0),
        1 + added,
      )
    }
  })

  it('POST /user/login/two-factor with a guest’s token moves the lines, and not the sign-in before it', async () => {
    const [guest, user] = [await makeGuest(service), await makeUser(service)]
    const { code } = await enrol(service, user)
    const product = await makeProduct(service, shop)
    await add(guest.headers, product.id, 2)
    const challenged = await login(user, guest.headers)
    assertRefused(challenged, 401, 'TWO_FACTOR_REQUIRED')
    assert.equal(await isSignedIn(service, guest.headers), true)
    const body = { challenge: challenged.body.error.details.challenge, code: code() }
    const answer = await service.request('POST', '/user/login/two-factor', { headers: guest.headers, body })
    assert.equal(answer.status, 200)
    assert.deepEqual(await linesOf({ ...guest.headers, 'access-token': answer.body.access_token }), { [product.id]: 2 })
    assert.equal(await isSignedIn(service, guest.headers), false)
  })
})
