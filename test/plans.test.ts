import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { background } from '#src/app/background.ts'
import { hashDevice } from '#src/modules/identity/sessions/tokens.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { startTestApp, type TestAnswer } from '#test/support/app.ts'
import { contentOf, pathOf, queriesOf } from '#test/support/every-request.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { type LargeShop, makeLargeShop } from '#test/support/large-shop.ts'
import { type Operation, operationsOf } from '#test/support/operations.ts'
import { bound, boundOf, isAllowed, smallTables } from '#test/support/plan-allowances.ts'
import { plansOf, rowsRead, rowsSorted, stepsOf, tellPlans } from '#test/support/plans.ts'
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
  before(async () => {
    loader = await startTestApp()
    shop = await makeLargeShop(loader)
    await tellPlans(loader.databaseUrl)
    const unlimited = { RATE_LIMIT_PER_MINUTE: '1000000', LOGIN_LIMIT_PER_MINUTE: '1000000' }
    service = await startTestApp(unlimited, loader.databaseUrl)
  })
  after(async () => {
    await service?.close()
    await loader.close()
  })

  /** Runs the work; fails on whatever it reads or sorts too much of, unless an allowance covers it. */
  async function assertBounded(name: string, detail: string, work: () => Promise<unknown>): Promise<string[]> {
    const plans = await plansOf(work)
    return plans.flatMap(({ query, plan }) =>
      stepsOf(plan).flatMap((step) => {
        const table = step['Relation Name']
        const found = [
          ...(table !== undefined && rowsRead(step) > boundOf(query) ? [`reads ${table}`] : []),
          ...(rowsSorted(step) > boundOf(query) ? ['sorts'] : []),
        ].map((what) => `${name} ${what.replace(/_(default|p?\d+)$/, '')}`)
        return found
          .filter((excess) => !isAllowed(excess, step, detail))
          .map((excess) => {
            const rows = Math.max(rowsRead(step), rowsSorted(step))
            return `${excess} (${rows} rows, ${step['Node Type']}, ${detail}): ${query.slice(0, 300)}`
          })
      }),
    )
  }

  /** One example of each is told, not the hundreds. */
  function assertNone(faults: readonly string[]): void {
    const examples = new Map(faults.map((fault) => [fault.split(' (')[0], fault]))
    assert.ok(faults.length === 0, `\n${[...examples.values()].join('\n')}`)
  }

  /** A session of its own for each operation, since some end it. */
  async function headersFor({ scope }: Operation, merchant = shop.merchant): Promise<Record<string, string>> {
    if (scope === 'open') return {}
    if (scope === 'device') return { 'device-id': newId() }
    const staff = scope === 'staff'
    const session = { id: newId(), user_id: staff ? merchant.owner.id : shop.shopper.id, device_id: 'plans' }
    const [now, end] = [new Date(), new Date(Date.now() + 3_600_000)]
    await loader.deps.db
      .insertInto('sessions')
      .values({
        ...session,
        created_at: now,
        last_used_at: now,
        expires_at: end,
        ...(staff && { merchant_id: merchant.id, role: 'owner' }),
      })
      .execute()
    const token = service.deps.tokens.sign({
      userId: session.user_id,
      sessionId: session.id,
      device: hashDevice(session.device_id),
      ...(staff && { merchantId: merchant.id, role: 'owner' as const }),
    })
    return {
      'access-token': token,
      'device-id': session.device_id,
      ...(scope !== 'user' && { 'merchant-id': merchant.id }),
    }
  }

  function send(operation: Operation, url: string, headers: Record<string, string>): Promise<TestAnswer> {
    const { type, ...content } = contentOf(operation, shop)
    return service.request(operation.method, url, {
      headers: { ...headers, ...(type && { 'content-type': type }) },
      ...content,
    })
  }

  const operations = (wanted: (operation: Operation) => boolean) => operationsOf(service.app).filter(wanted)

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
    const faults: string[] = []
    for (const operation of operations(({ method }) => method === 'GET')) {
      const headers = await headersFor(operation)
      const get = async (query: string): Promise<TestAnswer> => {
        const url = `${pathOf(operation, shop)}?${query}`
        let answer: TestAnswer | undefined
        const found = await assertBounded(operation.name, url, async () => {
          answer = await send(operation, url, headers)
        })
        faults.push(...found)
        assert.ok(answer && answer.status < 500, url)
        return answer
      }
      for (const query of queriesOf(operation, shop)) {
        const { body } = await get(query)
        const { next_cursor: next = '' } = body.data?.pagination ?? {}
        if (next !== '') for (const more of [`cursor=${next}`, 'offset=40']) await get(`${query}&${more}`)
      }
    }
    assertNone(faults)
  })

  it('a search in a category reads what matches there', async () => {
    const faults: string[] = []
    for (const operation of operations(({ name }) => name === 'GET /marketplace/search')) {
      const headers = await headersFor(operation)
      // Every product is a lantern.
      for (const more of ['', '&sort=price&facets=merchant']) {
        const url = `${operation.path}?q=lantern&category=C7${more}`
        const read = async () => {
          const { body } = await send(operation, url, headers)
          assert.equal(body.data.pagination.total, 500, url)
        }
        faults.push(...(await assertBounded('a search in a category', url, read)))
      }
    }
    assertNone(faults)
  })

  it('for a small shop nothing of the large one is read', async () => {
    const small = await makeMerchant(loader)
    await makeProducts(loader, small, [{ name: 'Lantern red oak1' }])
    const faults: string[] = []
    for (const operation of operations(({ method }) => method === 'GET')) {
      const headers = await headersFor(operation, small)
      const queries = queriesOf(operation, shop)
        .filter((query) => operation.scope === 'staff' || query.includes(shop.merchant.id))
        .map((query) => query.replaceAll(shop.merchant.id, small.id))
      // Besides: a part of the address that a quarter of its orders has.
      if (operation.name === 'GET /admin/orders') queries.push('q=grace')
      for (const query of queries) {
        const url = `${pathOf(operation, shop)}?${query}`
        const read = async () => assert.ok((await send(operation, url, headers)).status < 500, url)
        faults.push(...(await assertBounded(`${operation.name} of a small shop`, url, read)))
      }
    }
    assertNone(faults)
  })

  it('a list of ids and the page of a product read their rows and not the table', async () => {
    const { rows } = await sql<{ id: string }>`
      select card_id as id from related_cards where merchant_id = ${shop.merchant.id} limit 100`.execute(loader.deps.db)
    const [list] = operations(({ name }) => name === 'GET /catalog/products')
    assert.ok(list && rows.length === 100)
    const headers = await headersFor(list)
    const urls = [
      `/catalog/products?ids=${rows.map(({ id }) => id).join()}`,
      ...rows.slice(0, 10).map(({ id }) => `/catalog/products/${id}?expand=group,related`),
    ]
    const faults: string[] = []
    for (const url of urls) {
      const read = async () => assert.equal((await service.request('GET', url, { headers })).status < 500, true)
      faults.push(...(await assertBounded('GET of a page', url, read)))
    }
    assertNone(faults)
  })

  it('every sweep reads what it has to do and not the table', async () => {
    const faults: string[] = []
    for (const { sweeps = [] } of background)
      for (const sweep of sweeps)
        faults.push(...(await assertBounded(sweep.name, 'sweep', () => sweep.run(service.deps))))
    assertNone(faults)
  })

  it('every write reads what it changes and not the table', async () => {
    const faults: string[] = []
    // What deletes comes last, the parts before the whole, and the account itself at the very end.
    const rank = ({ method, path }: Operation) =>
      path === '/user/profile' && method === 'DELETE' ? 2 : method === 'DELETE' ? 1 - path.length / 1000 : 0
    for (const operation of operations(({ method }) => method !== 'GET').sort((a, b) => rank(a) - rank(b))) {
      const url = pathOf(operation, shop)
      const headers = await headersFor(operation)
      const found = await assertBounded(operation.name, url, async () => {
        const answer = await send(operation, url, headers)
        assert.ok(answer.status < 500, `${operation.name} answers ${answer.status}`)
      })
      faults.push(...found)
    }
    assertNone(faults)
  })
})
