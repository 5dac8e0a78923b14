import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { migrate, missingMigrations } from '#src/platform/db/migrations/migrate.ts'
import { type MigrationFile, readMigrations } from '#src/platform/db/migrations/migration-files.ts'
import { createPool } from '#src/platform/db/pool/pool.ts'
import { release } from '#src/platform/lib/release.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { until } from '#test/support/until.ts'
import { createEmptyDatabase, runOn } from './release.ts'

type Files = Record<string, string>

const first = { '0001_first.sql': 'create table first (id integer); insert into first values (1)' }
const second = { '0002_second.sql': 'create table second (id integer)' }
const answer = (value: number) => ({
  'functions.txt': '# in order\nanswer.sql\n',
  'answer.sql': `create or replace function answer() returns integer language sql return ${value}`,
})

/** A folder of migrations and an empty database; `run` migrates the one by the other, or by other files. */
async function setUp(t: TestContext) {
  const databaseUrl = await createEmptyDatabase((work) => t.after(() => work()))
  const log: string[] = []
  return {
    databaseUrl,
    log,
    query: (statement: string) => runOn(databaseUrl, statement),
    run: async (files: Files) => {
      const folder = await mkdtemp(join(tmpdir(), 'commerce-migrations-'))
      t.after(() => rm(folder, { recursive: true, force: true }))
      for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
      return migrate(databaseUrl, { folder: pathToFileURL(`${folder}/`), log: (line) => log.push(line) })
    },
  }
}

const killMigration = `
  select pg_terminate_backend(pid) from pg_stat_activity
   where datname = current_database() and application_name = 'commerce-migrations'`

/** Another client, in a transaction in which it has run the statement. */
async function openTransaction(t: TestContext, databaseUrl: string, statement: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => {}) // the database is dropped under it
  t.after(() => client.end())
  await client.connect()
  await client.query(`begin; ${statement}`)
  return client
}

