import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { buildTestApp } from '#test/support/app.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { makeUser } from '#test/support/factories.ts'
import { startProcess, temporaryFolder } from '#test/support/process.ts'
import { until } from '#test/support/until.ts'
import { describeError } from './logging.ts'

it('an error of PostgreSQL is logged without the row that it quotes, also as the cause of another', async (t) => {
  const service = await buildTestApp(t)
  const { id, email } = await makeUser(service)
  const fault = await sql`
    insert into users (id, email, email_key, password_hash, created_at, updated_at)
    select gen_random_uuid(), email, email_key, password_hash, now(), now() from users where id = ${id}`
    .execute(service.deps.db)
    .then(
      () => assert.fail('two accounts of one address'),
      (error: Error & { detail?: string }) => error,
    )
  assert.match(fault.detail ?? '', new RegExp(email))
  const own = Object.assign(new Error('a job failed'), { cause: fault, payload: { email } })
  for (const described of [describeError(fault), describeError(own)])
    assert.doesNotMatch(JSON.stringify(described), new RegExp(email))
  assert.deepEqual(Object.keys(describeError(fault)).sort(), ['code', 'constraint', 'message', 'stack', 'type'])
  assert.equal((describeError(own)['cause'] as Record<string, unknown>)['constraint'], 'users_email_key')
})

it('the log of a process names routes, and nothing of what was sent to them, also of what failed', async (t) => {
  const { url: DATABASE_URL, drop } = await createTestDatabase()
  t.after(drop)
  const environment = { DATABASE_URL, DATA_DIR: await temporaryFolder(t), DEMO_DATA: 'false', LOG_LEVEL: 'debug' }
  const service = await startProcess(t, environment)
  const send = (path: string, body?: unknown) =>
    fetch(`${service.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        'device-id': 'secret-device',
        'access-token': 'secret-token',
        'idempotency-key': 'secret-key-of-a-request',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const credentials = { email: 'secret-address@example.com', password: 'secret-password' }
  assert.equal((await send('/user/login', credentials)).status, 401)
  assert.equal((await send('/catalog/products?q=secret-words')).status, 401)
  assert.equal((await send('/secret-path')).status, 404)
  assert.equal((await send('/user/login', { ...credentials, more: 'secret-field' })).status, 400)
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  await client.query('alter table users rename to users_elsewhere')
  await client.end()
  assert.equal((await send('/user/login', credentials)).status, 500)
  await until(() => service.output().includes('"status":500'), 'the last line')
  const lines = service.output()
  assert.match(lines, /"msg":"request failed"/)
  assert.match(lines, /"route":"\/user\/login"/)
  assert.doesNotMatch(lines, /secret/)
})
