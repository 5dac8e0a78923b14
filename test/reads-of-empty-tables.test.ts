import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#test/support/app.ts'
import { makeLargeShop } from '#test/support/large-shop.ts'
import { isAllowed } from '#test/support/plan-allowances.ts'
import { assertNone, startWatchedApp, watchPlans } from '#test/support/plan-watch.ts'
import { rowsRead, rowsSorted, tellPlans } from '#test/support/plans.ts'

/** Of a shop that has just begun, for whose rows each statement is planned. */
const tiny = { products: 100, orders: 100, users: 40, soldProducts: 10, many: 30, events: 1_000 }
/** A statement that reads each row for each row of a page reads far more than the bound. */
const grown = { products: 2_000, orders: 1_500, users: 800, soldProducts: 300, many: 400, events: 2_000 }

/** By plans of empty tables these read each row of a table, but once at most; every other read reads a page. */
const once: Record<string, string> = {
  'GET /feeds/{key}/sitemap.xml': 'its pages are counted',
  'GET /feeds/{key}/sitemap-{part}.xml': 'variants behind the first of their group are left out',
  'GET /catalog/products': 'cards of all shops with a brand',
  'GET /catalog/suggest': 'words like the typed one',
  'GET /marketplace/search': 'words like the typed one',
  'GET /admin/users': 'a text in the addresses of orders',
  'GET /admin/users/export': 'a text in the addresses of orders',
  'GET /admin/orders/export': 'a text in the addresses of orders',
  'GET /admin/dashboard': 'orders of a part of a day',
  'GET /admin/counts': 'orders whose payment failed',
  'GET /admin/products': 'cards of a group with a tag',
  'GET /admin/products/export': 'stock of what has the words',
}
/** The dictionary is read for each word that nobody knows. */
const mostWords = 8

/**
 * PostgreSQL takes the tables for empty, and the connections have planned each statement for that: the moment after an
 * import. Every read of the contract is asked for, with its filters and sorts.
 */
describe('plans of a shop that was just filled', () => {
  let loader: Awaited<ReturnType<typeof startTestApp>>
  let service: Awaited<ReturnType<typeof startTestApp>>
  let watch: ReturnType<typeof watchPlans>

  before(async () => {
    loader = await startTestApp()
    const { db } = loader.deps
    await sql`analyze`.execute(db)
    // Nobody mends what PostgreSQL knows.
    await sql`create or replace function analyze_grown_tables() returns void language sql return null`.execute(db)
    const kept = await tablesWithRows()
    await tellPlans(loader.databaseUrl)
    service = await startWatchedApp(loader.databaseUrl)
    // Its connections stay, with their plans.
    service.deps.pool.options.idleTimeoutMillis = 0
    const young = await makeLargeShop(loader, tiny, { analyzes: false })
    await watchPlans(service, young, () => true).readEverything()
    await emptyTables(kept)
    const shop = await makeLargeShop(loader, grown, { analyzes: false })
    const rows = await rowsOfTables()
    const isOnce = (excess: string, read: number) => {
      const [name = '', table = ''] = excess.replace(/ sorts$/, '').split(' reads ')
      return name in once && read <= (rows.get(table) ?? grown.products) * (table === 'search_words' ? mostWords : 1)
    }
    watch = watchPlans(
      service,
      shop,
      (excess, step, request) =>
        isAllowed(excess, step, request) || isOnce(excess, Math.max(rowsRead(step), rowsSorted(step))),
    )
  })
  after(async () => {
    await service?.close()
    await loader.close()
  })

  /** Those that a migration fills. */
  async function tablesWithRows(): Promise<Set<string>> {
    const names = await tableNames()
    const { rows } = await sql<{ name: string }>`${sql.join(
      names.map((name) => sql`(select ${name} as name from ${sql.table(name)} limit 1)`),
      sql` union all `,
    )}`.execute(loader.deps.db)
    return new Set(rows.map(({ name }) => name))
  }

  async function rowsOfTables(): Promise<Map<string, number>> {
    const { rows } = await sql<{ name: string; rows: number }>`${sql.join(
      (await tableNames()).map((name) => sql`select ${name} as name, count(*)::int as rows from ${sql.table(name)}`),
      sql` union all `,
    )}`.execute(loader.deps.db)
    return new Map(rows.map((table) => [table.name, table.rows]))
  }

  async function tableNames(): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       order by 1`.execute(loader.deps.db)
    return rows.map(({ name }) => name)
  }

  /** By rows: to empty a table at once would make its plans anew. */
  async function emptyTables(kept: ReadonlySet<string>): Promise<void> {
    const names = (await tableNames()).filter((name) => !kept.has(name))
    await loader.deps.db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction)
      for (const name of names) await sql`delete from ${sql.table(name)}`.execute(transaction)
    })
  }

  it('every read reads a page, or each row of the shop once', async () => assertNone(await watch.readEverything()))

  it('every sweep reads each row once at most', async () => assertNone(await watch.runSweeps()))
})
