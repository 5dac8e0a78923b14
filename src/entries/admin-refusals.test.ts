import assert from 'node:assert/strict'
import { it } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '#test/support/database.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { runEntry } from '#test/support/run-entry.ts'
import { createEmptyDatabase } from '#test/upgrade/release.ts'

describeService('commerce-admin: what it refuses, and its help', ({ service }) => {
  const run = (args: string[], environment?: Record<string, string>) =>
    runEntry(service.databaseUrl, 'admin.ts', args, environment)

  it('restore-check that cannot check exits 2, says why, and prints nothing else', async (t) => {
    const empty = await createEmptyDatabase((work) => t.after(() => work()))
    const migrated = await createTestDatabase()
    t.after(() => migrated.drop())
    const wrong: [string[], Record<string, string>, RegExp][] = [
      [['restore-check', '--colour'], {}, /--colour[\s\S]*Exits 0/],
      [['restore-check', 'now'], {}, /now[\s\S]*Exits 0/],
      [['restore-check'], { DATABASE_URL: '' }, /DATABASE_URL: expected a postgres:\/\/ address/],
      [['restore-check'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nowhere' }, /ECONNREFUSED/],
      [['restore-check'], { DATABASE_URL: empty }, /no tables of this service; nothing was checked/],
      [['restore-check'], { DATABASE_URL: migrated.url }, /no merchant; nothing was checked/],
      [['repair'], {}, /no command repair[\s\S]*restore-check/],
      [[], {}, /^Usage/],
    ]
    const results = await Promise.all(wrong.map(([args, environment]) => run(args, environment)))
    for (const [n, { code, stdout, stderr }] of results.entries()) {
      assert.deepEqual([code, stdout], [2, ''], stderr)
      assert.match(stderr, wrong[n]?.[2] as RegExp)
    }
    const older = await createTestDatabase()
    t.after(() => older.drop())
    const db = new pg.Client({ connectionString: older.url })
    await db.connect()
    await db.query(`delete from schema_migrations where name like '0003%'`)
    await db.end()
    const { code, stderr } = await run(['restore-check'], { DATABASE_URL: older.url })
    assert.equal(code, 2)
    assert.match(stderr, /of another release \(missing: 0003\w+\.sql\)/)
  })

  it('commerce-admin --help, and --help of its commands, exit 0', async () => {
    for (const args of [['--help'], ['restore-check', '--help'], ['create-merchant', '--help']]) {
      const { code, stdout } = await run(args)
      assert.equal(code, 0)
      assert.match(stdout, /Usage|Recounts|Creates/)
    }
  })
})
