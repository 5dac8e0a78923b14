import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { confirmAddress, makeUser } from '#test/support/factories.ts'
import { makeGuest } from '#test/support/guests.ts'
import { assertRefused, shopping } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { startRecountedApp } from '#test/support/recounted-app.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { grantCredit } from '#test/support/stored-value.ts'
import { joinGuests } from './join-guests.ts'

describeShop('guests of one address', startRecountedApp, ({ service, shop }) => {
  let items: { product_id: string; quantity: number }[]
  before(async () => {
    items = [{ product_id: (await makeProduct(service, shop, { price: 20, onHand: 500 })).id, quantity: 1 }]
  })

  const email = () => `${unique('ada')}@example.com`
  const at = (headers: Record<string, string>) => ({ ...headers, 'merchant-id': shop.id })
  const staff = (method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, body?: object) =>
    service.request(method, path, { headers: shop.owner.headers, ...(body && { body }) })
  const customers = async (address: string): Promise<{ id: string; order_count: number }[]> =>
    (await staff('GET', `/admin/users?q=${encodeURIComponent(address)}`)).body.data.items
  const ordersOf = async (id: string): Promise<string[]> =>
    (await staff('GET', `/admin/orders?user_id=${id}`)).body.data.items.map((order: { id: string }) => order.id).sort()

  async function orderAs(guest: { headers: Record<string, string> }, address: string): Promise<string> {
    const placed = await shopping(service, at(guest.headers)).order(items, { email: address })
    assert.equal(placed.status, 201, JSON.stringify(placed.body))
    return placed.body.data.id
  }

  /** Runs what the shop has queued until nothing is, each job as one process or as several at once. */
  async function runJobs({ times = 1 } = {}): Promise<number> {
    const { rows } = await sql<{ payload: { merchant_id: string; user_id: string } }>`
      delete from jobs where name = ${joinGuests.name} and payload ->> 'merchant_id' = ${shop.id}
      returning payload`.execute(service.deps.db)
    const runs = rows.flatMap(({ payload }) => Array.from({ length: times }, () => payload))
    await Promise.all(runs.map((payload) => joinGuests.run(service.deps, payload)))
    if (rows.length > 0) await runJobs({ times })
    return rows.length
  }

  it('are one customer after their orders; each session sees its own order', async () => {
    const address = email()
    const [first, second] = [await makeGuest(service), await makeGuest(service)]
    const orders = [await orderAs(first, address), await orderAs(second, address.toUpperCase())]
    assert.equal(await runJobs({ times: 3 }), 1, 'the first one found nobody')
    const [known, ...others] = await customers(address)
    assert.deepEqual([known?.order_count, others], [2, []])
    const record = known?.id ?? ''
    assert.ok(![first.id, second.id].includes(record), 'no session is the customer')
    for (const { id } of [first, second]) {
      assert.equal((await staff('GET', `/admin/users/${id}`)).body.data.id, record)
      assert.deepEqual(await ordersOf(id), [...orders].sort())
    }
    for (const [index, { headers }] of [first, second].entries()) {
      const own = await service.request('GET', '/user/orders', { headers: at(headers) })
      assert.deepEqual(
        own.body.data.items.map(({ id }: { id: string }) => id),
        [orders[index]],
      )
      const foreign = await service.request('GET', `/user/orders/${orders[1 - index]}`, { headers: at(headers) })
      assertRefused(foreign, 404, 'NOT_FOUND')
    }
    const entries = (await staff('GET', `/admin/audit-log?action=customer.merged&target=${record}`)).body.data.items
    assert.deepEqual(
      entries.map(({ changes }: { changes: { from: unknown[] } }) => changes.from[1]).sort(),
      [first.id, second.id].sort(),
    )
    const events = await eventsOf(service, shop.id, 'user.updated')
    assert.equal(events.filter(({ data }) => data.user.id === record).length, 1)
  })

  it('are one customer again when one of them orders once more', async () => {
    const address = email()
    const [first, second] = [await makeGuest(service), await makeGuest(service)]
    const orders = [await orderAs(first, address), await orderAs(second, address)]
    await runJobs()
    const [known] = await customers(address)
    orders.push(await orderAs(second, address))
    assert.equal(await runJobs(), 1)
    assert.deepEqual(
      (await customers(address)).map(({ id, order_count }) => [id, order_count]),
      [[known?.id, 3]],
    )
    assert.deepEqual(await ordersOf(first.id), [...orders].sort())
    const own = await service.request('GET', '/user/orders', { headers: at(second.headers) })
    assert.equal(own.body.data.items.length, 2)
  })

  it('go into the record that staff made, and never into an account', async () => {
    const address = email()
    const guest = await makeGuest(service)
    const order = await orderAs(guest, address)
    const { id: record } = (await staff('POST', '/admin/users', { email: address, name: 'Ada' })).body.data
    const other = await makeUser(service, { merchantId: shop.id, email: address })
    await runJobs()
    assert.deepEqual((await customers(address)).map(({ id }) => id).sort(), [record, other.id].sort())
    assert.deepEqual([await ordersOf(record), await ordersOf(other.id)], [[order], []])
  })

  it('are left to staff where a record has terms, a group or store credit', async () => {
    const given = [
      (id: string) => staff('PATCH', `/admin/users/${id}`, { send_before_paid: true }),
      (id: string) => staff('PATCH', `/admin/users/${id}`, { tax_exempt: true }),
      (id: string) => grantCredit(service, shop, id, 5),
      async (id: string) => {
        const { id: group } = (await staff('POST', '/admin/customer-groups', { name: unique('Trade') })).body.data
        await staff('PUT', `/admin/customer-groups/${group}/customers`, { ids: [id] })
      },
    ]
    for (const give of given) {
      const address = email()
      const { id } = (await staff('POST', '/admin/users', { email: address })).body.data
      await give(id)
      await orderAs(await makeGuest(service), address)
      assert.equal(await runJobs(), 1)
      assert.deepEqual((await customers(address)).map(({ order_count }) => order_count).sort(), [0, 1])
    }
  })

  it('give and withdraw their consent as before; one that another withdrew is not given anew', async () => {
    const address = email()
    const [first, second] = [await makeGuest(service), await makeGuest(service)]
    await orderAs(first, address)
    await orderAs(second, address)
    await runJobs()
    const consent = async ({ headers }: { headers: Record<string, string> }, accepts_marketing: boolean) => {
      const answer = await service.request('PUT', '/user/marketing', {
        headers: at(headers),
        body: { accepts_marketing },
      })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return answer.body.data.accepts_marketing
    }
    assert.equal(await consent(second, true), true)
    assert.equal(await consent(second, false), false)
    for (const guest of [second, first]) assert.equal(await consent(guest, true), false, 'withdrawn for the address')
  })

  it('get nothing that staff gives to their customer; the account that confirms the address does', async () => {
    const address = email()
    const [stranger, guest] = [await makeGuest(service), await makeGuest(service)]
    await orderAs(stranger, address)
    const order = await orderAs(guest, address)
    await runJobs()
    const [known] = await customers(address)
    await grantCredit(service, shop, known?.id ?? '', 5)
    const creditOf = async ({ headers }: { headers: Record<string, string> }) =>
      (await service.request('GET', '/user/store-credit', { headers: at(headers) })).body.data.balance
    assert.deepEqual([await creditOf(stranger), await creditOf(guest)], [0, 0])
    const ada = await makeUser(service, { merchantId: shop.id, email: address })
    assert.equal(await creditOf(ada), 0)
    await confirmAddress(service, ada)
    await shopping(service, at(ada.headers)).order(items)
    assert.equal(await creditOf(ada), 5)
    assert.ok((await ordersOf(ada.id)).includes(order))
  })

  it('have their own limit of unpaid orders, as before', async () => {
    const address = email()
    const [many, one] = [await makeGuest(service), await makeGuest(service)]
    for (let n = 0; n < 3; n++) await orderAs(many, address)
    await orderAs(one, address)
    await runJobs()
    assert.equal((await customers(address))[0]?.order_count, 4)
    assertRefused(await shopping(service, at(many.headers)).order(items, { email: address }), 409, 'ORDER_LIMIT')
    await orderAs(one, address)
    await runJobs()
  })

  it('are those of one shop and one address alone', async () => {
    const [first, second] = [email(), email()]
    await orderAs(await makeGuest(service), first)
    await orderAs(await makeGuest(service), second)
    assert.equal(await runJobs(), 0)
    assert.deepEqual([(await customers(first)).length, (await customers(second)).length], [1, 1])
  })
})
