import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { readMigrations } from '#src/platform/db/migrations/migration-files.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { until } from '#test/support/until.ts'
import { startLoad } from './load.ts'
import { differences } from './recount.ts'
import { type AtEnd, createEmptyDatabase, makeLaterRelease, runOn, startRelease } from './release.ts'
import { fillShop, send } from './shop.ts'

/** Migrations of a release after this one, of each kind: what they add, this release does not mind. */
async function laterMigrations(): Promise<Record<string, string>> {
  const { numbered } = await readMigrations()
  const number = (n: number) => String(numbered.length + n).padStart(4, '0')
  const functions = readFileSync(new URL('../../src/modules/inventory/availability.sql', import.meta.url), 'utf8')
  return {
    [`migrations/${number(1)}_suppliers.sql`]: `
      create table suppliers (merchant_id uuid not null, id uuid not null, name text, primary key (merchant_id, id));
      alter table products add column supplier_id uuid;
      alter table orders add column channel text not null default 'web';`,
    [`migrations/${number(2)}_suppliers_found.sql`]: `-- no transaction
create index concurrently if not exists products_of_supplier on products (merchant_id, supplier_id);
-- in batches
update products set supplier_id = id
 where id in (select id from products where supplier_id is null and in_stock limit 3);
`,
    'src/modules/inventory/availability.sql': `-- Changed.\n${functions}`,
  }
}

it('a later release upgrades the database while this one serves: no request fails; then both serve', async (t) => {
  const atEnd: AtEnd = (work) => t.after(() => work())
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  const databaseUrl = await createEmptyDatabase(atEnd)
  const older = await startRelease(databaseUrl, atEnd)
  await fillShop(older.url, `${receiver.origin}/hooks`)
  const onOlder = await startLoad(older.url, atEnd)
  await onOlder.answered(1)

  const newer = await startRelease(databaseUrl, atEnd, { folder: makeLaterRelease(await laterMigrations(), atEnd) })
  assert.ok((await runOn(databaseUrl, 'select from products where supplier_id is not null')).length > 3, 'in batches')
  const onNewer = await startLoad(newer.url, atEnd)
  await Promise.all([onOlder.answered(2), onNewer.answered(1)])

  // Back: the earlier release starts on the upgraded database, beside the other two.
  const again = await startRelease(databaseUrl, atEnd)
  const onAgain = await startLoad(again.url, atEnd)
  const loads = [onOlder, onNewer, onAgain]
  await Promise.all(loads.map((load) => load.answered(1)))
  await Promise.all(loads.map((load) => load.stop()))
  const services = [older, newer, again]
  // A refusal because of the database would be the fault of the upgrade: connections that wait for a lock.
  for (const { url } of services)
    assert.doesNotMatch(await send(url, 'GET', '/metrics'), /http_requests_refused_total\{because="database"\} [1-9]/)

  // First: a request that failed has its reason there.
  for (const service of services) assert.deepEqual(errorsOf(service.output()), [])
  assert.deepEqual(
    loads.flatMap((load) => load.failures),
    [],
  )
  await until(
    async () => (await runOn(databaseUrl, "select from deliveries where status <> 'delivered'")).length === 0,
    'every delivery to be made',
  )
  const created = receiver.requests
    .map((request) => JSON.parse(request.body.toString()))
    .filter(({ event }) => event === 'order.created')
  const sent = new Set(created.map(({ data }) => data.order.id))
  assert.deepEqual(
    loads.flatMap((load) => load.orders).filter((order) => !sent.has(order)),
    [],
  )
  assert.deepEqual(await differences(databaseUrl), {})
})

/** Lines of the log at level error or above. */
function errorsOf(output: string): string[] {
  return output.split('\n').filter((line) => line.startsWith('{') && JSON.parse(line).level >= 50)
}
