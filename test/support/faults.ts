import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testSecretVariables } from './app.ts'
import { holdLocks } from './locks.ts'
import { startProcess } from './process.ts'
import { until, untilReady } from './until.ts'

type Service = Pick<TestApp, 'deps'>

/** While `work` runs, the database refuses rows of a table for which the condition is false. */
export async function refusing<T>(
  { deps: { db } }: Service,
  table: string,
  condition: string,
  work: () => Promise<T>,
): Promise<T> {
  await sql`alter table ${sql.table(table)} add constraint refused check (${sql.raw(condition)}) not valid`.execute(db)
  return work().finally(() => sql`alter table ${sql.table(table)} drop constraint refused`.execute(db))
}

/** Until somebody waits for the lock of a table. */
export async function waitingFor({ deps: { db } }: Service, table: string): Promise<void> {
  await until(async () => {
    const { rows } = await sql`
      select from pg_locks where not granted and relation = ${table}::regclass`.execute(db)
    return rows.length > 0
  }, `the request to wait for ${table}`)
}

/** Sends a POST to a process of its own, which waits for the lock of a table and is killed there. */
export async function killedAt(
  service: Service & Pick<TestApp, 'databaseUrl'>,
  t: TestContext,
  table: string,
  { path, headers, body }: { path: string; headers: Record<string, string>; body: object },
): Promise<void> {
  const environment = { DATABASE_URL: service.databaseUrl, ...testSecretVariables, DEMO_DATA: 'false' }
  const doomed = await startProcess(t, environment)
  await untilReady(doomed.url)
  const locks = await holdLocks(service, sql`lock table ${sql.table(table)} in share mode`)
  const request = fetch(`${doomed.url}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => 'cut off')
  await waitingFor(service, table)
    .finally(() => doomed.end('SIGKILL'))
    .finally(() => locks.commit())
  assert.equal(await request, 'cut off')
}
