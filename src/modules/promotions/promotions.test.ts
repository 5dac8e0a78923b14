import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { type TestAnswer, unique } from '#test/support/app.ts'
import type { Entry } from '#test/support/audit-log.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { assertRefused } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { changePromotion, makePromotion } from '#test/support/promotions.ts'

const faultsOf = ({ body }: TestAnswer) => body.error.details.map(({ field }: { field: string }) => field)

describeShop('promotions of a shop', ({ service, shop }) => {
  const create = (body: Record<string, unknown>, key?: string) =>
    service.request('POST', '/admin/promotions', {
      headers: { ...shop.owner.headers, ...(key && { 'idempotency-key': key }) },
      body: { name: 'Offer', kind: 'percentage', percent: 10, ...body },
    })

  it('POST /admin/promotions answers 201 with all fields, and GET the same', async () => {
    const code = unique('Code')
    const answer = await create({ code, minimum: { subtotal: 60 }, usage_limit: 10, customers: { new_only: true } })
    assert.equal(answer.status, 201)
    const { id, created_at, updated_at, ...fields } = answer.body.data
    assert.equal(created_at, updated_at)
    assert.deepEqual(fields, {
      name: 'Offer',
      code: code.toUpperCase(),
      has_codes: false,
      code_count: 0,
      public: false,
      kind: 'percentage',
      percent: 10,
      amount: null,
      each: false,
      max_discount: null,
      max_shipping: null,
      buy: null,
      get: null,
      times_at_most: null,
      applies_to: { all: true },
      minimum: { subtotal: 60 },
      customers: { new_only: true },
      usage_limit: 10,
      per_customer_limit: null,
      starts_at: null,
      ends_at: null,
      combines: false,
      priority: 0,
      status: 'active',
      used_count: 0,
      version: 1,
    })
    const { headers } = shop.owner
    assert.deepEqual((await service.request('GET', `/admin/promotions/${id}`, { headers })).body, answer.body)
    const list = await service.request('GET', '/admin/promotions?limit=1', { headers })
    assert.deepEqual([list.status, list.body.data.items], [200, [answer.body.data]])
  })

  it('POST /admin/promotions of each kind answers 201', async () => {
    const product = await makeProduct(service, shop)
    const of = { product_ids: [product.id.toUpperCase()] }
    const amount = await makePromotion(service, shop, { kind: 'amount', amount: 7.5, each: true, applies_to: of })
    assert.deepEqual([amount.amount, amount.each, amount.applies_to], [7.5, true, { product_ids: [product.id] }])
    const free = await makePromotion(service, shop, { kind: 'free_shipping', max_shipping: 5 })
    assert.equal(free.max_shipping, 5)
    const sets = await makePromotion(service, shop, {
      kind: 'buy_x_get_y',
      buy: { quantity: 2, of },
      get: { quantity: 1, of: { all: true }, percent: 50 },
      times_at_most: 3,
    })
    assert.deepEqual(sets.get, { quantity: 1, of: { all: true }, percent: 50 })
    const least = await makePromotion(service, shop, { percent: 12.25, max_discount: 20 })
    assert.deepEqual([least.percent, least.max_discount], [12.25, 20])
  })

  for (const [fault, body, field] of [
    ['0 %', { percent: 0 }, 'percent'],
    ['three decimals', { percent: 10.125 }, 'percent'],
    ['over 100 %', { percent: 100.5 }, 'percent'],
    ['an end before its start', { starts_at: '2999-02-01T00:00:00Z', ends_at: '2999-01-01T00:00:00Z' }, 'ends_at'],
    ['an end in the past', { ends_at: '2020-01-01T00:00:00Z' }, 'ends_at'],
    ['no products named', { applies_to: { product_ids: [] } }, 'applies_to'],
    ['a product of no shop', { applies_to: { product_ids: [newId()] } }, 'applies_to.product_ids[0]'],
    ['a field of another kind', { amount: 5 }, 'amount'],
    ['an amount of 0', { kind: 'amount', percent: null, amount: 0 }, 'amount'],
    ['no amount', { kind: 'amount', percent: null }, 'amount'],
    ['an amount with too many decimals', { minimum: { subtotal: 1.005 } }, 'minimum.subtotal'],
    ['a code of two letters', { code: 'A - B' }, 'code'],
    ['a code with other signs', { code: 'ten \u2605' }, 'code'],
    ['no e-mail address', { customers: { emails: ['ada'] } }, 'customers.emails[0]'],
    ['a blank name', { name: '  ' }, 'name'],
    [
      'sets that apply to some products',
      {
        kind: 'buy_x_get_y',
        percent: null,
        applies_to: { tags: ['x'] },
        buy: { quantity: 1, of: { all: true } },
        get: { quantity: 1, of: { all: true } },
      },
      'applies_to',
    ],
  ] as const) {
    it(`POST /admin/promotions with ${fault} answers 400 VALIDATION_ERROR by its field`, async () => {
      const answer = await create(body)
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.deepEqual(faultsOf(answer), [field])
    })
  }

  it('POST /admin/promotions with a code that is taken answers 409 CONFLICT, whatever its case', async () => {
    const code = unique('twice')
    await makePromotion(service, shop, { code })
    assertRefused(await create({ code: code.toUpperCase() }), 409, 'CONFLICT')
    const elsewhere = await makeMerchant(service)
    assert.equal((await makePromotion(service, elsewhere, { code })).code, code.toUpperCase())
  })

  it('POST /admin/promotions with an idempotency key makes one', async () => {
    const key = unique('key')
    const body = { name: unique('Once') }
    const [first, second] = [await create(body, key), await create(body, key)]
    assert.deepEqual([second.status, second.body], [201, first.body])
    assertRefused(await create({ name: 'Other' }, key), 422, 'IDEMPOTENCY_KEY_REUSED')
  })

  it('PATCH /admin/promotions/{id} changes what is given, clears with null, and counts versions', async () => {
    const { id } = await makePromotion(service, shop, { minimum: { quantity: 2 }, max_discount: 5 })
    const answer = await changePromotion(service, shop, id, { minimum: null, percent: 20, status: 'paused' })
    const { minimum, percent, max_discount, status, version } = answer.body.data
    assert.deepEqual([minimum, percent, max_discount, status, version], [null, 20, 5, 'paused', 2])
    assertRefused(await changePromotion(service, shop, id, { percent: 5, expected_version: 1 }), 409, 'CONFLICT')
    const same = await changePromotion(service, shop, id, { percent: 20 })
    assert.equal(same.body.data.version, 2)
    assertRefused(await changePromotion(service, shop, newId(), { percent: 5 }), 404, 'NOT_FOUND')
    assertRefused(await changePromotion(service, shop, id, { percent: 0 }), 400, 'VALIDATION_ERROR')
  })

  it('its status follows its period', async () => {
    const later = await makePromotion(service, shop, { starts_at: '2999-01-01T00:00:00Z' })
    assert.equal(later.status, 'scheduled')
    const over = await makePromotion(service, shop)
    await service.deps.db
      .updateTable('promotions')
      .set({ ends_at: new Date('2020-01-01T00:00:00Z') })
      .where('id', '=', over.id)
      .execute()
    const renamed = await changePromotion(service, shop, over.id, { name: 'Was once' })
    assert.deepEqual([renamed.status, renamed.body.data.status], [200, 'ended'])
  })

  it('DELETE /admin/promotions/{id} frees its code', async () => {
    const code = unique('gone')
    const { id } = await makePromotion(service, shop, { code })
    const remove = () => service.request('DELETE', `/admin/promotions/${id}`, { headers: shop.owner.headers })
    assert.deepEqual([(await remove()).status, (await remove()).status], [200, 404])
    assert.equal((await create({ code })).status, 201)
  })

  it('the audit log has each change, without codes and addresses', async () => {
    const mine = await makeMerchant(service)
    const code = unique('secret')
    const { id } = await makePromotion(service, mine, { code, customers: { emails: ['ada@example.com'] } })
    await changePromotion(service, mine, id, { percent: 20 })
    await service.request('DELETE', `/admin/promotions/${id}`, { headers: mine.owner.headers })
    const log = await service.request('GET', `/admin/audit-log?target=${id}`, { headers: mine.owner.headers })
    const entries: Entry[] = log.body.data.items
    assert.deepEqual(entries.map(({ action }) => action).sort(), [
      'promotion.created',
      'promotion.deleted',
      'promotion.updated',
    ])
    const text = JSON.stringify(entries).toLowerCase()
    assert.ok(!text.includes(code.toLowerCase()) && !text.includes('ada@example.com'))
  })
})
