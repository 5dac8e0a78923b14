import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeApiKey, makeMerchant, makeStaff, type TestMerchant } from '#test/support/factories.ts'
import { assertRefused } from '#test/support/orders.ts'
import { selectShippingMethods } from './index.ts'
import { maxMethods } from './manage-methods.ts'

describeShop('shipping methods', ({ service, shop }) => {
  type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
  const send = (method: Method, path = '', body?: unknown, { owner } = shop, headers = {}) =>
    service.request(method, `/admin/shipping-methods${path}`, {
      headers: { ...owner.headers, ...headers },
      ...(body !== undefined && { body }),
    })
  const make = async (merchant: TestMerchant, body = {}) => {
    const answer = await send('POST', '', { name: 'Post', price: 4.5, ...body }, merchant)
    assert.equal(answer.status, 201)
    return answer.body.data
  }
  const list = async (merchant: TestMerchant, query = '') => (await send('GET', query, undefined, merchant)).body.data
  /** What orders are told: whether there is an active method. */
  const hasMethods = async (merchant: TestMerchant) => {
    const settings = service.deps.db.selectFrom('merchant_settings').where('merchant_id', '=', merchant.id)
    return (await settings.select('has_shipping_methods').executeTakeFirst())?.has_shipping_methods ?? false
  }
  const audited = async (merchant: TestMerchant) => {
    const log = await service.request('GET', '/admin/audit-log?limit=100', { headers: merchant.owner.headers })
    return log.body.data.items
      .filter((entry: { action: string }) => entry.action.startsWith('shipping_method.'))
      .map(({ action, target, changes }: { action: string; target: unknown; changes: unknown }) => ({
        action,
        target,
        changes,
      }))
  }

  it('POST /admin/shipping-methods with all fields answers 201, and with the required ones the defaults', async () => {
    const fresh = await makeMerchant(service)
    const body = {
      name: ' Tracked 48 ',
      description: 'Two to\nthree days',
      countries: ['GB', 'IE'],
      price: 3.99,
      free_from: 50,
      min_weight_grams: 0,
      max_weight_grams: 2_000,
      position: 7,
      active: false,
    }
    const { id, ...made } = await make(fresh, body)
    assert.deepEqual(made, { ...body, name: 'Tracked 48' })
    const { id: plainId, ...plain } = await make(fresh)
    assert.deepEqual(plain, {
      name: 'Post',
      description: null,
      countries: null,
      price: 4.5,
      free_from: null,
      min_weight_grams: null,
      max_weight_grams: null,
      position: 0,
      active: true,
    })
    const { items } = await list(fresh)
    assert.deepEqual(items, [
      { id: plainId, ...plain },
      { id, ...made },
    ])
    // Orders read those that are active.
    const { price: _, free_from: __, ...fields } = { id: plainId, ...plain } as Record<string, unknown>
    const rows = await selectShippingMethods(service.deps.db, fresh.id)
    assert.deepEqual(rows, [
      { ...fields, regions: null, postal_codes: null, price_minor: 450, free_from_minor: null, prices: null },
    ])
  })

  it('POST /admin/shipping-methods for a part of a country keeps it; of several countries answers 400', async () => {
    const fresh = await makeMerchant(service)
    const part = { countries: ['ES'], regions: [' Canarias ', 'IB'], postal_codes: ['38 *', '35*', '35*'] }
    const { regions, postal_codes } = await make(fresh, { name: 'Islands', price: 9, ...part })
    assert.deepEqual(
      [regions, postal_codes],
      [
        ['Canarias', 'IB'],
        ['35*', '38*'],
      ],
    )
    const cases: [object, string][] = [
      [{ ...part, countries: ['ES', 'PT'], postal_codes: null }, 'regions'],
      [{ ...part, countries: null, regions: null }, 'postal_codes'],
      [{ ...part, postal_codes: ['35*', '3*5'] }, 'postal_codes[1]'],
      [{ ...part, regions: ['IB', ' '] }, 'regions[1]'],
    ]
    for (const [body, field] of cases) {
      const answer = await send('POST', '', { name: 'Islands', price: 9, ...body }, fresh)
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.equal(answer.body.error.details[0].field, field)
    }
  })

  it('POST /admin/shipping-methods twice with one idempotency key makes one; another body answers 422', async () => {
    const fresh = await makeMerchant(service)
    const headers = { 'idempotency-key': unique('key') }
    const body = { name: 'Post', price: 1 }
    const first = await send('POST', '', body, fresh, headers)
    const again = await send('POST', '', body, fresh, headers)
    assert.deepEqual([again.status, again.body], [201, first.body])
    assertRefused(await send('POST', '', { ...body, price: 2 }, fresh, headers), 422, 'IDEMPOTENCY_KEY_REUSED')
    assert.equal((await list(fresh)).pagination.total, 1)
  })

  it('GET /admin/shipping-methods pages by position; limit, offset and cursor out of range answer 400', async () => {
    const fresh = await makeMerchant(service)
    for (const position of [2, 0, 1, 0]) await make(fresh, { name: `at ${position}`, position })
    const names = (data: { items: { name: string }[] }) => data.items.map(({ name }) => name)
    const first = await list(fresh, '?limit=3')
    assert.deepEqual(names(first), ['at 0', 'at 0', 'at 1'])
    assert.deepEqual([first.pagination.total, first.pagination.has_more], [4, true])
    const second = await list(fresh, `?limit=3&cursor=${first.pagination.next_cursor}`)
    assert.deepEqual([names(second), second.pagination.next_cursor], [['at 2'], ''])
    assert.deepEqual(names(await list(fresh, '?offset=3')), ['at 2'])
    const beyond = await list(fresh, '?offset=9')
    assert.deepEqual([beyond.items, beyond.pagination.total], [[], 4])
    for (const query of ['?limit=0', '?limit=101', '?offset=-1', '?sort=name'])
      assertRefused(await send('GET', query, undefined, fresh), 400, 'VALIDATION_ERROR')
    const stranger = await send('GET', `?limit=3&cursor=${first.pagination.next_cursor}`)
    assertRefused(stranger, 400, 'INVALID_CURSOR')
  })

  it('PATCH /admin/shipping-methods/{id} changes the given fields and clears on null; DELETE removes it', async () => {
    const fresh = await makeMerchant(service)
    const made = await make(fresh, { countries: ['GB'], free_from: 20, description: 'x', max_weight_grams: 5 })
    const { id } = made
    const doubled = await send('PATCH', `/${id}`, { countries: ['GB', 'GB'] }, fresh)
    assert.deepEqual(doubled.body.data, made)
    const change = { name: 'Courier', price: 0, countries: null, free_from: null, min_weight_grams: 5 }
    const changed = await send('PATCH', `/${id}`, change, fresh)
    assert.deepEqual([changed.status, changed.body.data], [200, { ...made, ...change }])
    assert.deepEqual((await send('PATCH', `/${id}`, change, fresh)).body, changed.body)
    assert.deepEqual((await send('PATCH', `/${id}`, {}, fresh)).body, changed.body)
    const cleared = { description: null, min_weight_grams: null, max_weight_grams: null, position: 3, active: false }
    assert.deepEqual((await send('PATCH', `/${id}`, cleared, fresh)).body.data, { ...made, ...change, ...cleared })
    assert.deepEqual((await list(fresh)).items, [{ ...made, ...change, ...cleared }])
    const removed = await send('DELETE', `/${id}`, undefined, fresh)
    assert.deepEqual([removed.status, removed.body.data], [200, {}])
    assertRefused(await send('DELETE', `/${id}`, undefined, fresh), 404, 'NOT_FOUND')
    assert.deepEqual((await list(fresh)).items, [])
    const target = { type: 'shipping_method', id, name: 'Post' }
    const [last, second, first, begin] = await audited(fresh)
    assert.deepEqual(
      [last, second, first, begin].map((entry) => [entry.action.slice('shipping_method.'.length), entry.target]),
      ['deleted', 'updated', 'updated', 'created'].map((action) => [action, target]),
    )
    assert.deepEqual(first.changes, {
      name: ['Post', 'Courier'],
      price: [4.5, 0],
      countries: [['GB'], null],
      free_from: [20, null],
      min_weight_grams: [null, 5],
    })
  })

  it('has_shipping_methods is true exactly while there is an active method, however changes meet', async () => {
    const fresh = await makeMerchant(service)
    assert.equal(await hasMethods(fresh), false)
    const off = await make(fresh, { active: false })
    assert.equal(await hasMethods(fresh), false)
    await send('PATCH', `/${off.id}`, { active: true }, fresh)
    assert.equal(await hasMethods(fresh), true)
    await send('PATCH', `/${off.id}`, { active: false }, fresh)
    assert.equal(await hasMethods(fresh), false)
    for (let turn = 0; turn < 5; turn++) {
      const pair = await Promise.all([make(fresh), make(fresh)])
      assert.equal(await hasMethods(fresh), true)
      await Promise.all([
        send('DELETE', `/${pair[0].id}`, undefined, fresh),
        send('PATCH', `/${pair[1].id}`, { active: false }, fresh),
      ])
      assert.equal(await hasMethods(fresh), false)
    }
  })

  it('POST /admin/shipping-methods beyond the limit answers 409 CONFLICT, also at once', async () => {
    const fresh = await makeMerchant(service)
    const one = await make(fresh)
    const { db } = service.deps
    const row = await db.selectFrom('shipping_methods').selectAll().where('id', '=', one.id).executeTakeFirstOrThrow()
    const more = Array.from({ length: maxMethods - 2 }, () => ({ ...row, id: newId() }))
    await db.insertInto('shipping_methods').values(more).execute()
    const answers = await Promise.all([1, 2, 3].map((price) => send('POST', '', { name: 'Last', price }, fresh)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409])
    assertRefused(await send('POST', '', { name: 'Last', price: 1 }, fresh), 409, 'CONFLICT')
    assert.equal((await list(fresh)).pagination.total, maxMethods)
  })

  it('POST and PATCH /admin/shipping-methods with a wrong field answer 400, name it and write nothing', async () => {
    const made = await make(shop)
    const before = [await list(shop), await audited(shop)]
    const cases: Record<string, unknown[]> = {
      name: [' ', 'two\nlines'],
      'countries[1]': ['gb', 'XX', 'UK', 'EU'].map((country) => ['GB', country]),
      price: [1.999, 1e-9, 1_000_000_000.01],
      free_from: [0.001],
    }
    for (const [field, values] of Object.entries(cases)) {
      for (const value of values) {
        const body = { [field.replace(/\[.*/, '')]: value }
        const refused = [await send('POST', '', { name: 'Post', price: 1, ...body })]
        refused.push(await send('PATCH', `/${made.id}`, body))
        for (const answer of refused) {
          assertRefused(answer, 400, 'VALIDATION_ERROR')
          assert.equal(answer.body.error.details[0].field, field, JSON.stringify(value))
        }
      }
    }
    const narrow = await send('POST', '', { name: 'Post', price: 1, min_weight_grams: 6, max_weight_grams: 5 })
    assert.equal(narrow.body.error.details[0].field, 'max_weight_grams')
    await send('PATCH', `/${made.id}`, { max_weight_grams: 5 })
    assertRefused(await send('PATCH', `/${made.id}`, { min_weight_grams: 6 }), 400, 'VALIDATION_ERROR')
    await send('PATCH', `/${made.id}`, { max_weight_grams: null })
    assert.deepEqual([await list(shop), (await audited(shop)).slice(2)], before)
  })

  it('amounts have the decimals of the currency: yen none, dinars three', async () => {
    const yen = await makeMerchant(service, { currency: 'JPY' })
    const dinar = await makeMerchant(service, { currency: 'KWD' })
    const refused = await send('POST', '', { name: 'Post', price: 1.5, free_from: 0.1 }, yen)
    assert.deepEqual(
      refused.body.error.details.map((detail: { field: string }) => detail.field),
      ['price', 'free_from'],
    )
    const { price, free_from } = await make(dinar, { price: 1.125, free_from: 10.005 })
    assert.deepEqual([price, free_from, (await make(yen, { price: 500 })).price], [1.125, 10.005, 500])
  })

  it('/admin/shipping-methods/{id} of another shop, unknown or malformed, answers 404, and changes none', async () => {
    const stranger = await makeMerchant(service)
    const theirs = await make(stranger, { name: 'Theirs' })
    for (const path of [`/${theirs.id}`, `/${newId()}`, '/nonsense']) {
      assertRefused(await send('PATCH', path, { name: 'Mine' }), 404, 'NOT_FOUND')
      assertRefused(await send('DELETE', path), 404, 'NOT_FOUND')
    }
    assert.deepEqual((await list(stranger)).items, [theirs])
    assert.equal(await hasMethods(stranger), true)
  })

  it('viewers read shipping methods, managers and keys with settings.write change them', async () => {
    const fresh = await makeMerchant(service)
    const { id } = await make(fresh)
    const viewer = { ...fresh, owner: await makeStaff(service, fresh.id, 'viewer') }
    const manager = { ...fresh, owner: await makeStaff(service, fresh.id, 'manager') }
    assert.equal((await list(viewer)).items.length, 1)
    for (const answer of [
      await send('POST', '', { name: 'Post', price: 1 }, viewer),
      await send('PATCH', `/${id}`, { price: 1 }, viewer),
      await send('DELETE', `/${id}`, undefined, viewer),
    ]) {
      assertRefused(answer, 403, 'INSUFFICIENT_PERMISSIONS')
      assert.equal(answer.body.error.details.required_permission, 'settings.write')
    }
    assert.equal((await send('PATCH', `/${id}`, { price: 2 }, manager)).status, 200)
    const { headers } = await makeApiKey(service, fresh, ['settings.read', 'settings.write'])
    const byKey = await service.request('DELETE', `/admin/shipping-methods/${id}`, { headers })
    assert.equal(byKey.status, 200)
  })
})
