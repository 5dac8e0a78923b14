import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { hashPassword } from '#src/modules/identity/passwords/passwords.ts'
import type { TestApp } from './app.ts'
import type { SignedInUser } from './factories.ts'

export const limitedSettings = { LOGIN_LIMIT_PER_MINUTE: '5', TRUST_PROXY: 'true' }

interface From {
  device?: string
  address?: string
}

export function login(
  service: TestApp,
  email: string,
  password: string,
  { device = 'new', address = '192.0.2.1' }: From = {},
) {
  const headers = { 'device-id': device, 'x-forwarded-for': address }
  return service.request('POST', '/user/login', { headers, body: { email, password } })
}

export async function failTimes(
  service: TestApp,
  times: number,
  email: string,
  from: (n: number) => From = () => ({}),
) {
  const answers = []
  for (let n = 0; n < times; n++) answers.push(await login(service, email, 'wrong password', from(n)))
  return answers.map(({ status }) => status)
}

/** From now on the minutes in which failures are counted last longer than a test, however slow the machine is. */
export function prolongMinutes({ deps }: TestApp) {
  return sql`update attempt_counts set window_start = window_start + interval '10 minutes'`.execute(deps.db)
}

export function insertToken({ deps }: TestApp, user: SignedInUser, purpose: string, token: string) {
  return sql`
    insert into mail_tokens (token_hash, user_id, purpose, email_key, created_at, expires_at)
    values (sha256(${token}::bytea), ${user.id}, ${purpose}, ${user.email}, now(), now() + interval '1 hour')`.execute(
    deps.db,
  )
}

/** How many password hashes this process has begun: each is work on a thread, which its library gives no name. */
export async function countHashes(t: TestContext): Promise<() => number> {
  let begun = 0
  const hook = createHook({ init: (_, type) => void (type === 'undefined' && begun++) }).enable()
  t.after(() => hook.disable())
  await hashPassword('a password of this test')
  assert.equal(begun, 1)
  return () => begun - 1
}
