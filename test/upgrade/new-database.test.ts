import assert from 'node:assert/strict'
import { copyFile } from 'node:fs/promises'
import { it, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { migrate } from '#src/platform/db/migrations/migrate.ts'
import { migrationsFolder } from '#src/platform/db/migrations/migration-files.ts'
import { temporaryFolder } from '#test/support/process.ts'
import { createEmptyDatabase, runOn } from './release.ts'

const ofSchema = "relnamespace = 'public'::regnamespace"

/** All that a database consists of, as one text each; but ids and numbers of the server. */
const parts = {
  relations: `
    select relname, relkind, relpersistence, reloptions, relacl, relreplident, relispartition, relrowsecurity,
           pg_get_expr(relpartbound, oid) as bound, pg_get_partkeydef(oid) as partitioned,
           obj_description(oid, 'pg_class') as comment
      from pg_class where ${ofSchema} and relkind <> 'i'`,
  columns: `
    select relname, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attstattarget,
           attstorage, attcompression, attcollation::regcollation::text, attacl, attoptions,
           pg_get_expr(adbin, adrelid) as expression
      from pg_attribute join pg_class on pg_class.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
     where ${ofSchema} and relkind <> 'i' and attnum > 0 and not attisdropped`,
  order: `
    select relname, array_agg(attname order by attnum) from pg_attribute join pg_class on pg_class.oid = attrelid
     where ${ofSchema} and attnum > 0 and not attisdropped group by 1`,
  constraints: `
    select conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated, condeferrable, conislocal
      from pg_constraint where connamespace = 'public'::regnamespace`,
  indexes: `
    select pg_get_indexdef(indexrelid), indisvalid, indisready, indisunique, indisclustered, indisreplident,
           inhparent::regclass::text
      from pg_index join pg_class on pg_class.oid = indexrelid left join pg_inherits on inhrelid = indexrelid
     where ${ofSchema}`,
  functions: `
    select oid::regprocedure::text, pg_get_functiondef(oid), proacl from pg_proc
     where pronamespace = 'public'::regnamespace and prokind <> 'a'
       and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
  triggers: `
    select tgrelid::regclass::text, pg_get_triggerdef(pg_trigger.oid), tgenabled from pg_trigger
      join pg_class on pg_class.oid = tgrelid where ${ofSchema}
       and not tgisinternal`,
  views: `select viewname, definition from pg_views where schemaname = 'public'`,
  sequences: `select sequencename, data_type, start_value, increment_by, last_value from pg_sequences`,
  statistics: `select pg_get_statisticsobjdef(oid), stxstattarget from pg_statistic_ext`,
  types: `select typname, typtype, typacl from pg_type where typnamespace = 'public'::regnamespace and typtype <> 'b'`,
  search: `
    select cfgname, maptokentype, mapseqno, mapdict::regdictionary::text
      from pg_ts_config join pg_ts_config_map on mapcfg = pg_ts_config.oid where cfgnamespace = 'public'::regnamespace`,
  dictionaries: `select dictname, dictinitoption from pg_ts_dict where dictnamespace = 'public'::regnamespace`,
  extensions: `select extname, extversion from pg_extension`,
  defaults: `select defaclobjtype, defaclacl from pg_default_acl`,
  settings: `select setconfig from pg_db_role_setting join pg_database on setdatabase = pg_database.oid
              where datname = current_database()`,
}

/** Of which there are none yet. */
const none = new Set(['statistics', 'defaults', 'settings'])

it('a new database, made in one transaction, is as one that got its migrations one by one', async (t) => {
  const [atOnce, byOne] = [await newDatabase(t), await newDatabase(t)]
  const names = await migrate(atOnce)
  const folder = await temporaryFolder(t)
  await copyFile(new URL('0001_baseline.sql', migrationsFolder), `${folder}/0001_baseline.sql`)
  const first = await migrate(byOne, { folder: pathToFileURL(`${folder}/`) })
  assert.deepEqual([...first, ...(await migrate(byOne))], names)
  assert.deepEqual(await transactions(atOnce), 1)
  assert.ok(((await transactions(byOne)) ?? 0) > 60)

  for (const [name, query] of Object.entries(parts)) {
    const rows = (url: string) =>
      runOn(url, `select part::text as text from (${query}) part order by 1`).then((all) => all.map(({ text }) => text))
    const expected = await rows(byOne)
    assert.deepEqual(await rows(atOnce), expected, name)
    if (!none.has(name)) assert.ok(expected.length > 0, name)
  }
  const expected = await rowsOf(byOne)
  assert.deepEqual(await rowsOf(atOnce), expected)
  assert.ok(Object.keys(expected).length > 80)
  assert.equal(expected['schema_migrations']?.length, names.length)
})

const newDatabase = (t: TestContext) => createEmptyDatabase((work) => t.after(() => work()))

/** Those that recorded a migration. */
async function transactions(url: string): Promise<number | undefined> {
  const [row] = await runOn<{ count: number }>(url, 'select count(distinct xmin::text)::int from schema_migrations')
  return row?.count
}

/** Without the times at which they were written. */
async function rowsOf(url: string): Promise<Record<string, unknown[]>> {
  const tables = await runOn(url, `select relname as name from pg_class where ${ofSchema} and relkind in ('r', 'p')`)
  const all: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    const rows = await runOn(url, `select to_jsonb(one) as row from ${name} one order by one::text`)
    all[name] = rows
      .map(({ row }) => JSON.stringify(row, (_, value) => (/^20\d\d-.*T/.test(value) ? 'a time' : value)))
      .sort()
  }
  return all
}
