import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { background } from '#src/app/background.ts'
import { widestCount } from '#src/modules/catalog/listing/count-queries.ts'
import { hashDevice } from '#src/modules/identity/tokens.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { startTestApp, type TestAnswer } from '#test/support/app.ts'
import { contentOf, pathOf, queriesOf } from '#test/support/every-request.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { type LargeShop, makeLargeShop } from '#test/support/large-shop.ts'
import { size } from '#test/support/large-shop-people.ts'
import { type Operation, operationsOf } from '#test/support/operations.ts'
import { type PlanNode, plansOf, rowsRead, rowsSorted, stepsOf, tellPlans } from '#test/support/plans.ts'
import { makeProducts } from '#test/support/products.ts'

/**
 * What a statement may look at or sort in one step. A page has at most 100 items; whatever reads more grows with
 * something.
 */
const bound = 1_000

/** Tables that do not grow with the shop. */
const small: Record<string, string> = {
  schema_migrations: 'a row for each migration',
  figure_hours: 'a row for each hour of a merchant in which something happened',
  figure_days: 'a row for each day of a merchant in which something happened',
  figure_totals: 'a row for each merchant',
  sales_hours: 'a row for each hour of a merchant in which something taxed, shipped or refunded was paid',
  sales_days: 'a row for each such day of a merchant',
  sales_changes: 'folded every second',
  low_stock_counts: 'at most twelve rows for each merchant',
  figure_changes: 'folded every second',
  delivery_count_changes: 'folded every second',
  delivery_counts: 'a row for each hour and day of a subscription in which something happened',
  event_segments: 'a row for every 500 events of a merchant',
  event_log_heads: 'a row for each merchant',
  event_numbering: 'one row',
  event_stretches: 'of the release before positions',
  event_log_mark: 'of the release before positions',
  sweep_leases: 'one row a sweep',
  applied_jobs: 'kept a week, and reached by its key',
  product_count_changes: 'folded every second',
  search_word_changes: 'folded every second',
  search_dictionary: 'one row',
  order_counts: 'a row for each day of a merchant, and status, payment and fulfilment, of which there are orders',
  order_count_changes: 'folded every second',
  audit_counts: 'a row for each hour of a merchant in which a staff member did something of a kind',
  audit_count_changes: 'folded every second',
  event_erasures: 'a row for each erased user whose events have deliveries to be made',
  merchant_settings: 'a row for each merchant',
  failing_receivers: 'a row for each subscription that fails at the moment',
  payment_look_ups: 'a row for each payment that failed without an outcome, for a day',
  postponed_expiries: 'a row for each order whose expiry fails at the moment',
}

/** What reads or sorts more than the bound, and why it may. No allowance covers a sequential scan unless it says so. */
interface Allowance {
  why: string
  /** Rows that one step may read, over all its loops, or sort. */
  rows: number
  /** Only requests whose address matches; all if it is not given. */
  request?: RegExp
  sequentialScan?: true
}

/** The shop has four fifths of all products. */
const shopProducts = size.products * 0.8
const text = /[?&]q=/
const priceBound = /[?&]m(in|ax)_price=/
const oneUser = { rows: size.orders / 4 + 10, why: 'the orders of one user, a quarter of all, are counted' }
const eachOrder = { rows: size.orders + 10, why: 'orders with such a total, or such a text, are counted' }
const eachMatch = { why: 'every product matches the common word; each is looked at once', request: text }
const stockBound = { why: 'stock below a bound above that of the low_stock counts', request: /[?&]low_stock=50/ }
const everySecret = { why: 'once an hour, by one process, all that is sealed is looked at for older keys' }
const eachUser = { why: 'every user matches the text; each is looked at once', rows: size.users + 10, request: text }

