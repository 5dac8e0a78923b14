import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { confirmAddress, makeMerchant, makeUser } from '#test/support/factories.ts'
import { makeGuest } from '#test/support/guests.ts'
import { duringAnother } from '#test/support/idempotency.ts'
import { assertRefused, shopping } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { startRecountedApp } from '#test/support/recounted-app.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { grantCredit } from '#test/support/stored-value.ts'

describeShop('POST /admin/users/{id}/merge', startRecountedApp, ({ service, shop }) => {
  let items: { product_id: string; quantity: number }[]
  before(async () => {
    items = [{ product_id: (await makeProduct(service, shop, { price: 20, onHand: 500 })).id, quantity: 1 }]
  })

  const staff = (method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, body?: object, more: object = {}) =>
    service.request(method, path, { headers: { ...shop.owner.headers, ...more }, ...(body && { body }) })
  const make = async (body: object): Promise<string> => (await staff('POST', '/admin/users', body)).body.data.id
  const merge = (id: string, into: string, more: object = {}) =>
    staff('POST', `/admin/users/${id}/merge`, { into }, more)
  const read = async (id: string) => (await staff('GET', `/admin/users/${id}`)).body.data
  const orderFor = (user_id: string) => staff('POST', '/admin/orders', { customer: { user_id }, items })
  const ordersOf = async (id: string): Promise<string[]> =>
    (await staff('GET', `/admin/orders?user_id=${id}`)).body.data.items.map((order: { id: string }) => order.id)
  const email = () => `${unique('ada')}@example.com`

  it('moves what the shop has of a record to the other one, and leads on from the old id', async () => {
    const address = email()
    const gone = await make({ name: 'A. Lovelace', email: address, tags: ['vip', 'Trade'], note: 'Rings twice' })
    const stays = await make({ name: 'Ada', phone: '+442079460000', tags: ['trade'], note: 'Back door' })
    const { id: order } = (await orderFor(gone)).body.data
    const { id: group } = (await staff('POST', '/admin/customer-groups', { name: unique('Group') })).body.data
    await staff('PUT', `/admin/customer-groups/${group}/customers`, { ids: [gone, stays] })
    await staff('POST', `/admin/users/${gone}/comments`, { text: 'Asked for a catalogue' })
    const draft = (await staff('POST', '/admin/orders', { customer: { user_id: gone }, items, draft: true })).body.data
    const answer = await merge(gone, stays)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const known = answer.body.data
    assert.deepEqual(
      [known.id, known.name, known.email, known.phone, known.tags, known.note, known.order_count, known.spent],
      [stays, 'Ada', address, '+442079460000', ['trade', 'vip'], 'Back door\nRings twice', 1, 20],
    )
    assert.deepEqual(
      known.groups.map(({ id }: { id: string }) => id),
      [group],
    )
    assert.deepEqual(await read(gone), known)
    assert.deepEqual([await ordersOf(gone), await ordersOf(stays)], [[order], [order]])
    const comments = (await staff('GET', `/admin/users/${stays}/comments`)).body.data.items
    assert.deepEqual(
      comments.map(({ text }: { text: string }) => text),
      ['Asked for a catalogue'],
    )
    assert.deepEqual((await merge(gone, stays)).body, { ...answer.body }, 'once more')
    const placed = await staff('POST', `/admin/orders/${draft.id}/place`, { prices: 'draft' })
    assert.equal(placed.body.data.user_id, stays)
    const { id: next } = (await orderFor(gone)).body.data
    assert.ok((await ordersOf(stays)).includes(next))
    const log = (await staff('GET', `/admin/audit-log?action=customer.merged&target=${stays}`)).body.data.items
    assert.deepEqual(log[0].changes, { from: [null, gone] })
    const told = (await eventsOf(service, shop.id, 'user.updated')).filter(({ data }) => data.user.id === stays)
    assert.equal(told[0]?.data.user.email, address)
  })

  it('keeps the stricter consent', async () => {
    const agreed = { at: '2026-01-02T03:04:05.000Z', source: 'Fair' }
    const withdrawn = { at: '2025-01-02T03:04:05.000Z', source: 'Web', withdrawn_at: '2025-06-02T03:04:05.000Z' }
    const consentOf = async (gone: object, stays: object) => {
      const answer = await merge(await make({ name: 'A', ...gone }), await make({ name: 'B', ...stays }))
      return answer.body.data.accepts_marketing
    }
    const by = (accepts_marketing: object) => ({ email: email(), accepts_marketing })
    assert.deepEqual(await consentOf(by(withdrawn), by(agreed)), { ...agreed, withdrawn_at: agreed.at })
    assert.deepEqual(await consentOf(by(agreed), by(withdrawn)), withdrawn)
    assert.equal(await consentOf(by(agreed), { email: email() }), null, 'it was for another address')
    assert.deepEqual(await consentOf(by(agreed), {}), { ...agreed, withdrawn_at: null }, 'its address comes with it')
    assert.deepEqual(await consentOf({ email: email() }, by(agreed)), { ...agreed, withdrawn_at: null })
  })

  it('refuses an account, an unknown customer, another shop’s, itself, and one merged before', async () => {
    const ada = await makeUser(service, { merchantId: shop.id })
    const [first, second, third] = [await make({ name: 'A' }), await make({ name: 'B' }), await make({ name: 'C' })]
    assertRefused(await merge(ada.id, first), 409, 'CONFLICT')
    assertRefused(await merge(newId(), first), 404, 'NOT_FOUND')
    const stranger = await makeUser(service, { merchantId: (await makeMerchant(service)).id })
    for (const id of [newId(), stranger.id]) {
      const unknown = await merge(first, id)
      assertRefused(unknown, 404, 'NOT_FOUND')
      assert.deepEqual(unknown.body.error.details, { fields: ['into'] })
    }
    const itself = await merge(first, first)
    assertRefused(itself, 400, 'VALIDATION_ERROR')
    assert.equal(itself.body.error.details[0].field, 'into')
    assert.equal((await merge(first, second)).status, 200)
    assertRefused(await merge(second, first), 400, 'VALIDATION_ERROR')
    const before = await merge(first, third)
    assertRefused(before, 409, 'CONFLICT')
    assert.equal(before.body.error.details.customer_id, second)
    const bystander = await service.request('GET', '/user/profile', { headers: ada.headers })
    assert.equal(bystander.status, 200)
  })

  it('a merged guest sees the order as before; an account only when its address is confirmed', async () => {
    const guest = await makeGuest(service)
    const at = (headers: Record<string, string>) => ({ ...headers, 'merchant-id': shop.id })
    const placed = await shopping(service, at(guest.headers)).order(items, { email: email() })
    assert.equal(placed.status, 201, JSON.stringify(placed.body))
    const { id: order } = placed.body.data
    const ada = await makeUser(service, { merchantId: shop.id })
    assert.equal((await merge(guest.id, ada.id)).body.data.order_count, 1)
    const seenBy = async (headers: Record<string, string>) => [
      (await service.request('GET', `/user/orders/${order}`, { headers: at(headers) })).status,
      (await service.request('GET', '/user/orders', { headers: at(headers) })).body.data.items.length,
    ]
    assert.deepEqual(await seenBy(guest.headers), [200, 1])
    assert.deepEqual(await seenBy(ada.headers), [404, 0])
    await confirmAddress(service, ada)
    assert.deepEqual(await seenBy(ada.headers), [200, 1])
    assert.deepEqual(await ordersOf(ada.id), [order])
    const again = await shopping(service, at(guest.headers)).order(items, { email: email() })
    assert.equal((await read(guest.id)).id, guest.id, 'a customer of their own again')
    assert.deepEqual(await ordersOf(guest.id), [again.body.data.id])
  })

  it('moves store credit, unless both have some', async () => {
    const [gone, stays, other] = [await make({ name: 'A' }), await make({ name: 'B' }), await make({ name: 'C' })]
    await grantCredit(service, shop, gone, 5)
    await grantCredit(service, shop, other, 7)
    const balance = async (id: string) => (await staff('GET', `/admin/users/${id}/store-credit`)).body.data.balance
    assert.equal((await merge(gone, stays)).status, 200)
    assert.deepEqual([await balance(stays), await balance(gone)], [5, 5])
    assertRefused(await merge(other, stays), 409, 'CONFLICT')
    assert.deepEqual([await balance(stays), await balance(other)], [5, 7])
  })

  it('at once with orders by staff and with a second merge, loses no order and merges once', async () => {
    for (let round = 0; round < 5; round++) {
      const [gone, one, two] = [await make({ name: 'A' }), await make({ name: 'B' }), await make({ name: 'C' })]
      const [first, second, ...placed] = await Promise.all([
        merge(gone, one),
        merge(gone, two),
        ...[1, 2, 3].map(() => orderFor(gone)),
      ])
      assert.deepEqual([first?.status, second?.status].toSorted(), [200, 409])
      const winner = first?.status === 200 ? one : two
      assert.deepEqual(
        placed.map(({ status }) => status),
        [201, 201, 201],
      )
      assert.deepEqual((await ordersOf(winner)).toSorted(), placed.map(({ body }) => body.data.id).toSorted())
      assert.equal((await read(gone)).order_count, 3)
    }
  })

  it('both ways at once merges one of them', async () => {
    const [one, two] = [await make({ name: 'A' }), await make({ name: 'B' })]
    const answers = await Promise.all([merge(one, two), merge(two, one)])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400])
    assert.equal((await read(one)).id, (await read(two)).id)
  })

  it('with the same Idempotency-Key answers the same; another body 422, meanwhile 409', async () => {
    const [gone, stays] = [await make({ name: 'A' }), await make({ name: 'B' })]
    const [key, other] = [newId(), newId()]
    const first = await merge(gone, stays, { 'idempotency-key': key })
    assert.deepEqual((await merge(gone, stays, { 'idempotency-key': key })).body, first.body)
    assertRefused(await merge(gone, newId(), { 'idempotency-key': key }), 422, 'IDEMPOTENCY_KEY_REUSED')
    const busy = await duringAnother(service, shop.owner.id, other, () =>
      merge(gone, stays, { 'idempotency-key': other }),
    )
    assertRefused(busy, 409, 'IDEMPOTENCY_IN_PROGRESS')
  })
})
