import { type Cause, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Origin } from '#src/platform/http/auth/authentication.ts'
import type { Role } from '#src/platform/lib/permissions.ts'
import { mailNewDevice } from '../mails/mailing.ts'
import { openSession, type TokenPair } from '../sessions/sessions.ts'
import type { AccessTokens } from '../sessions/tokens.ts'

/**
 * Opens the session of a sign-in, and mails the user if the device is new. The audit log of the merchant gets an entry
 * for an admin session. Undefined as in `openSession`.
 */
export async function openSignIn(
  executor: Executor,
  deps: { tokens: AccessTokens },
  user: { id: string; password_hash: string },
  { deviceId, merchantId }: Pick<Origin, 'deviceId' | 'merchantId'>,
  staff?: { merchantId: string; role: Role; cause: Cause },
): Promise<TokenPair | undefined> {
  return inTransaction(executor, async (transaction) => {
    const membership = staff && { merchantId: staff.merchantId, role: staff.role }
    const opened = await openSession(transaction, deps.tokens, user, deviceId, membership)
    if (opened === undefined) return undefined
    if (!opened.isFamiliarDevice) await mailNewDevice(transaction, user.id, staff ? undefined : merchantId)
    const entry = staff && ({ action: 'staff.signed_in', targetId: staff.merchantId } as const)
    if (entry) await recordAudit(transaction, staff, [entry])
    return opened.tokens
  })
}
