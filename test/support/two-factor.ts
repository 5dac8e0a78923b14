import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import type { TestApp } from './app.ts'

export interface Authenticator {
  secret: string
  /** The code of the current time step, or of one a number of steps away. */
  code(steps?: number): string
}

export interface Enrolled extends Authenticator {
  recoveryCodes: string[]
}

export function authenticator(secret: string): Authenticator {
  return { secret, code: (steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 }) }
}

/** Far from every step that is accepted. */
export const farSteps = 100

/** Switches the second factor of a signed-in user on, with the code of the current step still unused. */
export async function enrol(
  service: TestApp,
  user: { id: string; headers: Record<string, string> },
): Promise<Enrolled> {
  const { headers } = user
  const begun = await service.request('POST', '/user/two-factor', { headers })
  assert.equal(begun.status, 200, JSON.stringify(begun.body))
  const made = authenticator(begun.body.data.secret)
  const confirmed = await service.request('POST', '/user/two-factor/confirm', { headers, body: { code: made.code() } })
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body))
  await forgetUsedCodes(service, user.id)
  return { ...made, recoveryCodes: confirmed.body.data.recovery_codes }
}

/** Resets the last used time step, so that a test need not wait for the next one. */
export async function forgetUsedCodes(service: TestApp, userId: string): Promise<void> {
  await sql`update two_factors set last_step = 0 where user_id = ${userId}`.execute(service.deps.db)
}