const allowances: Record<string, Allowance[]> = {
  'GET /catalog/products reads products': [
    {
      why: 'a price bound cuts a count at each end, whose rest is counted',
      rows: 2 * widestCount,
      request: priceBound,
    },
  ],
  'GET /marketplace/search reads products': [
    { why: 'the same price bounds', rows: 2 * widestCount, request: priceBound },
    {
      why: 'a count for each category or merchant is cut by the price bound: each product at most once',
      rows: size.products,
      request: /(?=.*m(in|ax)_price=)(?=.*facets=)/,
    },
  ],
  'GET /marketplace/search reads product_documents': [{ ...eachMatch, rows: size.products }],
  'GET /marketplace/search sorts': [{ ...eachMatch, rows: size.products }],
  'GET /admin/products reads product_documents': [{ ...eachMatch, rows: shopProducts }],
  'GET /admin/products reads products': [{ ...eachMatch, rows: shopProducts }],
  'GET /admin/inventory reads product_documents': [{ ...eachMatch, rows: shopProducts }],
  'GET /admin/inventory reads products': [
    { ...eachMatch, rows: shopProducts },
    { ...stockBound, rows: shopProducts },
  ],
  'GET /admin/inventory reads stock': [
    { ...eachMatch, rows: shopProducts },
    { ...stockBound, rows: shopProducts },
  ],
  'GET /admin/inventory sorts': [
    { ...eachMatch, rows: shopProducts },
    { ...stockBound, rows: shopProducts },
  ],
  'GET /admin/users reads users': [eachUser],
  'GET /admin/users reads customers': [eachUser],
  'GET /admin/users reads customer_sales': [eachUser],
  'GET /admin/users sorts': [eachUser],
  'GET /admin/dashboard reads product_sales': [
    // The week of orders lies in two blocks of days or, at some hours, in three.
    { why: 'where all products sell alike, the best takes the sum of each, by block', rows: 3 * size.soldProducts },
  ],
  'GET /admin/dashboard sorts': [{ why: 'the same sums', rows: size.soldProducts }],
  'GET /admin/orders reads orders': [
    { ...oneUser, request: /[?&]user_id=/ },
    { ...eachOrder, request: /[?&]m(in|ax)_total=/ },
    { ...eachOrder, request: text },
  ],
  'GET /admin/orders reads customers': [eachUser],
  'GET /admin/orders sorts': [
    { ...oneUser, request: /[?&]user_id=.*sort=total/ },
    { ...eachOrder, request: text },
  ],
  'GET /admin/orders/export reads orders': [{ ...oneUser, request: /[?&]user_id=/ }],
  'GET /user/orders reads orders': [oneUser],
  'GET /admin/events reads events': [
    {
      // By the hours of the day one, two or three.
      why: "the segments that are cut, that fill the page, and today's, begun early, are read whole",
      rows: 3 * 500,
      request: /[?&]event=/,
    },
  ],
  'DELETE /admin/webhooks/{webhook_id} reads delivery_queue': [
    { why: 'it ends all that waits, and all of the queue is its own', rows: size.many, sequentialScan: true },
  ],
  'keys.reseal reads webhook_subscriptions': [{ ...everySecret, rows: size.many + 10 }],
  'keys.reseal reads two_factors': [{ ...everySecret, rows: size.users + 10 }],
  'keys.reseal reads idempotency_keys': [{ ...everySecret, rows: size.many + 10, sequentialScan: true }],
}

function isAllowed(excess: string, step: PlanNode, request: string): boolean {
  const rows = Math.max(rowsRead(step), rowsSorted(step))
  return (allowances[excess] ?? []).some(
    (allowance) =>
      rows <= allowance.rows &&
      (allowance.request?.test(request) ?? true) &&
      (step['Node Type'] !== 'Seq Scan' || allowance.sequentialScan === true),
  )
}

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
          ...(table !== undefined && rowsRead(step) > bound ? [`reads ${table}`] : []),
          ...(rowsSorted(step) > bound ? ['sorts'] : []),
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
    const tooFew = rows.filter((table) => table.rows <= bound && !(table.name in small))
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

  it('a search in a shop or a category reads what matches there, not what does elsewhere', async () => {
    const { merchant_id: shopOfFew } = await loader.deps.db
      .selectFrom('products')
      .select('merchant_id')
      .where('merchant_id', '<>', shop.merchant.id)
      .executeTakeFirstOrThrow()
    const [search] = operations(({ name }) => name === 'GET /marketplace/search')
    assert.ok(search)
    const headers = await headersFor(search)
    const faults: string[] = []
    // Every product is a lantern.
    for (const filter of [`merchant_id=${shopOfFew}`, 'category=C7', 'category=C7&sort=price&facets=merchant']) {
      const url = `/marketplace/search?q=lantern&${filter}`
      const read = async () => {
        const { body } = await service.request('GET', url, { headers })
        assert.notEqual(body.data.pagination.total, 0, url)
      }
      faults.push(...(await assertBounded('a narrow search', url, read)))
    }
    assertNone(faults)
  })

  it('staff of a small shop cause nothing of the large one to be read', async () => {
    const small = await makeMerchant(loader)
    await makeProducts(loader, small, [{ name: 'Lantern red oak1' }])
    const faults: string[] = []
    for (const operation of operations(({ method, scope }) => method === 'GET' && scope === 'staff')) {
      const headers = await headersFor(operation, small)
      // Besides: a part of the address that a quarter of its orders has.
      const texts = operation.path === '/admin/orders' ? ['q=grace'] : []
      for (const query of [...queriesOf(operation, shop), ...texts]) {
        const url = `${pathOf(operation, shop)}?${query}`
        const read = async () => assert.ok((await send(operation, url, headers)).status < 500, url)
        faults.push(...(await assertBounded(`${operation.name} of a small shop`, url, read)))
      }
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
