import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { startTestApp } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, makeUser, type TestMerchant } from '#test/support/factories.ts'
import { assertRefused } from '#test/support/orders.ts'
import { readSettings } from './change-settings.ts'
import { presentSettings } from './schemas.ts'

describeService('settings of a merchant', ({ service }) => {
  let merchant: TestMerchant
  before(async () => {
    merchant = await makeMerchant(service, { currency: 'EUR' })
  })

  const read = (headers = merchant.owner.headers) => service.request('GET', '/admin/merchant', { headers })
  const change = (body: unknown, headers = merchant.owner.headers) =>
    service.request('PATCH', '/admin/merchant', { headers, body })
  const unset = () => ({
    id: merchant.id,
    name: merchant.name,
    currency: 'EUR',
    currency_digits: 2,
    order_limits: {
      max_open_orders_per_user: 20,
      max_quantity_per_line: 1_000,
      max_unpaid_units_per_address: 200,
      hold_unpaid_seconds: 600,
      guest: { max_open_orders: 3, max_quantity_per_line: 100 },
    },
    require_two_factor: false,
    support_email: null,
    prices_include_tax: true,
    shipping_required: false,
    shipping_tax: 'goods',
    vat_number: null,
    timezone: 'UTC',
    carriers: [],
    storefront_url: null,
    order_number: null,
    invoices: null,
    withdrawal: null,
    return_days: 14,
    delivery_days: 7,
    image_ratio: 'square',
    image_fit: 'filled',
    slug: merchant.id,
    locale: 'en',
    logo: null,
    announcement: null,
    look: { accent: null, font: 'serif', corner: 'round' },
    mail: {
      order_confirmation: true,
      shipment: true,
      refund: true,
      address_change: true,
      abandoned_cart: null,
      payment_reminders: null,
      color: null,
      logo: false,
      footer: null,
    },
  })

  it('GET /admin/merchant answers what is set, and the defaults', async () => {
    const { status, body } = await read()
    assert.deepEqual([status, body.data], [200, unset()])
  })

  it('PATCH /admin/merchant leaves what is absent, also among order_limits', async () => {
    const shop = await makeMerchant(service)
    const { headers } = shop.owner
    const limits = async (body: unknown) => {
      const answer = await change(body, headers)
      assert.equal(answer.status, 200)
      assert.deepEqual(presentSettings(await readSettings(service.deps.db, shop.id)), answer.body.data)
      const { name, order_limits, require_two_factor } = answer.body.data
      return [name, order_limits.max_open_orders_per_user, order_limits.max_quantity_per_line, require_two_factor]
    }
    assert.deepEqual(await limits({}), [shop.name, 20, 1_000, false])
    assert.deepEqual(await limits({ order_limits: { max_quantity_per_line: 5 } }), [shop.name, 20, 5, false])
    assert.deepEqual(await limits({ order_limits: { max_open_orders_per_user: 7 } }), [shop.name, 7, 5, false])
    assert.deepEqual(await limits({ name: '  Ada’s Lamps ' }), ['Ada’s Lamps', 7, 5, false])
    assert.deepEqual(await limits({ require_two_factor: true }), ['Ada’s Lamps', 7, 5, true])
    assert.deepEqual((await read()).body.data, unset())
  })

  it('PATCH /admin/merchant leaves what is absent among the limits of guests, and audits what it changed', async () => {
    const shop = await makeMerchant(service)
    const { headers } = shop.owner
    const limits = async (order_limits: unknown) => {
      const answer = await change({ order_limits }, headers)
      assert.equal(answer.status, 200)
      assert.deepEqual((await read(headers)).body.data, answer.body.data)
      const { guest, max_unpaid_units_per_address: units, hold_unpaid_seconds: hold } = answer.body.data.order_limits
      return [guest.max_open_orders, guest.max_quantity_per_line, units, hold]
    }
    assert.deepEqual(await limits({ guest: {} }), [3, 100, 200, 600])
    assert.deepEqual(await limits({ guest: { max_open_orders: 5 } }), [5, 100, 200, 600])
    assert.deepEqual(await limits({ guest: { max_quantity_per_line: 7 }, hold_unpaid_seconds: 60 }), [5, 7, 200, 60])
    assert.deepEqual(await limits({ max_unpaid_units_per_address: 10_000_000 }), [5, 7, 10_000_000, 60])
    const log = await service.request('GET', '/admin/audit-log?action=settings.updated', { headers })
    assert.deepEqual(log.body.data.items[1].changes, {
      guest_max_quantity_per_line: [100, 7],
      hold_unpaid_seconds: [600, 60],
    })
  })

  it('PATCH /admin/merchant sets what orders and mails follow; `mail` field by field, null clears', async () => {
    const shop = await makeMerchant(service)
    const { headers } = shop.owner
    const set = async (body: unknown) => {
      const answer = await change(body, headers)
      assert.equal(answer.status, 200)
      assert.deepEqual((await read(headers)).body.data, answer.body.data)
      const { support_email, prices_include_tax, shipping_required, timezone, mail } = answer.body.data
      return [support_email, prices_include_tax, shipping_required, timezone, Object.values(mail).slice(0, 5)]
    }
    const terms = { support_email: 'help@example.com', prices_include_tax: false, shipping_required: true }
    assert.deepEqual(await set(terms), ['help@example.com', false, true, 'UTC', [true, true, true, true, null]])
    const all = ['help@example.com', false, true, 'Asia/Kolkata']
    assert.deepEqual(await set({ mail: { shipment: false }, timezone: 'Asia/Kolkata' }), [
      ...all,
      [true, false, true, true, null],
    ])
    assert.deepEqual(await set({ mail: { refund: false } }), [...all, [true, false, false, true, null]])
    assert.deepEqual(await set({ mail: {} }), [...all, [true, false, false, true, null]])
    const back = { support_email: null, mail: { shipment: true }, timezone: 'UTC' }
    assert.deepEqual(await set(back), [null, false, true, 'UTC', [true, true, false, true, null]])
    const log = await service.request('GET', '/admin/audit-log?action=settings.updated', { headers })
    assert.deepEqual(log.body.data.items[0].changes, {
      support_email: ['help@example.com', null],
      mail_shipment: [false, true],
      timezone: ['Asia/Kolkata', 'UTC'],
    })
  })

  it('PATCH /admin/merchant is in the audit log with what it changed', async () => {
    const shop = await makeMerchant(service)
    const { headers } = shop.owner
    for (const body of [{ name: 'Lamps' }, { name: 'Lamps' }, { order_limits: { max_quantity_per_line: 5 } }]) {
      assert.equal((await change(body, headers)).status, 200)
    }
    const log = await service.request('GET', '/admin/audit-log?action=settings.updated', { headers })
    assert.deepEqual(
      log.body.data.items.map(({ changes, target }: { changes: unknown; target: { id: string } }) => [
        changes,
        target.id,
      ]),
      [
        [{ max_quantity_per_line: [1_000, 5] }, shop.id],
        [{ name: [shop.name, 'Lamps'] }, shop.id],
      ],
    )
  })

  it('PATCH /admin/merchant sets the shape of pictures, which GET /shop tells', async () => {
    const other = await makeMerchant(service)
    const { headers } = other.owner
    const body = { image_ratio: 'portrait', image_fit: 'whole' }
    const { status, body: answer } = await service.request('PATCH', '/admin/merchant', { headers, body })
    assert.deepEqual([status, answer.data.image_ratio, answer.data.image_fit], [200, 'portrait', 'whole'])
    const shop = await service.request('GET', `/shop?merchant_id=${other.id}`, { headers })
    assert.deepEqual([shop.body.data.image_ratio, shop.body.data.image_fit], ['portrait', 'whole'])
  })

  it('PATCH /admin/merchant sets the look field by field, which GET /shop tells and the audit log keeps', async () => {
    const other = await makeMerchant(service)
    const { headers } = other.owner
    const set = (look: object) => service.request('PATCH', '/admin/merchant', { headers, body: { look } })
    assert.equal((await set({ accent: '#1F4A3D', corner: 'soft' })).status, 200)
    const look = { accent: '#1f4a3d', font: 'inter', corner: 'soft' }
    assert.deepEqual((await set({ font: 'inter' })).body.data.look, look)
    // Nothing is changed by what it is already.
    assert.deepEqual((await set(look)).body.data.look, look)
    const shop = await service.request('GET', `/shop?merchant_id=${other.id}`, { headers })
    assert.deepEqual(shop.body.data.look, look)
    const log = (await service.request('GET', '/admin/audit-log', { headers })).body.data.items
    const changed = log.filter(({ action }: { action: string }) => action === 'settings.updated')
    assert.equal(changed.length, 2)
    assert.deepEqual(changed[0].changes.look[1], look)
    assert.deepEqual((await set({ accent: null })).body.data.look, { ...look, accent: null })
  })

  it('PATCH /admin/merchant with a wrong, unknown or read-only field answers 400 and names it', async () => {
    const field = (name: string, value: unknown): [unknown, string] => [{ [name]: value }, name]
    const cases: [unknown, string][] = [
      [{ name: ' ' }, 'name'],
      ...['usd', 'QQQ'].map((code) => field('currency', code)),
      ...['nobody', 'a@b\r\nBcc: c@example.com'].map((text) => field('support_email', text)),
      ...['Mars/Olympus', '+01:00', 'GMT+25'].map((text) => field('timezone', text)),
      ...['DE1', 'DE136695977'].map((text) => field('vat_number', text)),
      [{ mail: { cancellation: true } }, 'mail.cancellation'],
      ...['round', null].map((value) => field('image_ratio', value)),
      field('image_fit', 'cover'),
      ...['red', '#12345', '#ffff00', '#777777'].map((accent): [unknown, string] => [
        { look: { accent } },
        'look.accent',
      ]),
      [{ look: { font: 'comic' } }, 'look.font'],
      [{ look: { corner: null } }, 'look.corner'],
      [{ look: { colour: '#000000' } }, 'look.colour'],
      field('look', null),
    ]
    for (const [body, field] of cases) {
      const answer = await change(body)
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.deepEqual(answer.body.error.details[0].field, field)
    }
    assert.deepEqual((await read()).body.data, unset())
  })

  it('/admin/merchant is read by every role, changed by managers, and its second factor by owners', async () => {
    const manager = await makeStaff(service, merchant.id, 'manager')
    const viewer = await makeStaff(service, merchant.id, 'viewer')
    for (const { headers } of [manager, viewer]) assert.equal((await read(headers)).status, 200)
    const limits = { order_limits: { max_quantity_per_line: 1_000 } }
    assert.equal((await change(limits, manager.headers)).status, 200)
    const refused = [
      [await change(limits, viewer.headers), 'settings.write'],
      [await change({ require_two_factor: false }, manager.headers), 'staff.write'],
    ] as const
    for (const [answer, permission] of refused) {
      assertRefused(answer, 403, 'INSUFFICIENT_PERMISSIONS')
      assert.equal(answer.body.error.details.required_permission, permission)
    }
    const shopper = await makeUser(service, { merchantId: merchant.id })
    assertRefused(await read(shopper.headers), 403, 'INSUFFICIENT_PERMISSIONS')
    assertRefused(await read({}), 401, 'MISSING_TOKEN')
  })

  it('a new name stands in the next answer of another process', async () => {
    const second = await startTestApp({}, service.databaseUrl)
    const shop = await makeMerchant(service)
    const { headers } = shop.owner
    try {
      const search = (at: typeof service) =>
        at.request('GET', '/marketplace/search?facets=merchant', { headers: shop.owner.headers })
      const product = { sku: 'LAMP', name: 'Lamp', price: 1, status: 'active' }
      assert.equal((await service.request('POST', '/admin/products', { headers, body: product })).status, 201)
      const nameIn = async (at: typeof service) =>
        (await search(at)).body.data.facets.merchant.find((one: { value: string }) => one.value === shop.id).name
      assert.equal(await nameIn(second), shop.name)
      assert.equal((await change({ name: 'Renamed' }, headers)).status, 200)
      assert.equal(await nameIn(second), 'Renamed')
      assert.equal((await second.request('GET', '/admin/merchant', { headers })).body.data.name, 'Renamed')
    } finally {
      await second.close()
    }
  })
})
