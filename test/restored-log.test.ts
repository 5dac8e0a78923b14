import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import pg from 'pg'
import { numberLog } from '#src/modules/webhooks/event-log/numbering.ts'
import { migrate } from '#src/platform/db/migrations/migrate.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import type { EmbeddedPostgres } from '#src/platform/embedded-postgres/index.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { createTestDatabase } from './support/database.ts'
import { endingInReverse } from './support/ending.ts'
import { makeMerchant, type TestMerchant } from './support/factories.ts'
import { connectionTo, startLogicalServer } from './support/logical-server.ts'
import { until } from './support/until.ts'
import { type AtEnd, runOn } from './upgrade/release.ts'

const logTables = ['events', 'event_log_heads', 'event_numbering', 'sessions'] as const

/** A new cluster: its transaction counter begins far below that of the one that `raiseCounter` was called on. */
async function startCluster(atEnd: AtEnd): Promise<EmbeddedPostgres> {
  const server = await startLogicalServer(atEnd)
  await migrate(server.url)
  return server
}

const raiseCounter = (url: string) =>
  runOn(url, 'do $$ begin for n in 1..20000 loop perform pg_current_xact_id(); commit; end loop; end $$')

async function counterOf(url: string): Promise<number> {
  const [row] = await runOn<{ next: string }>(url, 'select pg_snapshot_xmax(pg_current_snapshot())::text as next')
  return Number(row?.next)
}

/**
 * What `pg_dump` and `pg_restore` do, of which npm has none for this version: every table by COPY from one snapshot,
 * into tables without triggers and foreign keys.
 */
async function dumpAndRestore(from: string, to: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'commerce-dump-'))
  await chmod(folder, 0o777)
  const [source, target] = [from, to].map((connectionString) => new pg.Client({ connectionString }))
  if (source === undefined || target === undefined) throw new Error('two addresses make two clients')
  await Promise.all([source.connect(), target.connect()])
  try {
    await source.query('begin isolation level repeatable read')
    await target.query('set session_replication_role = replica')
    const { rows: tables } = await source.query<{ name: string; columns: string }>(`
      select relname as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
        from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
         and attgenerated = ''
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition group by 1`)
    await target.query(`truncate ${tables.map(({ name }) => name).join(', ')} cascade`)
    for (const { name, columns } of tables) {
      const file = source.escapeLiteral(join(folder, name))
      await source.query(`copy (select ${columns} from ${name}) to ${file}`)
      await target.query(`copy ${name} (${columns}) from ${file}`)
    }
  } finally {
    await Promise.all([source.end(), target.end()])
    await rm(folder, { recursive: true, force: true })
  }
}

/** The log of one merchant as a client of a service sees it. */
function logOf(service: TestApp, { id, owner }: TestMerchant) {
  const ask = (parameters = '') => service.request('GET', `/admin/events?${parameters}`, { headers: owner.headers })
  const read = async (parameters = '') => {
    const { status, body } = await ask(parameters)
    assert.equal(status, 200, JSON.stringify(body))
    const { items, pagination } = body.data as { items: { id: string }[]; pagination: Record<string, unknown> }
    return { ids: items.map((item) => item.id), total: pagination['total'], cursor: pagination['next_cursor'] }
  }
  const events = (events: number) =>
    Array.from({ length: events }, () => ({
      merchantId: id,
      userId: newId(),
      name: 'order.created' as const,
      data: {},
    }))
  return {
    ask,
    read,
    happen: (count: number) => inTransaction(service.deps.db, (transaction) => emit(transaction, events(count))),
    /** All pages after an event, by cursor. */
    async readAll(after?: string): Promise<string[]> {
      const filter = after === undefined ? 'limit=100' : `limit=100&after=${after}`
      const ids: string[] = []
      for (let cursor: unknown; cursor !== ''; ) {
        const page = await read(cursor === undefined ? filter : `${filter}&cursor=${cursor}`)
        ids.push(...page.ids)
        cursor = page.cursor
      }
      return ids
    },
    async assertCounted(expected: number): Promise<void> {
      assert.equal((await read('limit=1')).total, expected)
      assert.equal((await read('limit=1&event=order.created')).total, expected - 1, 'all but the registration')
    },
  }
}

