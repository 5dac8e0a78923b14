import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { confirmAddress, makeMerchant, makeStaff, makeUser, type TestMerchant } from '#test/support/factories.ts'
import { duringAnother } from '#test/support/idempotency.ts'
import { assertRefused, shopping } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { london } from '#test/support/selling.ts'
import { eventsOf } from '#test/support/shop-rows.ts'

describeService('customers that staff keeps', ({ service }) => {
  const on = ({ owner: { headers } }: Pick<TestMerchant, 'owner'>) => ({
    create: (body: object, key?: string) =>
      service.request('POST', '/admin/users', {
        headers: { ...headers, ...(key && { 'idempotency-key': key }) },
        body,
      }),
    change: (id: string, body: object) => service.request('PATCH', `/admin/users/${id}`, { headers, body }),
    read: async (id: string) => (await service.request('GET', `/admin/users/${id}`, { headers })).body.data,
    list: async (query: string) => {
      const { body } = await service.request('GET', `/admin/users?${query}`, { headers })
      assert.equal(body.data.pagination.total, body.data.items.length)
      return body.data.items.map(({ id }: { id: string }) => id)
    },
  })
  const email = () => `${unique('ada')}@example.com`

  it('POST /admin/users with a name, a phone or an e-mail address answers 201 with the record', async () => {
    const { create, read, list } = on(await makeMerchant(service))
    const consent = { at: '2026-01-02T03:04:05.000Z', source: 'Fair in May' }
    const address = email()
    const given = {
      name: 'Ada',
      email: address,
      phone: '020 7946 0000',
      company: 'Engines',
      vat_number: 'GB980780684',
      addresses: [london],
      tags: ['Wholesale', 'wholesale', 'vip'],
      note: 'Call first',
      locale: 'en',
      accepts_marketing: consent,
      tax_exempt: true,
      send_before_paid: true,
    }
    const answer = await create(given)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    const { id, created_at, customer_since, ...made } = answer.body.data
    const kept = { ...london, company: null, line2: null, region: null, phone: null }
    assert.deepEqual(made, {
      ...given,
      account: false,
      is_guest: true,
      is_verified: false,
      phone: '+442079460000',
      addresses: [kept],
      tags: ['Wholesale', 'vip'],
      accepts_marketing: { ...consent, withdrawn_at: null },
      order_count: 0,
      order_total: 0,
      spent: 0,
      spent_by_currency: [{ currency: 'GBP', order_count: 0, spent: 0 }],
      last_order: null,
      last_order_at: null,
      version: 1,
      groups: [],
    })
    assert.equal(created_at, customer_since)
    assert.deepEqual(await read(id), answer.body.data)
    const { id: called } = (await create({ phone: '+442079460001' })).body.data
    const { id: named } = (await create({ name: 'Grace' })).body.data
    assert.deepEqual(await list('q=79460001'), [called])
    assert.deepEqual(await list('q=grace'), [named])
    const taken = await create({ email: address.toUpperCase() })
    assertRefused(taken, 409, 'EMAIL_TAKEN')
    assert.equal(taken.body.error.details.customer_id, id)
  })

  it('POST /admin/users tells nothing of an account elsewhere; an order by staff finds the customer', async () => {
    const shop = await makeMerchant(service)
    const stranger = await makeUser(service, { merchantId: (await makeMerchant(service)).id, name: 'Grace' })
    await confirmAddress(service, stranger)
    const { body } = await on(shop).create({ email: stranger.email })
    assert.deepEqual([body.data.account, body.data.name, body.data.email], [false, null, stranger.email])
    assert.notEqual(body.data.id, stranger.id)
    const items = [{ product_id: (await makeProduct(service, shop)).id, quantity: 1 }]
    const { headers } = shop.owner
    const order = { customer: { email: stranger.email }, items }
    const placed = await service.request('POST', '/admin/orders', { headers, body: order })
    assert.equal(placed.body.data.user_id, body.data.id)
  })

  it('POST and PATCH /admin/users with wrong fields answer 400 with their names', async () => {
    const shop = await makeMerchant(service)
    const { create, change } = on(shop)
    for (const [body, field] of [
      [{}, 'name'],
      [{ name: ' ', note: 'x' }, 'name'],
      [{ name: 'A', phone: '12' }, 'phone'],
      [{ name: 'A', email: 'no address' }, 'email'],
      [{ name: 'A', tags: ['a,b'] }, 'tags[0]'],
      [{ name: 'A', addresses: [{ ...london, country: 'XX' }] }, 'addresses[0].country'],
      [{ name: 'A', locale: 'english please' }, 'locale'],
      [{ name: 'A', accepts_marketing: { at: '2026-01-02T00:00:00Z' } }, 'accepts_marketing.source'],
      [
        {
          name: 'A',
          accepts_marketing: { at: '2026-01-02T00:00:00Z', source: 'x', withdrawn_at: '2026-01-01T00:00:00Z' },
        },
        'accepts_marketing.withdrawn_at',
      ],
    ] as const) {
      const refused = await create(body)
      assertRefused(refused, 400, 'VALIDATION_ERROR')
      assert.equal(refused.body.error.details[0].field, field)
    }
    const { id } = (await create({ name: 'A' })).body.data
    assertRefused(await change(id, { name: null }), 400, 'VALIDATION_ERROR')
  })

  it('POST /admin/users with the same Idempotency-Key answers the same; another body 422, meanwhile 409', async () => {
    const shop = await makeMerchant(service)
    const { create } = on(shop)
    const [key, other] = [newId(), newId()]
    const first = await create({ name: 'Ada' }, key)
    assert.deepEqual((await create({ name: 'Ada' }, key)).body, first.body)
    assertRefused(await create({ name: 'Grace' }, key), 422, 'IDEMPOTENCY_KEY_REUSED')
    const busy = await duringAnother(service, shop.owner.id, other, () => create({ name: 'Grace' }, other))
    assertRefused(busy, 409, 'IDEMPOTENCY_IN_PROGRESS')
  })

  it('PATCH /admin/users/{id} changes the record alone, once per version, and sends user.updated', async () => {
    const shop = await makeMerchant(service)
    const { change, read } = on(shop)
    const ada = await makeUser(service, { merchantId: shop.id, name: 'Ada' })
    const changed = await change(ada.id, { name: 'Ada L.', tags: ['vip'], note: 'x', expected_version: 1 })
    const { name, tags, note, version } = changed.body.data
    assert.deepEqual([changed.status, name, tags, note, version], [200, 'Ada L.', ['vip'], 'x', 2])
    assert.equal((await change(ada.id, { name: 'Ada L.', expected_version: 1 })).body.data.version, 2, 'repeated')
    const late = await change(ada.id, { name: 'Other', expected_version: 1 })
    assertRefused(late, 409, 'CONFLICT')
    assert.equal(late.body.error.details.version, 2)
    const profile = await service.request('GET', '/user/profile', { headers: ada.headers })
    assert.equal(profile.body.data.name, 'Ada')
    assertRefused(await change(ada.id, { email: email() }), 409, 'CONFLICT')
    const said = await eventsOf(service, shop.id, 'user.updated')
    assert.deepEqual([said.length, said[0]?.data.user.name, said[0]?.data.user.id], [1, 'Ada L.', ada.id])
    const log = await service.request('GET', '/admin/audit-log?action=customer.updated', shop.owner)
    assert.deepEqual(log.body.data.items[0].changes, { fields: [null, 'name, tags, note'] })
    assert.equal((await read(ada.id)).name, 'Ada L.')
  })

  it('PATCH /admin/users/{id} of a record changes its e-mail address unless another has it', async () => {
    const { create, change } = on(await makeMerchant(service))
    const [first, second] = [email(), email()]
    await create({ email: first })
    const { id } = (await create({ name: 'B' })).body.data
    assertRefused(await change(id, { email: first }), 409, 'EMAIL_TAKEN')
    assert.equal((await change(id, { email: second })).body.data.email, second)
    assertRefused(await change(newId(), { name: 'X' }), 404, 'NOT_FOUND')
  })

  it('addresses that staff keeps stay in place of those of earlier orders; later ones are added', async () => {
    const shop = await makeMerchant(service)
    const { change, read } = on(shop)
    const items = [{ product_id: (await makeProduct(service, shop, { onHand: 9 })).id, quantity: 1 }]
    const ada = await makeUser(service, { merchantId: shop.id })
    const at = shopping(service, { ...ada.headers, 'merchant-id': shop.id })
    await at.order(items, { shipping_address: london })
    const cities = async () => (await read(ada.id)).addresses.map(({ city }: { city: string }) => city)
    assert.deepEqual(await cities(), ['London'])
    await change(ada.id, { addresses: [{ ...london, city: 'Bath' }] })
    assert.deepEqual(await cities(), ['Bath'])
    await at.order(items, { shipping_address: { ...london, city: 'York' } })
    assert.deepEqual(await cities(), ['Bath', 'York'])
  })

  it('GET /admin/users filters by tag, consent, sum and time of orders', async () => {
    const shop = await makeMerchant(service)
    const { create, change, list } = on(shop)
    const items = [{ product_id: (await makeProduct(service, shop, { price: 20, onHand: 9 })).id, quantity: 1 }]
    const ada = await makeUser(service, { merchantId: shop.id })
    await shopping(service, { ...ada.headers, 'merchant-id': shop.id }).order(items)
    const consent = { at: '2026-01-02T03:04:05.000Z', source: 'Fair' }
    const { id } = (await create({ name: 'B', tags: ['VIP'], accepts_marketing: consent })).body.data
    assert.deepEqual(await list('tag=vip'), [id])
    assert.deepEqual(await list('tag=vip&q=ada'), [])
    assert.deepEqual(await list('accepts_marketing=true'), [id])
    assert.deepEqual(await list('accepts_marketing=false'), [ada.id, shop.owner.id])
    assert.deepEqual(await list('spent_min=20'), [ada.id])
    assert.deepEqual(await list('spent_min=20.01&sort=order_total'), [])
    assert.deepEqual(await list('ordered_after=2020-01-01&sort=order_count'), [ada.id])
    assert.deepEqual(await list('ordered_after=2999-01-01'), [])
    await change(id, { accepts_marketing: { ...consent, withdrawn_at: '2026-02-02T03:04:05.000Z' } })
    assert.deepEqual(await list('accepts_marketing=true'), [])
    const { headers } = shop.owner
    for (const query of ['ordered_after=soon', 'accepts_marketing=maybe', 'spent_min=-1', 'tag='])
      assertRefused(await service.request('GET', `/admin/users?${query}`, { headers }), 400, 'VALIDATION_ERROR')
  })

  it('POST and PATCH /admin/users without orders.write answer 403 INSUFFICIENT_PERMISSIONS', async () => {
    const shop = await makeMerchant(service)
    const viewer = on({ owner: await makeStaff(service, shop.id, 'viewer') })
    assertRefused(await viewer.create({ name: 'A' }), 403, 'INSUFFICIENT_PERMISSIONS')
    assertRefused(await viewer.change(shop.owner.id, { name: 'A' }), 403, 'INSUFFICIENT_PERMISSIONS')
  })
})
