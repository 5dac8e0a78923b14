import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { migrate, missingMigrations } from '#src/platform/db/migrations/migrate.ts'
import { type Receiver, startReceiver } from '#test/support/receiver.ts'
import { until } from '#test/support/until.ts'
import { describeSchema } from '../../tools/generate/schema-sql.ts'
import { differences } from './recount.ts'
import { createEmptyDatabase, type ReleaseProcess, runOn, startRelease, unpackRelease010 } from './release.ts'
import { addProduct, fillShop, placeOrder, registerShopper, type Session, search, send } from './shop.ts'

const undelivered = `select from deliveries where status <> 'delivered'`

describe('a database of release 0.1.0', () => {
  const ends: (() => unknown)[] = []
  const atEnd = (work: () => unknown) => void ends.push(work)
  let receiver: Receiver
  let databaseUrl: string
  let folder: string
  let older: ReleaseProcess
  let owner: Session
  before(async () => {
    receiver = await startReceiver({ do: 'answer', status: 503 })
    atEnd(() => receiver.close())
    databaseUrl = await createEmptyDatabase(atEnd)
    folder = unpackRelease010(atEnd)
    older = await startRelease(databaseUrl, atEnd, { folder, LOGIN_LIMIT_PER_MINUTE: '50' })
    owner = await fillShop(older.url, `${receiver.origin}/hooks`)
  })
  after(async () => {
    for (const end of ends.reverse()) await end()
  })

  /** What staff see, with the session of before the upgrade. */
  async function seen(origin: string): Promise<unknown> {
    const paths = ['/admin/orders', '/admin/inventory', '/admin/events?order=asc', '/admin/users']
    const read = (path: string) => send(origin, 'GET', path, { headers: owner.headers })
    return (await Promise.all(paths.map(read))).map(({ data }) => data.items)
  }

  it('is not upgraded while a process of that release is connected: one line says so', async () => {
    const files = 'select name, checksum from schema_migrations order by 1'
    const applied = await runOn(databaseUrl, files)
    const line =
      /^DATABASE_URL: release 0\.1\.0 is connected to the database \(commerce.*\); this upgrade needs.*first$/m
    await assert.rejects(startRelease(databaseUrl, atEnd, { LOG_LEVEL: 'silent' }), ({ message }: Error) => {
      assert.match(message, line)
      assert.equal(message.trim().split('\n').length, 2, message)
      return true
    })
    assert.deepEqual(await runOn(databaseUrl, files), applied)
    await send(older.url, 'GET', '/health/ready')
  })

  it('is upgraded: same orders, stock, events and sessions; the schema of a new database; exact counts', async () => {
    const before = await seen(older.url)
    await older.stop()
    const newer = await startRelease(databaseUrl, atEnd)
    assert.deepEqual(fieldsOf(await seen(newer.url), before), withCustomersOfShop(before))
    const settings = await send(newer.url, 'GET', '/admin/merchant', { headers: owner.headers })
    assert.equal(settings.data.shipping_tax, 'class')
    const { TEST_SERVER_URL: adminUrl = '', TEST_TEMPLATE: template = '' } = process.env
    const made = Object.assign(new URL(adminUrl), { pathname: `/${template}` }).href
    assert.equal(await schemaOf(databaseUrl), await schemaOf(made))

    receiver.behave({ do: 'answer', status: 200 })
    await runOn(databaseUrl, 'update delivery_queue set due_at = now() where lease_token is null')
    const shopper = await registerShopper(newer.url, owner)
    await placeOrder(newer.url, shopper, await addProduct(newer.url, owner, 7))
    await until(async () => (await runOn(databaseUrl, undelivered)).length === 0, 'every delivery, old and new')
    assert.equal(await search(newer.url, shopper, 'lantern'), 5)
    assert.deepEqual(await differences(databaseUrl), {})
    await newer.stop()
  })

  it('is not for that release any more: its start ends', async () => {
    await assert.rejects(
      startRelease(databaseUrl, atEnd, { folder }),
      /0001_baseline\.sql was applied to this database/,
    )
  })
})

/** A later answer with the fields alone that an earlier one has. */
function fieldsOf(later: unknown, earlier: unknown): unknown {
  if (Array.isArray(later) && Array.isArray(earlier)) return later.map((item, n) => fieldsOf(item, earlier[n]))
  if (!isObject(later) || !isObject(earlier)) return later
  return Object.fromEntries(Object.keys(earlier).map((key) => [key, fieldsOf(later[key], earlier[key])]))
}

/** What a shop sees of a customer begins at that shop: when the account was made elsewhere is not told any more. */
function withCustomersOfShop(seen: unknown): unknown {
  if (Array.isArray(seen)) return seen.map(withCustomersOfShop)
  if (!isObject(seen)) return seen
  const since = 'customer_since' in seen ? { created_at: seen['customer_since'] } : {}
  return Object.fromEntries(Object.entries({ ...seen, ...since }).map(([key, of]) => [key, withCustomersOfShop(of)]))
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

describe('a database of an older release', () => {
  const line = /^the database was made by a release before 0\.1\.0; start release 93fbfa2 .*once, then this one$/

  it('that lacks one of the files of 0.1.0 is refused in one line', async (t) => {
    const atEnd = (work: () => unknown) => t.after(() => work())
    const databaseUrl = await createEmptyDatabase(atEnd)
    const migrations = join(unpackRelease010(atEnd), 'migrations')
    await rm(join(migrations, '0047_product_changes.sql'))
    await migrate(databaseUrl, { folder: pathToFileURL(`${migrations}/`) })
    await assert.rejects(migrate(databaseUrl), { message: line })
    assert.equal((await runOn(databaseUrl, "select from schema_migrations where name ~ '^00'")).length, 46)
  })

  it('that kept no checksums is refused in the same line', async (t) => {
    const databaseUrl = await createEmptyDatabase((work) => t.after(() => work()))
    await runOn(
      databaseUrl,
      `create table schema_migrations (name text primary key, applied_at timestamptz not null default now());
       insert into schema_migrations values ('0001_identity.sql')`,
    )
    await assert.rejects(migrate(databaseUrl), { message: line })
    const pool = new pg.Pool({ connectionString: databaseUrl })
    // The database is dropped before the server has closed the connection that has ended.
    pool.on('error', () => {})
    await assert.rejects(missingMigrations(pool), { message: line })
    await pool.end()
  })
})

async function schemaOf(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await describeSchema(client)
  } finally {
    await client.end()
  }
}