it('the event log survives a restore, and a logical replication, into a cluster whose counter is lower', async (t) => {
  const atEnd = endingInReverse(t)
  const first = await startTestApp()
  atEnd(() => first.close())
  await raiseCounter(first.databaseUrl)
  const merchant = await makeMerchant(first)
  const original = logOf(first, merchant)
  for (let n = 0; n < 7; n++) await original.happen(100)
  await numberLog.run(first.deps)
  const numbered = await original.readAll()
  const seen = numbered.slice(0, 450)
  assert.equal(seen.length, 450)
  await original.happen(50)

  const cluster = await startCluster(atEnd)
  await dumpAndRestore(first.databaseUrl, cluster.url)
  // What the restored cluster lacks: positions of the last 50, and later events.
  const page = `limit=10&after=${numbered.at(-1)}`
  const kept = await original.read('limit=10')
  const renumbered = await original.read(page)
  await original.happen(5)
  const [before] = (await original.readAll(renumbered.ids.at(-1))).slice(-6)
  const lost = await original.read(`limit=2&after=${before}`)

  assert.ok((await counterOf(cluster.url)) < (await counterOf(first.databaseUrl)))
  const second = await startTestApp({}, cluster.url)
  atEnd(() => second.close())
  const restored = logOf(second, merchant)
  assert.deepEqual((await restored.read(`limit=10&cursor=${kept.cursor}`)).ids, seen.slice(10, 20))
  for (const [parameters, code] of [
    [`${page}&cursor=${renumbered.cursor}`, 'INVALID_CURSOR'],
    [`limit=2&after=${before}&cursor=${lost.cursor}`, 'INVALID_CURSOR'],
    [`limit=2&after=${lost.ids[0]}`, 'VALIDATION_ERROR'],
  ]) {
    const { status, body } = await restored.ask(parameters)
    assert.deepEqual([status, body.error?.code], [400, code], parameters)
  }
  await restored.happen(30)
  const continued = [...seen, ...(await restored.readAll(seen.at(-1)))]
  await restored.assertCounted(781)
  await restored.happen(20)
  await numberLog.run(second.deps)
  await restored.happen(10)
  continued.push(...(await restored.readAll(continued.at(-1))))
  assert.equal(new Set(continued).size, 811, 'nothing missed, nothing repeated')
  assert.equal(continued.length, 811)
  assert.deepEqual(await restored.readAll(), continued)
  await restored.assertCounted(811)

  const database = await createTestDatabase()
  atEnd(() => database.drop())
  await replicateLog(atEnd, cluster.url, database.url)
  await restored.happen(5)
  await restored.read()
  await restored.happen(5)
  await until(async () => (await countEvents(database.url)) === (await countEvents(cluster.url)), 'the replication')
  const copied = `select from pg_subscription_rel where srsubstate <> 'r'`
  await until(async () => (await runOn(database.url, copied)).length === 0, 'the other tables')
  await runOn(database.url, 'alter subscription log disable')
  const third = await startTestApp({}, database.url)
  atEnd(() => third.close())
  const replicated = logOf(third, merchant)
  await replicated.happen(5)
  continued.push(...(await replicated.readAll(continued.at(-1))))
  assert.equal(new Set(continued).size, 826)
  assert.deepEqual(await replicated.readAll(), continued)
  await replicated.assertCounted(826)
})

async function countEvents(url: string): Promise<number> {
  const [row] = await runOn<{ events: number }>(url, 'select count(*)::int as events from events')
  return row?.events ?? 0
}

/** The tables of the log, from one cluster to the other. */
async function replicateLog(atEnd: AtEnd, from: string, to: string): Promise<void> {
  await runOn(from, `create publication log for table ${logTables.join(', ')} with (publish_via_partition_root = true)`)
  await runOn(to, `truncate ${logTables.join(', ')} cascade`)
  await runOn(to, `create subscription log connection '${connectionTo(from).replaceAll("'", "''")}' publication log`)
  atEnd(async () => {
    await runOn(to, 'alter subscription log disable')
    await runOn(to, 'alter subscription log set (slot_name = none)')
    await runOn(to, 'drop subscription log')
  })
}
