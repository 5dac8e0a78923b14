import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { createDatabase, createPool } from '#src/platform/db/pool/pool.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { type ServiceProcess, startProcess, temporaryFolder } from '#test/support/process.ts'
import { until } from '#test/support/until.ts'

const count = 10_000

describe('a service killed in the middle of a change of many products', () => {
  it('goes on behind the last chunk, and changes no product twice', async (t) => {
    const database = await createTestDatabase()
    t.after(() => database.drop())
    const db = createDatabase(createPool({ url: database.url, size: 2 }))
    t.after(() => db.destroy())
    const environment = { DATA_DIR: await temporaryFolder(t), DATABASE_URL: database.url, DEMO_DATA: 'false' }

    const first = await startProcess(t, environment)
    const headers = await signIn(first)
    await sql`
      insert into products (merchant_id, id, sku, name, price_minor, price_common, currency, status, created_at,
                            updated_at)
      select ${headers['merchant-id']}::uuid, gen_random_uuid(), 'S' || n, 'N' || n, 10000, 100000, 'GBP', 'active',
             now(), now()
        from generate_series(1, ${count}::int) n`.execute(db)
    // The chunk with this product waits for it, so the process dies in the middle, however fast it is.
    const last = await sql<{ id: string }>`select id from products order by id offset 6200 limit 1`.execute(db)
    const holder = await db.startTransaction().execute()
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(holder)
    await sql`select from products where id = ${last.rows[0]?.id} for update`.execute(holder)
    const body = JSON.stringify({ filter: {}, change: { price: { percent: 10 } } })
    const sent = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
    const answer = await fetch(`${first.url}/admin/products/bulk`, sent)
    assert.equal(answer.status, 202)
    const { id } = ((await answer.json()) as Answer).data
    await until(async () => (await jobOf(first, headers, id)).done === 6_000, 'the chunks before it to be committed')
    await first.end('SIGKILL')
    await holder.rollback().execute()

    const second = await startProcess(t, environment)
    await until(async () => (await jobOf(second, headers, id)).status !== 'running', 'the job to end')
    const { status, total, done, changed, failed } = await jobOf(second, headers, id)
    assert.deepEqual([status, total, done, changed, failed], ['completed', count, count, count, 0])
    const { rows } = await sql`
      select price_minor, version, count(*)::int as count,
             (select count(distinct convert_from(body, 'UTF8')::json #>> '{data,product,sku}') || ' of ' || count(*)
                from events where name = 'product.updated') as told,
             (select count(*)::int from audit_entries where action = 'product.updated') as entries
        from products group by 1, 2`.execute(db)
    assert.deepEqual(rows, [{ price_minor: 11_000, version: 2, count, told: `${count} of ${count}`, entries: count }])
    assert.equal(await second.end('SIGTERM'), 0)
  })
})

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it needs
type Answer = { data: any }

async function signIn(service: ServiceProcess): Promise<Record<string, string>> {
  const device = { 'device-id': 'terminal' }
  const answer = await fetch(`${service.url}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...device },
    body: JSON.stringify({ email: 'admin@example.com', password: 'demo-password' }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it needs
  const { access_token: token, user } = (await answer.json()) as any
  return { ...device, 'access-token': token, 'merchant-id': user.merchant_id }
}

async function jobOf(service: ServiceProcess, headers: Record<string, string>, id: string) {
  return ((await (await fetch(`${service.url}/admin/jobs/${id}`, { headers })).json()) as Answer).data
}
