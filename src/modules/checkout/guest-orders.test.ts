import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser, type TestMerchant } from '#test/support/factories.ts'
import { cartsAt, isSignedIn, makeGuest, registerAs } from '#test/support/guests.ts'
import { assertRefused, shopping } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { runSweep } from '#test/support/sweeps.ts'

const email = 'Ada@Example.com'

describeShop('orders of guests', ({ service, shop }) => {
  let items: { product_id: string; quantity: number }[]
  before(async () => {
    items = [{ product_id: (await makeProduct(service, shop, { onHand: 1_000 })).id, quantity: 1 }]
  })

  async function guestAt(at = shop) {
    const guest = await makeGuest(service)
    return { ...guest, own: guest.headers, ...shopping(service, { ...guest.headers, 'merchant-id': at.id }) }
  }
  const customers = async (at: TestMerchant, query = ''): Promise<{ id: string; email: string | null }[]> => {
    const answer = await service.request('GET', `/admin/users${query}`, { headers: at.owner.headers })
    assert.equal(answer.status, 200)
    return answer.body.data.items
  }
  const emailsOf = async (at: TestMerchant, id: string, query = '') =>
    (await customers(at, query)).filter((one) => one.id === id).map((one) => one.email)

  it('POST /user/orders of a guest without email answers 400 naming it; a quote needs none', async () => {
    const guest = await guestAt()
    const refused = await guest.order(items)
    assertRefused(refused, 400, 'VALIDATION_ERROR')
    assert.deepEqual(refused.body.error.details, [{ field: 'email', message: 'is required for a guest’s order' }])
    assert.equal((await guest.quote(items)).status, 200)
    await cartsAt(service, shop).add(guest.own, items[0]?.product_id ?? '', 1)
    const checkOut = (body: object) => service.request('POST', '/user/cart/checkout', { headers: guest.headers, body })
    const fromCart = await checkOut({})
    assertRefused(fromCart, 400, 'VALIDATION_ERROR')
    assert.equal(fromCart.body.error.details[0].field, 'email')
    const placed = await checkOut({ email })
    assert.deepEqual([placed.status, placed.body.data.email], [201, email])
  })

  it('a guest orders, pays and sees their orders; nobody else does', async () => {
    const [guest, other] = [await guestAt(), await guestAt()]
    const { id } = (await guest.order(items, { email })).body.data
    assert.equal((await guest.pay(id)).body.data.order.status, 'paid')
    assert.equal((await guest.get('/user/orders')).body.data.pagination.total, 1)
    assertRefused(await other.get(`/user/orders/${id}`), 404, 'NOT_FOUND')
  })

  it('GET /admin/users lists a guest from their first order on, with the address of the last one', async () => {
    const at = await makeMerchant(service)
    const product = await makeProduct(service, at)
    const guest = await guestAt(at)
    await cartsAt(service, at).add(guest.own, product.id, 1)
    assert.deepEqual(await emailsOf(at, guest.id), [])
    const lines = [{ product_id: product.id, quantity: 1 }]
    for (const address of [email, 'grace@example.com']) {
      assert.equal((await guest.order(lines, { email: address })).status, 201)
      assert.deepEqual(await emailsOf(at, guest.id), [address])
      const q = address.slice(0, 5).toLowerCase()
      assert.deepEqual(await emailsOf(at, guest.id, `?q=${q}&sort=email`), [address])
    }
    assert.deepEqual(await emailsOf(at, guest.id, '?q=ada@'), ['grace@example.com'], 'by an earlier order')
    await service.request('PATCH', '/user/profile', { headers: guest.own, body: { name: 'Countess' } })
    assert.deepEqual(await emailsOf(at, guest.id, '?q=countess'), ['grace@example.com'])
    assert.deepEqual(await emailsOf(at, guest.id, '?q=grace'), ['grace@example.com'])

    assert.equal((await service.request('DELETE', '/user/profile', { headers: guest.own })).status, 200)
    assert.deepEqual(await emailsOf(at, guest.id), [null])
    assert.deepEqual(await emailsOf(at, guest.id, '?q=grace'), [])
    const deleted = await eventsOf(service, at.id, 'user.deleted')
    const { created_at, ...user } = deleted[0]?.data.user ?? {}
    assert.deepEqual(
      [deleted.length, user, typeof created_at],
      [1, { id: guest.id, email: null, name: null, phone: null, is_verified: false, is_guest: true }, 'string'],
    )
  })

  it('a guest who registers keeps their orders, and the shops they ordered at are told', async () => {
    const guest = await guestAt()
    const { id } = (await guest.order(items, { email })).body.data
    const address = `${unique('ada')}@example.com`
    assert.equal((await registerAs(service, guest.own, { email: address })).status, 201)
    assert.equal((await guest.get(`/user/orders/${id}`)).status, 200)
    const told = (await eventsOf(service, shop.id, 'user.created')).filter(({ data }) => data.user.id === guest.id)
    assert.deepEqual(
      told.map(({ data }) => data.user.email),
      [address],
    )
    assert.equal((await guest.order(items)).status, 201, 'an account needs no address, whatever its token says')
    await guest.order(items, { email: 'elsewhere@example.com' })
    assert.deepEqual(await emailsOf(shop, guest.id, `?q=${address}`), [address])
  })

  it('a guest who registers during a checkout has the order, once', async () => {
    for (let round = 0; round < 3; round++) {
      const guest = await guestAt()
      await cartsAt(service, shop).add(guest.own, items[0]?.product_id ?? '', 2)
      const key = { ...guest.headers, 'idempotency-key': 'checkout' }
      const checkOut = () => service.request('POST', '/user/cart/checkout', { headers: key, body: { email } })
      const [registered, first, second] = await Promise.all([registerAs(service, guest.own), checkOut(), checkOut()])
      assert.equal(registered.status, 201)
      assert.ok([first.status, second.status].includes(201))
      assert.equal((await checkOut()).status, 201)
      const own = { ...guest.headers, 'access-token': registered.body.access_token }
      const orders = await service.request('GET', '/user/orders', { headers: own })
      assert.deepEqual([orders.body.data.pagination.total, orders.body.data.items[0].items[0].quantity], [1, 2])
      assert.deepEqual(await emailsOf(shop, guest.id), [registered.body.data.user.email])
    }
  })

  it('a guest who signs in to an account leaves their orders where they are', async () => {
    const [guest, user] = [await guestAt(), await makeUser(service)]
    const { id } = (await guest.order(items, { email })).body.data
    const credentials = { email: user.email, password: user.password }
    const answer = await service.request('POST', '/user/login', { headers: guest.own, body: credentials })
    assert.equal(answer.status, 200)
    assert.equal(await isSignedIn(service, guest.own), false)
    const own = shopping(service, { ...guest.headers, 'access-token': answer.body.access_token })
    assertRefused(await own.get(`/user/orders/${id}`), 404, 'NOT_FOUND')
    const { db } = service.deps
    await db
      .updateTable('users')
      .set({ guest_expires_at: new Date(0) })
      .where('id', '=', guest.id)
      .execute()
    await runSweep(service, 'identity.erase-guests')
    assert.deepEqual(await emailsOf(shop, guest.id), [email])
    const order = await service.request('GET', `/admin/orders/${id}`, { headers: shop.owner.headers })
    assert.deepEqual([order.body.data.user_id, order.body.data.email], [guest.id, email])
  })
})
