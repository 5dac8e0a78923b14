import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { release } from '#src/platform/lib/release.ts'
import { startTestApp } from '#test/support/app.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { createMerchant, runAdmin, runToExit, temporaryFolder } from '#test/support/process.ts'
import { runOn } from './release.ts'

describe('a database that needs a later release', () => {
  const line = `this database needs release 9.10.0 or later; this is ${release}`
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  before(async () => {
    database = await createTestDatabase()
    await runOn(
      database.url,
      `insert into schema_migrations (name, checksum, oldest_release)
       values ('9001_later.sql', 'a', '9.10.0'), ('9002_later.sql', 'b', '9.9.0'), ('9003_later.sql', 'c', null)`,
    )
  })
  after(() => database.drop())

  for (const entry of ['server', 'worker'] as const)
    it(`ends the start of a ${entry} in one line`, async (t) => {
      const environment = { DATABASE_URL: database.url, DATA_DIR: await temporaryFolder(t), WEB_PROCESSES: '1' }
      const { code, output } = await runToExit({ ...environment, LOG_LEVEL: 'silent' }, entry)
      assert.deepEqual([code, output], [1, `DATABASE_URL: ${line}\n`])
    })

  it('is neither changed nor checked by a command', async (t) => {
    const environment = { DATABASE_URL: database.url, DATA_DIR: await temporaryFolder(t) }
    const merchant = ['--name', 'Shop', '--currency', 'GBP', '--owner-email', 'owner@example.com']
    const created = await createMerchant(merchant, environment)
    assert.deepEqual([created.code, created.stderr], [1, `DATABASE_URL: ${line}\n`])
    const checked = await runAdmin(['restore-check'], environment)
    assert.deepEqual([checked.code, checked.stderr], [2, `restore-check: ${line}\n`])
  })

  it('GET /health/ready answers 503 and says so', async (t) => {
    const service = await startTestApp({}, database.url)
    t.after(() => service.close())
    const { status, body } = await service.request('GET', '/health/ready')
    assert.deepEqual([status, body.error.code, body.error.message], [503, 'SERVICE_UNAVAILABLE', line])
  })
})
