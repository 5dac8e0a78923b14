import assert from 'node:assert/strict'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { lockKey } from '#src/platform/http/requests/idempotency-queries.ts'
import type { TestApp } from './app.ts'

/** Sends a request while another one with the same Idempotency-Key of the same owner is not yet finished. */
export function duringAnother<T>(
  { deps }: Pick<TestApp, 'deps'>,
  owner: string,
  key: string,
  send: () => Promise<T>,
): Promise<T> {
  return inTransaction(deps.db, async (running) => {
    assert.ok(await lockKey(running, owner, key))
    return send()
  })
}
