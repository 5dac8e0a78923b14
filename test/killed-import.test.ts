import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { createDatabase, createPool } from '#src/platform/db/pool/pool.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { type ServiceProcess, startProcess, temporaryFolder } from '#test/support/process.ts'
import { until } from '#test/support/until.ts'

const rows = 8_000
/** Every fortieth has no price; nothing but its report comes of it. */
const faulty = (n: number) => n % 40 === 7
const lines = Array.from({ length: rows }, (_, n) =>
  faulty(n) ? `{"sku":"S${n}","name":"N${n}"}\n` : `{"sku":"S${n}","name":"N${n}","price":1,"on_hand":${n % 5}}\n`,
)
const good = rows - rows / 40

describe('a service killed in the middle of an import', () => {
  it('reports the progress after its start; the file sent again completes the import', async (t) => {
    const database = await createTestDatabase()
    t.after(() => database.drop())
    const db = createDatabase(createPool({ url: database.url, size: 1 }))
    t.after(() => db.destroy())
    const environment = { DATA_DIR: await temporaryFolder(t), DATABASE_URL: database.url, DEMO_DATA: 'false' }
    const importId = randomUUID()

    const first = await startProcess(t, environment)
    const headers = await signIn(first)
    // Its second half is never sent: however fast the machine, the process dies in the middle.
    const broken = send(first, { ...headers, 'import-id': importId }, firstHalf()).catch(() => 'broken off')
    await until(async () => {
      const { last_row: lastRow = 0 } = (await progress(first, headers, importId)).data ?? {}
      return lastRow >= 2_000
    }, 'some chunks to be committed')
    await first.end('SIGKILL')
    assert.equal(await broken, 'broken off')

    const second = await startProcess(t, environment)
    const { data: half } = await progress(second, headers, importId)
    assert.equal(half.status, 'running')
    assert.ok(half.last_row >= 2_000 && half.last_row < rows && half.last_row % 1_000 === 0, `row ${half.last_row}`)
    assert.equal(half.failed, half.last_row / 40)
    assert.deepEqual(await contents(), expected(half.last_row))

    const answer = await send(second, { ...headers, 'import-id': importId }, Readable.from(lines))
    assert.equal(answer.status, 200)
    const { data: whole } = (await answer.json()) as Answer
    assert.deepEqual(
      [whole.status, whole.last_row, whole.created, whole.updated, whole.unchanged, whole.failed],
      ['completed', rows, good, 0, 0, rows - good],
    )
    assert.deepEqual(
      whole.errors.map(({ row }: { row: number }) => row),
      lines.flatMap((_, n) => (faulty(n) ? n + 1 : [])),
    )
    assert.deepEqual(await contents(), expected(rows))
    const list = await fetch(`${second.url}/catalog/products?limit=1`, { headers })
    assert.equal(((await list.json()) as Answer).data.pagination.total, good)
    assert.equal(await second.end('SIGTERM'), 0)

    /** What is in the database: products, their stock, and what was told of them. */
    async function contents() {
      const { rows: counted } = await sql`
        select (select count(*) from products) as products,
               (select sum(on_hand) from stock) as on_hand,
               (select count(*) from events where name = 'product.created') as events,
               (select count(distinct convert_from(body, 'UTF8')::json #>> '{data,product,sku}')
                  from events where name = 'product.created') as told,
               (select sum(on_hand_change) from stock_movements) as moved`.execute(db)
      return counted[0]
    }
  })
})

/** The same, after so many rows. */
function expected(last: number) {
  const done = lines.flatMap((_, n) => (n < last && !faulty(n) ? n : []))
  const onHand = done.reduce((sum, n) => sum + (n % 5), 0)
  return { products: done.length, on_hand: onHand, events: done.length, told: done.length, moved: onHand }
}

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

/** The first half of the file, and then nothing, as from a sender that is still busy. */
function firstHalf(): Readable {
  const file = new Readable({ read() {} })
  file.push(lines.slice(0, rows / 2).join(''))
  return file
}

function send(service: ServiceProcess, headers: Record<string, string>, file: Readable): Promise<Response> {
  return fetch(`${service.url}/admin/products/import`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-ndjson' },
    body: Readable.toWeb(file) as ReadableStream,
    duplex: 'half',
  })
}

async function progress(service: ServiceProcess, headers: Record<string, string>, id: string): Promise<Answer> {
  return (await (await fetch(`${service.url}/admin/products/imports/${id}`, { headers })).json()) as Answer
}