describe('migrations', () => {
  it('are applied once each, in order, the repeatable ones last', async (t) => {
    const { run } = await setUp(t)
    const files = { ...answer(1), ...second, ...first }
    assert.deepEqual(await run(files), ['0001_first.sql', '0002_second.sql', 'answer.sql'])
    assert.deepEqual(await run(files), [])
  })

  it('with an applied file that changed are refused, and it is named', async (t) => {
    const { run, query } = await setUp(t)
    await run(first)
    const changed = { '0001_first.sql': `${first['0001_first.sql']};` }
    await assert.rejects(run({ ...changed, ...second }), /migrations\/0001_first\.sql has changed since.*new file/)
    assert.deepEqual(await query("select to_regclass('second') as second"), [{ second: null }])
  })

  it('without a file that was applied are refused, and it is named', async (t) => {
    const { run } = await setUp(t)
    await run({ ...first, ...second })
    await assert.rejects(run({ ...first, '0002_other.sql': 'select' }), /migrations\/0002_second\.sql was applied/)
  })

  it('with a number that is taken or skipped are refused, and the file is named', async (t) => {
    const { run } = await setUp(t)
    await assert.rejects(run({ ...first, '0001_twin.sql': 'select' }), /0001_twin\.sql: expected .* number 0002/)
    await assert.rejects(run({ ...first, '0003_third.sql': 'select' }), /0003_third\.sql: expected .* number 0002/)
  })

  it('of a later release are left alone by an earlier one, which says so', async (t) => {
    const { run, log } = await setUp(t)
    await run({ ...first, ...second, ...answer(1) })
    assert.deepEqual(await run({ ...first, ...answer(1) }), [])
    assert.match(log.join(), /a later release has migrated this database; left as they are: 0002_second\.sql/)
  })

  it('that are repeatable are applied again when their text changes, not by an older release', async (t) => {
    const { run, query, log } = await setUp(t)
    await run(answer(1))
    assert.deepEqual(await run(answer(2)), ['answer.sql'])
    assert.deepEqual(await query('select answer()'), [{ answer: 2 }])
    assert.deepEqual(await run(answer(1)), [])
    assert.deepEqual(await query('select answer()'), [{ answer: 2 }])
    assert.match(log.join(), /left as they are: answer\.sql/)
    assert.deepEqual(await run(answer(2)), [])
  })

  it('of which one says which release can work with it at least are refused by an older release', async (t) => {
    const { run, query } = await setUp(t)
    const [past, future] = [
      '-- oldest release: 0.1.0\nselect',
      '-- no transaction\n-- oldest release: 99.0.0\nselect 1;\n',
    ]
    await run({ ...first, '0002_past.sql': past })
    assert.deepEqual(await run({ ...first, '0002_past.sql': past, '0003_future.sql': future }), ['0003_future.sql'])
    const oldest = await query('select oldest_release from schema_migrations order by name')
    assert.deepEqual(
      oldest.map((row) => row['oldest_release']),
      [null, '0.1.0', '99.0.0'],
    )
    await assert.rejects(run(first), { message: `this database needs release 99.0.0 or later; this is ${release}` })
  })

  it('started by four processes at once are applied by one of them', async (t) => {
    const { run, query } = await setUp(t)
    const applied = await Promise.all([1, 2, 3, 4].map(() => run({ ...first, ...answer(1) })))
    assert.deepEqual(applied.map((names) => names.length).sort(), [0, 0, 0, 2])
    assert.deepEqual(await query('select id from first'), [{ id: 1 }])
  })

  it('that fail half-way are rolled back, keep those before, and go on once corrected', async (t) => {
    const { run, query } = await setUp(t)
    const broken = { '0002_second.sql': 'create table second (id integer); select 1 / 0' }
    await assert.rejects(run({ ...first, ...broken }), /migration 0002_second\.sql failed: division by zero/)
    assert.deepEqual(await query("select to_regclass('second') as second"), [{ second: null }])
    assert.deepEqual(await query('select id from first'), [{ id: 1 }])
    assert.deepEqual(await run({ ...first, ...second }), ['0002_second.sql'])
  })

  it('that wait for a long reader let other requests to the table through, and succeed when it ends', async (t) => {
    const { databaseUrl, run, query, log } = await setUp(t)
    await run(first)
    const reader = await openTransaction(t, databaseUrl, 'select from first')
    const migrating = run({ ...first, '0002_second.sql': 'alter table first add column name text' })
    while (log.length < 2) assert.deepEqual(await query('select id from first'), [{ id: 1 }])
    await reader.end()
    assert.deepEqual(await migrating, ['0002_second.sql'])
    assert.match(log.join(), /0002_second\.sql: another transaction holds a lock it needs/)
  })

  it('that replace a trigger while a writer is busy let other writers through, and succeed when it ends', async (t) => {
    const { databaseUrl, run, query, log } = await setUp(t)
    const text = 'create or replace function nothing() returns trigger language plpgsql as $$ begin return new; end $$;'
    const trigger = 'create or replace trigger nothing before insert on first for each row execute function nothing()'
    await run(first)
    const writer = await openTransaction(t, databaseUrl, 'insert into first values (2)')
    const migrating = run({ ...first, 'functions.txt': 'trigger.sql', 'trigger.sql': `${text} ${trigger}` })
    while (log.length < 2) await query('insert into first values (3)')
    await writer.query('commit')
    assert.deepEqual(await migrating, ['trigger.sql'])
    assert.match(log.join(), /trigger\.sql: another transaction holds a lock it needs/)
  })

  const index = {
    '0002_index.sql': '-- no transaction\ncreate index concurrently if not exists first_id on first (id);\n',
  }
  const isValid = "select indisvalid from pg_index where indexrelid = to_regclass('first_id')"

  it('that build an index let writers go on, and other processes that start wait', async (t) => {
    const { databaseUrl, run, query } = await setUp(t)
    await run(first)
    const writer = await openTransaction(t, databaseUrl, 'insert into first values (2)')
    const migrating = [run({ ...first, ...index }), run({ ...first, ...index })]
    await until(async () => (await query(isValid)).length === 1, 'the build to begin')
    await query('insert into first values (3)')
    assert.deepEqual(await query(isValid), [{ indisvalid: false }])
    await writer.query('commit')
    assert.deepEqual((await Promise.all(migrating)).flat(), ['0002_index.sql'])
    assert.deepEqual(await query(isValid), [{ indisvalid: true }])
  })

  it('that were killed while they built an index build it anew', async (t) => {
    const { databaseUrl, run, query } = await setUp(t)
    await run(first)
    const writer = await openTransaction(t, databaseUrl, 'insert into first values (2)')
    const killed = assert.rejects(run({ ...first, ...index }), /0002_index\.sql failed/)
    await until(async () => (await query(isValid)).length === 1, 'the build to begin')
    await query(killMigration)
    await killed
    await writer.query('commit')
    assert.deepEqual(await query(isValid), [{ indisvalid: false }])
    assert.deepEqual(await run({ ...first, ...index }), ['0002_index.sql'])
    assert.deepEqual(await query(isValid), [{ indisvalid: true }])
  })

  it('that change rows in batches commit each, and go on where they were killed', async (t) => {
    const { databaseUrl, run, query, log } = await setUp(t)
    const rows = { '0001_rows.sql': 'create table numbered as select id, null as name from generate_series(1, 10) id' }
    const backfill = {
      '0002_backfill.sql': `-- no transaction
-- in batches
        update numbered set name = 'row ' || id
         where id in (select id from numbered where name is null order by id limit 4);
        alter table numbered alter column name set not null;`,
    }
    const done = () =>
      query("select count(*)::int as rows, count(distinct xmin::text)::int from numbered where name <> ''")
    await run(rows)
    const writer = await openTransaction(t, databaseUrl, 'select from numbered where id = 6 for update')
    const killed = assert.rejects(run({ ...rows, ...backfill }), /0002_backfill\.sql failed/)
    await until(() => log.some((line) => line.includes('holds a lock it needs')), 'the second batch to wait')
    assert.deepEqual(await done(), [{ rows: 4, count: 1 }])
    await until(async () => (await query(killMigration)).length > 0, 'the migration to be killed')
    await killed
    await writer.end()
    assert.deepEqual(await run({ ...rows, ...backfill }), ['0002_backfill.sql'])
    assert.deepEqual(await done(), [{ rows: 10, count: 3 }])
    assert.match(log.join(), /0002_backfill\.sql: 6 rows changed in batches/)
  })

  it('that build an index in a way that cannot be repeated are refused', async (t) => {
    const { run } = await setUp(t)
    const once = { '0002_once.sql': '-- no transaction\ncreate index concurrently first_id on first (id);' }
    await assert.rejects(run({ ...first, ...once }), /0002_once\.sql: write "create index concurrently if not exists/)
  })
})

describe('readiness', () => {
  it('misses a numbered file that was not applied, and a repeatable one whose text was not', async (t) => {
    const database = await createTestDatabase()
    const pool = createPool({ url: database.url, size: 1 })
    t.after(async () => {
      await pool.end()
      await database.drop()
    })
    assert.deepEqual(await missingMigrations(pool), [])
    await pool.query("delete from schema_migrations where name = '0002_rules_of_rows.sql'")
    await pool.query(
      "update schema_migrations set checksum = 'another' where name = 'src/modules/search/documents.sql'",
    )
    assert.deepEqual(await missingMigrations(pool), ['0002_rules_of_rows.sql', 'src/modules/search/documents.sql'])
  })
})

describe('functions of the database', () => {
  // Functions that use no table, and those that only statements of the service call, which find them as the tables.
  const withoutPath = [
    ...['count_order', 'count_version', 'event_order_user', 'lock_order_limits', 'note_groups', 'reserve_units'],
  ]

  it('find its tables whoever calls them: logical replication and pg_restore set no search_path', async (t) => {
    const database = await createTestDatabase()
    t.after(database.drop)
    const without = await runOn(
      database.url,
      `select proname as name from pg_proc join pg_language on pg_language.oid = prolang
        where pronamespace = 'public'::regnamespace and lanname = 'plpgsql'
          and not coalesce('search_path=public, pg_temp' = any (proconfig), false)
        order by 1`,
    )
    assert.deepEqual(
      without.map(({ name }) => name),
      withoutPath,
    )
  })

  it('call only those of their own file or of an earlier one: other processes run between two files', async () => {
    const { repeatable } = await readMigrations()
    assert.deepEqual(callsAhead(repeatable), [])
    assert.notDeepEqual(callsAhead(repeatable.toReversed()), [])
  })
})

/** The calls of functions that only a later file makes: `<file>: <function>`. */
function callsAhead(files: readonly MigrationFile[]): string[] {
  const texts = files.map(({ name, sql }) => ({ name, text: sql.replace(/--.*/g, '') }))
  const madeBy = (text: string) => namesIn(text, /create (?:or replace )?(?:function|procedure) (\w+)/gi)
  const all = new Set(texts.flatMap(({ text }) => madeBy(text)))
  const made = new Set<string>()
  return texts.flatMap(({ name, text }) => {
    for (const one of madeBy(text)) made.add(one)
    const called = new Set(namesIn(text, /(\w+)\s*\(/g))
    return [...called].filter((one) => all.has(one) && !made.has(one)).map((one) => `${name}: ${one}`)
  })
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name.toLowerCase())
}
