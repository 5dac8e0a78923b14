import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#test/support/app.ts'
import { makeLargeShop } from '#test/support/large-shop.ts'
import { grown } from '#test/support/large-shop-people.ts'
import { assertNone, startWatchedApp, watchPlans } from '#test/support/plan-watch.ts'
import { tellPlans, withoutAutovacuum } from '#test/support/plans.ts'
import { readsOnce } from '#test/support/reads-once.ts'

/** Of a shop that has just begun, for whose rows each statement is planned. */
const tiny = { products: 100, orders: 100, users: 40, soldProducts: 10, many: 30, events: 1_000 }

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
    await withoutAutovacuum(loader.databaseUrl)
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
    watch = watchPlans(service, shop, await readsOnce(loader.deps.db))
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

  it('every read reads a page, or each row of the shop once', async () => assertNone(await watch.readEverything()))

  it('every sweep reads each row once at most', async () => assertNone(await watch.runSweeps()))
})
