import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTestDatabase } from '#test/support/database.ts'
import { runAdmin } from '#test/support/process.ts'
import { runOn } from '#test/upgrade/release.ts'

describe('commerce-admin migrate', () => {
  it('migrates as the owner of the schema; later starts need no owner', async (t) => {
    const { url, drop } = await createTestDatabase()
    const name = `${new URL(url).pathname.slice(1)}_new`
    const [owner, service] = [`${name}_owner`, `${name}_service`]
    for (const role of [owner, service]) await runOn(url, `create role ${role} login password 'secret'`)
    await runOn(url, `create database ${name} owner ${owner} template template0`)
    t.after(async () => {
      await runOn(url, `drop database ${name} with (force)`)
      await runOn(url, `drop role ${owner}, ${service}`)
      await drop()
    })
    const addressOf = (username: string) =>
      Object.assign(new URL(url), { username, password: 'secret', pathname: `/${name}` }).href

    const serviceAlone = { DATABASE_URL: addressOf(service) }
    const refused = await runAdmin(['migrate'], serviceAlone)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /migrate: DATABASE_URL: .*permission denied.*or DATABASE_OWNER_URL for one that may/)

    const migrated = await runAdmin(['migrate'], { ...serviceAlone, DATABASE_OWNER_URL: addressOf(owner) })
    assert.deepEqual([migrated.code, migrated.stderr], [0, ''])
    assert.match(migrated.stdout, /migrated the database: \d+ files.*\n.*the database is up to date/)

    const again = await runAdmin(['migrate'], serviceAlone)
    assert.deepEqual([again.code, again.stderr], [0, ''])
    assert.doesNotMatch(again.stdout, /migrated the database/)
  })

  it('names what is wrong with its arguments and addresses', async () => {
    for (const [args, environment, code, message] of [
      [['--all'], {}, 2, /--all[\s\S]*DATABASE_URL=postgres/],
      [[], {}, 1, /DATABASE_URL: expected a postgres:\/\/ address/],
      [[], { DATABASE_URL: 'postgres://127.0.0.1:1/x', DATABASE_WAIT_SECONDS: '0.01' }, 1, /DATABASE_URL: .*ECONNREF/],
      [[], { DATABASE_URL: 'postgres://127.0.0.1:1/x', LOG_LEVEL: 'loud' }, 1, /LOG_LEVEL: expected fatal, error/],
    ] as const) {
      const ended = await runAdmin(['migrate', ...args], environment)
      assert.equal(ended.code, code)
      assert.match(ended.stderr, message)
    }
    assert.match((await runAdmin(['migrate', '--help'], {})).stdout, /^Brings the database up to date/)
  })
})
