import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import pg from 'pg'
import { type Receiver, startReceiver } from '#test/support/receiver.ts'
import { until } from '#test/support/until.ts'
import { describeSchema } from '../../tools/generate/schema-sql.ts'
import { differences } from './recount.ts'
import { type AtEnd, createEmptyDatabase, runOn, startRelease, unpackRelease } from './release.ts'
import { addProduct, fillShop, placeOrder, registerShopper, search, signInOwner, unfoldedChanges } from './shop.ts'

/**
 * A database that a release made, with rows in every table of it, some counts folded and some not; the release is
 * stopped.
 */
async function makeDatabase(commit: string, receiver: Receiver, atEnd: AtEnd): Promise<string> {
  const databaseUrl = await createEmptyDatabase(atEnd)
  const folder = unpackRelease(commit, atEnd)
  const service = await startRelease(databaseUrl, atEnd, { folder, LOGIN_LIMIT_PER_MINUTE: '50' })
  const owner = await fillShop(service.url, `${receiver.origin}/hooks`)
  const waiting = () => runOn(databaseUrl, 'select from figure_changes')
  await until(async () => (await waiting()).length === 0, 'the figures to be folded')
  await addProduct(service.url, owner, 3)
  // Jobs write these, some time after the request.
  for (const table of ['failing_receivers', 'mail_tokens'])
    await until(async () => (await runOn(databaseUrl, `select from ${table}`)).length > 0, `a row of ${table}`)
  await service.stop()
  await runOn(databaseUrl, unfoldedChanges)
  assert.deepEqual(await emptyTables(databaseUrl), [])
  return databaseUrl
}

async function emptyTables(databaseUrl: string): Promise<string[]> {
  const tables = await runOn<{ name: string }>(
    databaseUrl,
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  const empty: string[] = []
  for (const { name } of tables)
    if ((await runOn(databaseUrl, `select from ${name} limit 1`)).length === 0) empty.push(name)
  return empty
}

async function schemaOf(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await describeSchema(client)
  } finally {
    await client.end()
  }
}

/** Without the events of opening stock, which these releases did not tell. */
async function differencesSince(databaseUrl: string): Promise<Record<string, unknown[]>> {
  const { 'stock: each change of stock is told once': _untold, ...others } = await differences(databaseUrl)
  return others
}

function templateUrl(): string {
  const { TEST_SERVER_URL: adminUrl = '', TEST_TEMPLATE: template = '' } = process.env
  return Object.assign(new URL(adminUrl), { pathname: `/${template}` }).href
}

async function startFailingReceiver(t: TestContext): Promise<Receiver> {
  const receiver = await startReceiver({ do: 'answer', status: 503 })
  t.after(() => receiver.close())
  return receiver
}

const undelivered = `select event_name, status from deliveries where status <> 'delivered'`

// One after the other: an earlier release needs a machine that answers it within seconds.
describe('a database of an earlier release', () => {
  for (const [commit, what] of [
    ['d436448', 'the first'],
    ['f1f79d8', 'the one whose functions of the delivery engine were changed in place'],
  ] as const)
    it(`${commit}, ${what}, has today's schema and exact counts after the upgrade, and delivers`, async (t) => {
      const atEnd: AtEnd = (work) => t.after(() => work())
      const receiver = await startFailingReceiver(t)
      const databaseUrl = await makeDatabase(commit, receiver, atEnd)

      receiver.behave({ do: 'answer', status: 200 })
      await runOn(databaseUrl, 'update delivery_queue set due_at = now() where lease_token is null')
      const service = await startRelease(databaseUrl, atEnd)
      assert.equal(await schemaOf(databaseUrl), await schemaOf(templateUrl()))
      assert.deepEqual(await differencesSince(databaseUrl), {})

      const owner = await signInOwner(service.url)
      const shopper = await registerShopper(service.url, owner)
      await placeOrder(service.url, shopper, await addProduct(service.url, owner, 7))
      await until(
        async () => (await runOn(databaseUrl, undelivered)).length === 0,
        'every delivery, old and new, to be made',
      )
      assert.equal(await search(service.url, shopper, 'lantern'), 6)
      assert.equal(await search(service.url, shopper, 'grand'), 6)
      assert.deepEqual(await differencesSince(databaseUrl), {})

      // The rows by which the earlier release knows its own files are still there.
      const names = await runOn<{ name: string }>(
        databaseUrl,
        'select name from schema_migrations where checksum is null',
      )
      assert.ok(names.some(({ name }) => name === '0012_imports.sql'))
    })
})
