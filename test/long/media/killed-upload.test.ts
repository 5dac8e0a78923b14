import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { sql } from 'kysely'
import { readConfig } from '#src/config/config.ts'
import { deleteRemovedFiles } from '#src/modules/media/clean-media.ts'
import { createRenderer } from '#src/modules/media/renderer.ts'
import { createBlobStore } from '#src/platform/blobs/index.ts'
import { createDatabase, createPool } from '#src/platform/db/pool/pool.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { makePicture } from '#test/support/pictures.ts'
import { startProcess, temporaryFolder } from '#test/support/process.ts'
import { startS3Server, withVariables } from '#test/support/s3-server.ts'
import { signInOwner } from '#test/support/terminal.ts'
import { until } from '#test/support/until.ts'

/** Three sizes, each as AVIF, WebP and JPEG. */
const files = 9

/** When the process is killed. `before` and `after` a file is put into the store: the first, the second, … */
type Step = { at: 'body' | 'commit' | 'ready' } | { at: 'before' | 'after'; file: number }

const steps: Step[] = [
  { at: 'body' },
  ...Array.from({ length: files }, (_, n): Step[] => [
    { at: 'before', file: n + 1 },
    { at: 'after', file: n + 1 },
  ]).flat(),
  { at: 'commit' },
  { at: 'ready' },
]

test('a service killed at any step of an upload leaves no row without files, no file without a row', async (t) => {
  const database = await createTestDatabase()
  t.after(() => database.drop())
  const pool = createPool({ url: database.url, size: 3 })
  const db = createDatabase(pool)
  t.after(() => db.destroy())
  const server = await startS3Server()
  t.after(() => server.close())
  t.after(withVariables(server.variables))
  const DATA_DIR = await temporaryFolder(t)
  const store = { MEDIA_STORE: `s3://${server.bucket}/shop`, MEDIA_S3_ENDPOINT: server.endpoint }
  const environment = { DATA_DIR, DATABASE_URL: database.url, DEMO_DATA: 'false', ...store, ...server.variables }
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR, ...store })
  const blobs = createBlobStore(config)
  const renderer = createRenderer()
  t.after(() => renderer.close())

  async function kept() {
    const names: string[] = []
    for await (const { name } of blobs.names()) names.push(name)
    const { rows } = await sql<{ id: string; state: string; names: string[] }>`
      select id, state, array(select unnest(array[size ->> 'avif', size ->> 'webp', size ->> 'jpeg'])
                                from jsonb_array_elements(sizes) size) as names from media`.execute(db)
    return { names, rows }
  }
  async function assertWhole(step: Step) {
    const { names, rows } = await kept()
    const ids = new Set(rows.map(({ id }) => id.replaceAll('-', '')))
    const orphans = names.filter((name) => !ids.has(name.slice(0, 32)))
    assert.deepEqual(orphans, [], `${JSON.stringify(step)}: no file without a row`)
    for (const row of rows.filter(({ state }) => state === 'ready'))
      assert.deepEqual(
        row.names.filter((name) => !names.includes(name)),
        [],
        `${JSON.stringify(step)}: no row without its files`,
      )
  }

  for (const step of steps) {
    const service = await startProcess(t, environment)
    const headers = { ...(await signInOwner(service)), 'content-type': 'image/png' }
    const bytes = await makePicture('png')
    await killAt(step, { service, headers, bytes })
    await assertWhole(step)
    const next = await startProcess(t, environment)
    const send = () => fetch(`${next.url}/admin/media`, { method: 'POST', headers, body: bytes })
    const [first, again] = [await send(), await send()]
    assert.deepEqual([first.status, again.status], [201, 201])
    assert.deepEqual(await again.json(), await first.json())
    assert.equal(await next.end('SIGTERM'), 0)
    await assertWhole(step)
  }

  // An hour later the sweep deletes what was not finished, and nothing else.
  await sql`update media set changed_at = changed_at - interval '2 hours'`.execute(db)
  await deleteRemovedFiles(db, { config, blobs, renderer })
  const { names, rows } = await kept()
  assert.deepEqual([...new Set(rows.map(({ state }) => state))], ['ready'])
  assert.deepEqual(rows.flatMap((row) => row.names).sort(), names.sort())

  interface Upload {
    service: Awaited<ReturnType<typeof startProcess>>
    headers: Record<string, string>
    bytes: Buffer
  }

  async function killAt(step: Step, { service, headers, bytes }: Upload): Promise<void> {
    const url = `${service.url}/admin/media`
    if (step.at === 'body') {
      const sent = request(url, { method: 'POST', headers: { ...headers, 'content-length': bytes.length } })
      sent.on('error', () => {})
      sent.write(bytes.subarray(0, bytes.length / 2))
      await until(() => (sent.socket?.bytesWritten ?? 0) > bytes.length / 2, 'half of the body to be sent')
      return void (await service.end('SIGKILL'))
    }
    const killed = Promise.withResolvers<void>()
    let puts = 0
    server.watch = async (line, when) => {
      if (step.at !== when || !line.startsWith('PUT') || line.includes('store-id')) return
      puts += 1
      if (puts !== step.file) return
      await service.end('SIGKILL')
      killed.resolve()
    }
    const lock = step.at === 'commit' ? await pool.connect() : undefined
    await lock?.query('begin; lock table audit_entries in share mode')
    const broken = fetch(url, { method: 'POST', headers, body: bytes }).then(
      () => 'answered',
      () => 'broken off',
    )
    if (step.at === 'commit') {
      await until(async () => {
        const { rows } = await sql`select from pg_locks where not granted`.execute(db)
        return rows.length > 0
      }, 'the upload to be committed')
      await service.end('SIGKILL')
      killed.resolve()
    }
    if (step.at === 'ready') {
      const before = (await kept()).rows.filter(({ state }) => state === 'ready').length
      await until(async () => {
        const { rows } = await sql`select from media where state = 'ready'`.execute(db)
        return rows.length > before
      }, 'the picture')
      await service.end('SIGKILL')
      killed.resolve()
    }
    await killed.promise
    await lock?.query('rollback')
    lock?.release()
    server.watch = async () => {}
    if (step.at !== 'ready') assert.equal(await broken, 'broken off')
    // What the dead session had begun is over once the database has noticed.
    await until(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
           and application_name = 'commerce' and state <> 'idle'`.execute(db)
      return rows.length === 0
    }, 'the sessions of the killed process to end')
  }
})
