import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { describeShop } from '#test/support/describe-shop.ts'
import { groupProducts } from '#test/support/groups.ts'
import { makeProducts } from '#test/support/products.ts'
import { runSweep } from '#test/support/sweeps.ts'

/** A collection is written by requests and by the sweep, its products by others. */
describeShop('collections whose products change meanwhile', { DATABASE_POOL_SIZE: '20' }, ({ service, shop }) => {
  const send = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
    service.request(method, `/admin${path}`, { headers: shop.owner.headers, ...(body !== undefined && { body }) })

  it('PUT of a collection beside deletions, regroupings and sweeps leaves no card that leads nowhere', async () => {
    const collections = await Promise.all(
      ['manual', 'newest', 'price_asc'].map(async (sort) => {
        const { body } = await send('POST', '/collections', { name: sort, sort })
        return body.data.id as string
      }),
    )
    const statuses = new Set<string>()
    for (let round = 0; round < 6; round++) {
      const products = await makeProducts(
        service,
        shop,
        Array.from({ length: 12 }, (_, n) => ({ price: n + 1 })),
      )
      const ids = products.map(({ id }) => id)
      const puts = collections.map((id) => send('PUT', `/collections/${id}/products`, { ids }))
      const backwards = collections.map((id) => send('PUT', `/collections/${id}/products`, { ids: ids.toReversed() }))
      const deleted = ids.slice(0, 4).map((id) => send('DELETE', `/products/${id}`))
      const repriced = ids.slice(8).map((id) => send('PATCH', `/products/${id}`, { price: 50 - round }))
      const grouped = groupProducts(service, shop, `Group ${round}`, ids.slice(4, 8))
      const sweeps = [
        runSweep(service, 'catalog.refresh-collections'),
        runSweep(service, 'catalog.refresh-collections'),
      ]
      for (const { status } of await Promise.all([...puts, ...backwards, ...deleted, ...repriced])) {
        // 400: a product was deleted before it could be put in.
        statuses.add(String(status))
      }
      await Promise.all([grouped, ...sweeps])
    }
    assert.deepEqual(
      [...statuses].filter((status) => status !== '200' && status !== '400'),
      [],
    )
    await runSweep(service, 'catalog.refresh-collections')
    const { rows } = await sql`
      select card.card_id from collection_cards card
       where not exists (select from products where id = card.card_id and group_id is null)
         and not exists (select from product_groups where id = card.card_id)`.execute(service.deps.db)
    assert.deepEqual(rows, [])
  })
})
