import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Role } from '#src/platform/lib/permissions.ts'
import { mailNewDevice } from './mailing.ts'
import { openSession, type TokenPair } from './sessions.ts'
import type { AccessTokens } from './tokens.ts'

/**
 * Opens the session of a sign-in, and mails the user if the device was never seen before. Undefined as in
 * `openSession`.
 */
export async function openSignIn(
  executor: Executor,
  tokens: AccessTokens,
  user: { id: string; password_hash: string },
  deviceId: string,
  staff?: { merchantId: string; role: Role },
): Promise<TokenPair | undefined> {
  return inTransaction(executor, async (transaction) => {
    const opened = await openSession(transaction, tokens, user, deviceId, staff)
    if (opened && !opened.knownDevice) await mailNewDevice(transaction, user.id)
    return opened?.tokens
  })
}
