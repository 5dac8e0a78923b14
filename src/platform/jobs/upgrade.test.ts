import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '#test/support/database.ts'

const migration = new URL('../../../migrations/0013_jobs.sql', import.meta.url)

/** The tables of graphile-worker 0.18 with the columns that its `add_job` writes. */
const formerQueue = `
  drop table jobs;
  create schema graphile_worker;
  create table graphile_worker._private_tasks (id int primary key, identifier text not null unique);
  create table graphile_worker._private_jobs (
    id bigint primary key generated always as identity, task_id int not null, payload json not null,
    run_at timestamptz default now() not null, attempts smallint default 0 not null,
    max_attempts smallint default 25 not null, key text unique, locked_at timestamptz, locked_by text);
  insert into graphile_worker._private_tasks values (1, 'identity.send_mail');`

it('jobs in the queue of an earlier release are moved, and those it queues later are redirected', async (t) => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  const other = new pg.Client({ connectionString: database.url })
  await Promise.all([client.connect(), other.connect()])
  t.after(async () => {
    await Promise.all([client.end(), other.end()])
    await database.drop()
  })
  const add = (n: number, columns = '', values = '') =>
    `insert into graphile_worker._private_jobs (task_id, payload, max_attempts${columns})
     values (1, '{"n":${n}}', 12${values})
     on conflict (key) do update set payload = excluded.payload`
  await client.query(formerQueue)
  await client.query(add(1, ', key', `, 'mail:1'`))
  await client.query(add(2, ', attempts, run_at', `, 3, '2100-01-01'`))
  await client.query(add(3, ', attempts, locked_at', ', 12, now()'))
  await client.query(add(4, ', attempts, run_at', `, 12, '2020-01-01'`))
  // Queued by a transaction that commits while the migration waits for it.
  await other.query('begin')
  await other.query(add(5))
  const migrated = client.query(await readFile(migration, 'utf8'))
  await other.query('commit')
  await migrated
  await other.query(add(6))
  await other.query(add(7, ', key', `, 'mail:1'`))

  const { rows } = await client.query(`
    select (payload->>'n')::int as n, name, key, attempts, max_attempts, due_at <= now() as due from jobs order by 1`)
  const row = (n: number, key: string | null, attempts: number, due: boolean) => {
    return { n, name: 'identity.send_mail', key, attempts, max_attempts: 12, due }
  }
  assert.deepEqual(rows, [
    row(2, null, 3, false),
    row(3, null, 11, true),
    row(4, null, 12, true),
    row(5, null, 0, true),
    row(6, null, 0, true),
    row(7, 'mail:1', 0, true),
  ])
  const left = await client.query('select from graphile_worker._private_jobs')
  assert.equal(left.rowCount, 0)
})
