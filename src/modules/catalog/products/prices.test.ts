import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { assertRefused } from '#test/support/orders.ts'

describeShop('prices of products', ({ service, shop }) => {
  const send = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown, by = shop) =>
    service.request(method, `/admin/products${path}`, {
      headers: by.owner.headers,
      ...(body !== undefined && { body }),
    })
  const make = async (price: number) =>
    (await send('POST', '', { sku: unique('SKU'), name: unique('Coat'), price })).body.data.id as string
  /** A change of the product, and what its answer says of the reduction. */
  const change = async (id: string, body: unknown) => {
    const { lowest_price_30d, reduction } = (await send('PATCH', `/${id}`, body)).body.data
    return [lowest_price_30d, reduction?.percent ?? null]
  }
  /** As if what has happened so far were so many days ago. */
  const wait = (id: string, days: number) =>
    sql`
      update prices set starts_at = starts_at - make_interval(days => ${days}),
                        ends_at = case when ends_at = 'infinity' then ends_at
                                       else ends_at - make_interval(days => ${days}) end
       where product_id = ${id}`.execute(service.deps.db)

  it('GET /admin/products/{id}/prices answers 200 with each price in force, newest first, by pages', async () => {
    const id = await make(100)
    await send('PATCH', `/${id}`, { price: 80, compare_at_price: 100 })
    await send('PATCH', `/${id}`, { name: unique('Renamed') })
    await send('PATCH', `/${id}`, { status: 'draft' })
    await send('PATCH', `/${id}`, { price: 70 })
    await send('PATCH', `/${id}`, { status: 'active' })
    const { data } = (await send('GET', `/${id}/prices`)).body
    assert.deepEqual(
      data.items.map((item: { price: number; compare_at_price: number; ends_at: string | null }) => [
        item.price,
        item.compare_at_price,
        item.ends_at === null,
      ]),
      [
        [70, 100, true],
        [80, 100, false],
        [100, null, false],
      ],
    )
    assert.equal(data.pagination.total, 3)
    const first = (await send('GET', `/${id}/prices?limit=2`)).body.data
    const rest = (await send('GET', `/${id}/prices?limit=2&cursor=${first.pagination.next_cursor}`)).body.data
    assert.deepEqual([...first.items, ...rest.items], data.items)
  })

  it('GET /admin/products/{id}/prices of another shop answers 404 NOT_FOUND', async () => {
    const id = await make(10)
    assertRefused(await send('GET', `/${id}/prices`, undefined, await makeMerchant(service)), 404, 'NOT_FOUND')
  })

  it('a reduction in steps keeps the lowest price before its first, and a rise ends it', async () => {
    const id = await make(100)
    await wait(id, 40)
    assert.deepEqual(await change(id, { price: 80, compare_at_price: 100 }), [100, 20])
    await wait(id, 5)
    assert.deepEqual(await change(id, { price: 60 }), [100, 40])
    assert.deepEqual(await change(id, { price: 90 }), [null, null])
    assert.deepEqual(await change(id, { price: 85 }), [null, null], 'it was 60 within 30 days')
  })

  it('a lower price within the 30 days before is what a reduction is from, also without one to show', async () => {
    const id = await make(100)
    await wait(id, 10)
    await change(id, { price: 70 })
    await wait(id, 5)
    await change(id, { price: 100 })
    await wait(id, 15)
    assert.deepEqual(await change(id, { price: 80, compare_at_price: 100 }), [null, null])
    assert.deepEqual(await change(id, { price: 65 }), [70, 7])
    const later = await make(100)
    await change(later, { price: 70 })
    await change(later, { price: 100 })
    await wait(later, 40)
    assert.deepEqual(await change(later, { price: 80, compare_at_price: 100 }), [100, 20])
  })

  it('a usual price beside an unchanged price announces no reduction, and taken away ends one', async () => {
    const id = await make(50)
    await wait(id, 3)
    assert.deepEqual(await change(id, { compare_at_price: 80 }), [null, null])
    assert.deepEqual(await change(id, { price: 40 }), [50, 20])
    assert.deepEqual(await change(id, { compare_at_price: null }), [null, null])
  })
})
