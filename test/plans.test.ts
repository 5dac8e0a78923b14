import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#test/support/app.ts'
import { pathOf, queriesOf } from '#test/support/every-request.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { type LargeShop, makeLargeShop } from '#test/support/large-shop.ts'
import { bound, isAllowed, smallTables } from '#test/support/plan-allowances.ts'
import { assertNone, startWatchedApp, watchPlans } from '#test/support/plan-watch.ts'
import { tellPlans } from '#test/support/plans.ts'
import { makeProducts } from '#test/support/products.ts'

/**
 * No statement reads a large table from end to end, or sorts what grows: not those of any endpoint of the contract with
 * any of its filters and sorts, not those inside triggers, not those of the sweeps. Judged by the plans that ran and
 * the rows they read.
 */
describe('plans at a large shop', () => {
  let loader: Awaited<ReturnType<typeof startTestApp>>
  let service: Awaited<ReturnType<typeof startTestApp>>
  let shop: LargeShop
  let watch: ReturnType<typeof watchPlans>
  before(async () => {
    loader = await startTestApp()
    shop = await makeLargeShop(loader)
    await tellPlans(loader.databaseUrl)
    service = await startWatchedApp(loader.databaseUrl)
    watch = watchPlans(service, shop, isAllowed)
  })
  after(async () => {
    await service?.close()
    await loader.close()
  })

  it('every table that grows has grown', async () => {
    const { rows } = await sql<{ name: string; rows: number }>`
      select coalesce(parent.relname, held.relname) as name, sum(held.reltuples)::int as rows
        from pg_class held
        left join pg_inherits on inhrelid = held.oid left join pg_class parent on parent.oid = inhparent
       where held.relkind = 'r' and held.relnamespace = 'public'::regnamespace
       group by 1`.execute(loader.deps.db)
    const tooFew = rows.filter((table) => table.rows <= bound && !(table.name in smallTables))
    assert.deepEqual(tooFew, [])
  })

  it('every list and figure, with every filter and sort, reads a page and not the table', async () => {
    assertNone(await watch.readEverything())
  })

  it('a search in a category reads what matches there', async () => {
    const faults: string[] = []
    for (const operation of watch.operations(({ name }) => name === 'GET /marketplace/search')) {
      const headers = await watch.headersFor(operation)
      // Every product is a lantern.
      for (const more of ['', '&sort=price&facets=merchant']) {
        const url = `${operation.path}?q=lantern&category=C7${more}`
        const read = async () => {
          const { body } = await watch.send(operation, url, headers)
          assert.equal(body.data.pagination.total, 500, url)
        }
        faults.push(...(await watch.faultsOf('a search in a category', url, read)))
      }
    }
    assertNone(faults)
  })

  it('for a small shop nothing of the large one is read', async () => {
    const small = await makeMerchant(loader)
    await makeProducts(loader, small, [{ name: 'Lantern red oak1' }])
    const faults: string[] = []
    for (const operation of watch.operations(({ method }) => method === 'GET')) {
      const headers = await watch.headersFor(operation, small)
      const queries = queriesOf(operation, shop)
        .filter((query) => operation.scope === 'staff' || query.includes(shop.merchant.id))
        .map((query) => query.replaceAll(shop.merchant.id, small.id))
      // Besides: a part of the address that a quarter of its orders has.
      if (operation.name === 'GET /admin/orders') queries.push('q=grace')
      for (const query of queries) {
        const url = `${pathOf(operation, shop)}?${query}`
        const read = async () => assert.ok((await watch.send(operation, url, headers)).status < 500, url)
        faults.push(...(await watch.faultsOf(`${operation.name} of a small shop`, url, read)))
      }
    }
    assertNone(faults)
  })

  it('a list of ids and the page of a product read their rows and not the table', async () => {
    const { rows } = await sql<{ id: string }>`
      select card_id as id from related_cards where merchant_id = ${shop.merchant.id} limit 100`.execute(loader.deps.db)
    const [list] = watch.operations(({ name }) => name === 'GET /catalog/products')
    assert.ok(list && rows.length === 100)
    const headers = await watch.headersFor(list)
    const urls = [
      `/catalog/products?ids=${rows.map(({ id }) => id).join()}`,
      ...rows.slice(0, 10).map(({ id }) => `/catalog/products/${id}?expand=group,related`),
    ]
    const faults: string[] = []
    for (const url of urls) {
      const read = async () => assert.equal((await service.request('GET', url, { headers })).status < 500, true)
      faults.push(...(await watch.faultsOf('GET of a page', url, read)))
    }
    assertNone(faults)
  })

  it('every sweep reads what it has to do and not the table', async () => {
    assertNone(await watch.runSweeps())
  })

  it('every write reads what it changes and not the table', async () => {
    assertNone(await watch.writeEverything())
  })
})
