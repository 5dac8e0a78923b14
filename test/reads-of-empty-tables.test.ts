import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#test/support/app.ts'
import { makeLargeShop } from '#test/support/large-shop.ts'
import { isAllowed } from '#test/support/plan-allowances.ts'
import { assertNone, startWatchedApp, watchPlans } from '#test/support/plan-watch.ts'
import { tellPlans } from '#test/support/plans.ts'

const lists = ['inventory', 'orders', 'returns', 'gift-cards', 'webhooks/{webhook_id}/deliveries']
const isRead = (name: string) => lists.some((list) => name === `GET /admin/${list}`)

/** Of a shop that has just begun, for whose rows each statement is planned. */
const tiny = { products: 100, orders: 100, users: 40, soldProducts: 10, many: 30, events: 1_000 }
/** What reads each row for each row of a page reads far more than the bound. */
const grown = { products: 2_000, orders: 1_500, users: 800, soldProducts: 300, many: 400, events: 2_000 }

/**
 * PostgreSQL takes the tables for empty, and the connections have planned each statement for that: the moment after an
 * import. The same rows are read as with statistics (plans.test.ts).
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
    await watchPlans(service, young, () => true).readEverything(isRead)
    await emptyTables(kept)
    watch = watchPlans(service, await makeLargeShop(loader, grown, { analyzes: false }), isAllowed)
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

  it('a list reads a page and not the table', async () => assertNone(await watch.readEverything(isRead)))
})
