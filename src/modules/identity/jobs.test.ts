import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { forgetIdempotencyKeys } from '#src/platform/sweeps/idempotency-keys.ts'
import { startTestApp, unique } from '#test/support/app.ts'
import { makeUser } from '#test/support/factories.ts'
import { identityBackground } from './index.ts'

describe('retention in identity', () => {
  let service: Awaited<ReturnType<typeof startTestApp>>
  before(async () => {
    service = await startTestApp({ LOGIN_LIMIT_PER_MINUTE: '20' })
  })
  after(() => service.close())

  async function sweepAll(): Promise<void> {
    for (const sweep of [...(identityBackground.sweeps ?? []), forgetIdempotencyKeys]) await sweep.run(service.deps)
  }
  async function count(table: string, where = 'true'): Promise<number> {
    const { rows } = await sql<{
      n: number
    }>`select count(*) as n from ${sql.raw(table)} where ${sql.raw(where)}`.execute(service.deps.db)
    return rows[0]?.n ?? 0
  }
  const run = (statement: string) => sql.raw(statement).execute(service.deps.db)

  it('sessions that ended a month ago are deleted with their tokens; others stay', async () => {
    const [gone, revoked, lately, live] = await Promise.all(Array.from({ length: 4 }, () => makeUser(service)))
    await run(`update sessions set expires_at = now() - interval '31 days' where user_id = '${gone?.id}'`)
    await run(`update sessions set revoked_at = now() - interval '31 days' where user_id = '${revoked?.id}'`)
    await run(`update sessions set revoked_at = now() - interval '29 days' where user_id = '${lately?.id}'`)
    await sweepAll()
    const left = await service.deps.db.selectFrom('sessions').select('user_id').orderBy('user_id').execute()
    assert.deepEqual(
      left.map((row) => row.user_id),
      [lately?.id, live?.id].sort(),
    )
    assert.equal(await count('refresh_tokens'), 2)
  })

  it('expired mail tokens, attempt counts and stored responses are deleted; others stay', async () => {
    const user = await makeUser(service)
    const headers = { 'device-id': 'phone' }
    await run('delete from attempt_counts')
    for (const email of [unique('x'), unique('x')]) {
      await service.request('POST', '/user/login', { headers, body: { email, password: 'wrong password' } })
      const body = { email: `${email}@example.com`, password: 'a good password' }
      await service.request('POST', '/user/register', { headers: { ...headers, 'idempotency-key': email }, body })
      await sql`
        insert into mail_tokens (token_hash, user_id, purpose, email_key, created_at, expires_at)
        values (sha256(${email}::bytea), ${user.id}, 'verify_email', 'x', now(), now() + interval '1 hour')`.execute(
        service.deps.db,
      )
    }
    const counts = async () => [
      await count('mail_tokens'),
      await count('idempotency_keys'),
      await count('attempt_counts'),
    ]
    await sweepAll()
    assert.deepEqual(await counts(), [2, 2, 5])
    await run('update mail_tokens set expires_at = now() where token_hash = (select min(token_hash) from mail_tokens)')
    await run(
      `update idempotency_keys set created_at = now() - interval '25 hours'
        where key = (select min(key) from idempotency_keys)`,
    )
    await run("update attempt_counts set window_start = now() - interval '3 minutes' where count = 4")
    await sweepAll()
    assert.deepEqual(await counts(), [1, 1, 4])
  })
})
