import { onCommit, type Transaction } from '#src/platform/db/transaction.ts'
import { forgetResponses } from '#src/platform/http/requests/idempotency.ts'
import { type AtShops, emitAtShops } from '../accounts/user-events.ts'
import { eraseAddresses } from '../addresses/queries.ts'
import { eraseEmailChanges } from '../email-change/queries.ts'
import { deleteMailTokens } from '../mails/token-queries.ts'
import { eraseSessions, selectDevices } from '../sessions/queries.ts'
import { deleteRefreshAnswers } from '../sessions/refresh-queries.ts'
import type { Revocations } from '../sessions/revocations.ts'
import { deleteSecondFactor } from '../two-factor/queries.ts'

/** Deletes all data of a user whose row has been erased, with the address in it, and ends all sessions. */
export async function erasePerson(
  transaction: Transaction,
  deps: AtShops & { revocations: Revocations },
  userId: string,
  email: string | null,
): Promise<void> {
  await deleteSecondFactor(transaction, userId)
  await deleteMailTokens(transaction, userId)
  await eraseEmailChanges(transaction, userId)
  await eraseAddresses(transaction, userId)
  const deviceIds = await selectDevices(transaction, userId)
  const ended = await eraseSessions(transaction, userId)
  await deleteRefreshAnswers(transaction, userId)
  onCommit(transaction, () => deps.revocations.add(ended))
  await forgetResponses(transaction, { id: userId, deviceIds })
  for (const erase of deps.erasers) await erase(transaction, userId, email)
  await emitAtShops(transaction, deps, 'user.deleted', userId)
}
