import assert from 'node:assert/strict'
import { it } from 'node:test'
import { background } from '#src/app/background.ts'
import { databasesOf } from '#src/platform/db/databases.ts'
import { buildTestApp } from '#test/support/app.ts'
import { connectTestDatabase } from '#test/support/database.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { mayTouch, ownerOf, tableReader } from '#test/support/statement-owners.ts'

/** What no statement names (`statementsAcross` holds those): keys and triggers run in the database of their table. */

/** The marketplace's tables that the products of the shops fill, until events do. */
const feeds = ['products: record_documents']

it('no foreign key and no trigger reaches a table of another owner', async (t) => {
  const { client } = await connectTestDatabase(t)
  const { rows: keys } = await client.query<{ name: string; from: string; to: string }>(`
    select conname as name, conrelid::regclass::text as from, confrelid::regclass::text as to
      from pg_constraint where contype = 'f' and conparentid = 0`)
  assert.ok(keys.length > 0)
  assert.deepEqual(
    keys.filter(({ from, to }) => ownerOf(from) !== ownerOf(to)),
    [],
  )
  const { rows: triggers } = await client.query<{ table: string; name: string }>(`
    select distinct tgrelid::regclass::text as table, proname as name
      from pg_trigger join pg_proc on pg_proc.oid = tgfoid
     where not tgisinternal and tgparentid = 0`)
  const tablesOf = await tableReader(client)
  const across: string[] = []
  for (const { table, name } of triggers) {
    const owner = ownerOf(table)
    const touched = [...(await tablesOf(`${name}()`))]
    if (touched.some((other) => owner !== undefined && !mayTouch(owner, other))) across.push(`${table}: ${name}`)
  }
  assert.deepEqual(across.sort(), feeds)
})

it('each table has an owner', async (t) => {
  const { client } = await connectTestDatabase(t)
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`)
  assert.deepEqual(
    rows.filter(({ name }) => ownerOf(name) === undefined),
    [],
  )
})

it('each sweep runs on the database of its owner', async (t) => {
  const service = await buildTestApp(t)
  await makeMerchant(service)
  // What they send is looked at when the run ends.
  for (const { sweeps = [] } of background) {
    for (const { of, run } of sweeps) {
      for (const db of databasesOf(service.deps, of)) await run({ ...service.deps, db })
    }
  }
})
