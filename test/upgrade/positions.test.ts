import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { listEvents } from '#src/modules/webhooks/event-log/list-events.ts'
import { migrate } from '#src/platform/db/migrate.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { eventPublicId, newId } from '#src/platform/lib/ids.ts'
import { totalOf } from '#src/platform/lib/totals.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { startTestApp } from '#test/support/app.ts'
import { createEmptyDatabase, runOn } from './release.ts'

/** The migrations of the release before events had positions, in a folder of their own. */
async function migrationsBefore(folder: string): Promise<URL> {
  await cp(fileURLToPath(new URL('../../migrations', import.meta.url)), folder, { recursive: true })
  for (const name of await readdir(folder)) if (/^\d/.test(name) && name >= '0015') await rm(join(folder, name))
  // The other functions and triggers may be of later releases, and nothing here needs them.
  const repeatable = join(folder, 'repeatable')
  for (const name of await readdir(repeatable)) if (name !== '50_events.sql') await rm(join(repeatable, name))
  const functions = join(folder, 'repeatable/50_events.sql')
  const text = await readFile(functions, 'utf8')
  const [ids = ''] = text.split('-- Transactions from which on')
  const [, partitions = ''] = text.split(/^(?=select create_day_partitions)/m)
  await writeFile(functions, ids + partitions)
  return pathToFileURL(`${folder}/`)
}

it('events from before positions come first, in the order of transactions, of another cluster, too', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'commerce-migrations-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const databaseUrl = await createEmptyDatabase((work) => t.after(() => work()))
  await migrate(databaseUrl, { folder: await migrationsBefore(folder) })
  const merchantId = newId()
  await runOn(databaseUrl, `insert into merchants (id, name, currency, created_at) values ($1, 'Shop', 'GBP', now())`, [
    merchantId,
  ])
  // Restored from a dump: the transaction ids of these are far above those that this cluster gives now.
  const old = Array.from({ length: 2_100 }, (_, n) => ({
    id: newId(),
    transaction: 10_000_000 + ((n * 7_919) % 2_100),
  }))
  await runOn(
    databaseUrl,
    `insert into events (id, merchant_id, name, body, transaction_id, created_at)
     select id, $1, 'order.created', '{}', transaction::text::xid8, now()
       from unnest($2::uuid[], $3::bigint[]) as old (id, transaction)`,
    [merchantId, old.map(({ id }) => id), old.map(({ transaction }) => transaction)],
  )
  await migrate(databaseUrl)

  const service = await startTestApp({}, databaseUrl)
  t.after(() => service.close())
  const { db } = service.deps
  const written = { merchantId, name: 'order.created' as const, data: {} }
  for (let n = 0; n < 3; n++) await inTransaction(db, (transaction) => emit(transaction, [written]))
  const inOrder = old.toSorted((a, b) => a.transaction - b.transaction).map(({ id }) => id)
  // A follower that stopped in the middle goes on while the events are brought over.
  const followed = inOrder.slice(0, 1_500)
  const total = async () => totalOf(0)
  const page = { limit: 100, offset: 0, after: undefined, total }
  const list = (after?: string) =>
    listEvents({ db, mails: true }, merchantId, { event: undefined, since: undefined, after, direction: 'asc' }, page)
  for (let round = 0; round < 20; round++) {
    const { items } = await list(eventPublicId(followed.at(-1) ?? ''))
    followed.push(...items.map(({ id }) => id))
  }
  assert.deepEqual(followed.slice(0, 2_100), inOrder)
  assert.equal(new Set(followed).size, 2_103)
  assert.equal(followed.length, 2_103)
  assert.equal((await list()).total, 2_103)
  assert.equal((await list(eventPublicId(inOrder[1_499] ?? ''))).total, 603)
})
