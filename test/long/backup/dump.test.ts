import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { it } from 'node:test'
import { createTestDatabase } from '#test/support/database.ts'
import { writeDumpTools } from '#test/support/dump-tool.ts'
import { runAdmin, startProcess, temporaryFolder } from '#test/support/process.ts'
import { createEmptyDatabase, runOn } from '#test/upgrade/release.ts'
import { fillShop } from '#test/upgrade/shop.ts'

// pg_dump and pg_restore of Debian were tried by hand; npm has none, so a stand-in copies the rows here.
it('a database at DATABASE_URL is dumped beside the service, and restored into empty ones', async (t) => {
  const database = await createTestDatabase()
  t.after(() => database.drop())
  const DATA_DIR = await temporaryFolder(t)
  const backups = await temporaryFolder(t)
  const PG_BIN = writeDumpTools(await temporaryFolder(t), '18.4')
  const service = await startProcess(t, { DATA_DIR, DATABASE_URL: database.url, DEMO_DATA: 'false' })
  await fillShop(service.url, 'http://127.0.0.1:9/hooks')
  const environment = { DATA_DIR, DATABASE_URL: database.url, PG_BIN }
  const old = writeDumpTools(await temporaryFolder(t), '15.18')
  const refused = await runAdmin(['backup', '--to', backups], { ...environment, PG_BIN: old })
  assert.deepEqual([refused.code, await readdir(backups)], [1, []])
  assert.match(
    refused.stderr,
    /pg_dump in .* is 15\.18, which is older than the server \(18\.4\); install postgresql-client-18/,
  )

  const made = await runAdmin(['backup', '--to', backups, '--json'], environment)
  assert.deepEqual([made.code, made.stderr], [0, ''])
  const { database: described, sealKeys } = JSON.parse(made.stdout)
  assert.deepEqual([described.kind, sealKeys[0].kid], ['dump', 'local-seal'])
  await service.end('SIGTERM')

  const full = await runAdmin(['restore', '--from', backups], environment)
  assert.deepEqual([full.code, full.stdout], [1, ''])
  assert.match(full.stderr, /the database test_\w+ is not empty/)
  const orders = 'select id, total_minor from orders order by id'
  const before = await runOn(database.url, orders)
  assert.ok(before.length > 0)
  const empty = await createEmptyDatabase((end) => t.after(() => end()))
  const restored = await runAdmin(['restore', '--from', backups], { ...environment, DATABASE_URL: empty })
  assert.deepEqual([restored.code, restored.stderr], [0, ''], restored.stdout)
  assert.match(restored.stdout, /all \d+ checks agree/)
  assert.doesNotMatch(restored.stdout, /BEFORE/)
  assert.deepEqual(await runOn(empty, orders), before)
  const known =
    "select distinct tablename from pg_stats where tablename in ('orders', 'products', 'listings') order by 1"
  assert.deepEqual(
    (await runOn(empty, known)).map(({ tablename }) => tablename),
    ['listings', 'orders', 'products'],
  )

  const folder = await temporaryFolder(t)
  const embedded = await runAdmin(['restore', '--from', backups], { DATA_DIR: folder, PG_BIN })
  assert.deepEqual([embedded.code, embedded.stderr], [0, ''], embedded.stdout)
  assert.match(embedded.stdout, /BEFORE the service starts: it needs the key local-seal in SEAL_KEYS/)
})
