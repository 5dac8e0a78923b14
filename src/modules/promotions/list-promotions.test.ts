import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { assertRefused } from '#test/support/orders.ts'
import { makePromotion } from '#test/support/promotions.ts'
import { makeCodes } from './generate-codes.ts'

describeShop('GET /admin/promotions', ({ service, shop }) => {
  const ids: Record<string, string> = {}
  before(async () => {
    const make = async (name: string, fields: object) => {
      ids[name] = (await makePromotion(service, shop, { name, ...fields })).id
    }
    await make('Summer sale', { code: 'sun-20' })
    await make('100% of shipping', { kind: 'free_shipping' })
    await make('Winter sale', { starts_at: '2999-01-01T00:00:00Z' })
    await make('Paused sale', { status: 'paused', kind: 'amount', amount: 3 })
    await make('Paused and over', { status: 'paused' })
    await make('Friends', {})
    await service.deps.db
      .updateTable('promotions')
      .set({ ends_at: new Date('2020-01-01T00:00:00Z') })
      .where('id', '=', String(ids['Paused and over']))
      .execute()
  })

  const get = (query: string, of = shop) =>
    service.request('GET', `/admin/promotions?${query}`, { headers: of.owner.headers })
  const namesOf = async (query: string) => {
    const { status, body } = await get(query)
    assert.equal(status, 200, JSON.stringify(body))
    const names = body.data.items.map(({ name }: { name: string }) => name)
    assert.equal(body.data.pagination.total, names.length)
    return names
  }

  it('?q= finds parts of names and codes, without case, and takes % and _ as they are', async () => {
    assert.deepEqual(await namesOf('q=SALE'), ['Paused sale', 'Winter sale', 'Summer sale'])
    assert.deepEqual(await namesOf('q=n-2'), ['Summer sale'])
    assert.deepEqual(await namesOf('q=%25'), ['100% of shipping'])
    assert.deepEqual(await namesOf('q=n_2'), [])
  })

  it('?status= and ?kind= find what the answers say', async () => {
    assert.deepEqual(await namesOf('status=active'), ['Friends', '100% of shipping', 'Summer sale'])
    assert.deepEqual(await namesOf('status=scheduled'), ['Winter sale'])
    assert.deepEqual(await namesOf('status=paused'), ['Paused sale'])
    assert.deepEqual(await namesOf('status=ended'), ['Paused and over'])
    assert.deepEqual(await namesOf('kind=amount&status=paused'), ['Paused sale'])
    assert.deepEqual(await namesOf('kind=buy_x_get_y'), [])
    assertRefused(await get('status=over'), 400, 'VALIDATION_ERROR')
  })

  it('?code= finds the promotion of a code, also of a generated one, in its own shop', async () => {
    const batch = await service.request('POST', `/admin/promotions/${ids['Friends']}/codes`, {
      headers: shop.owner.headers,
      body: { count: 1 },
    })
    await makeCodes.run(service.deps, { merchantId: shop.id, batchId: batch.body.data.id })
    const { code } = await service.deps.db
      .selectFrom('promotion_codes')
      .select('code')
      .where('promotion_id', '=', String(ids['Friends']))
      .executeTakeFirstOrThrow()
    assert.deepEqual(await namesOf(`code=${code.toLowerCase()}`), ['Friends'])
    assert.deepEqual(await namesOf('code=Sun-20'), ['Summer sale'])
    assert.deepEqual(await namesOf('code=sun-2'), [])
    assert.deepEqual((await get('code=sun-20', await makeMerchant(service))).body.data.items, [])
  })

  it('a cursor continues with its filter', async () => {
    const first = (await get('q=sale&limit=2')).body.data
    assert.deepEqual([first.items.length, first.pagination.total], [2, 3])
    const rest = (await get(`q=sale&limit=2&cursor=${first.pagination.next_cursor}`)).body.data
    assert.deepEqual([rest.items.length, rest.items[0].name], [1, 'Summer sale'])
    assertRefused(await get(`q=sal&cursor=${first.pagination.next_cursor}`), 400, 'INVALID_CURSOR')
  })
})
