import { bySystem, recordAudit } from '#src/platform/audit/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { deleteApiKeys, deleteInvitations } from './leak-queries.ts'
import { secretsReplaced } from './staff/letters.ts'
import { mailOwners } from './staff/mail-owners.ts'

/** The ended secrets of a shop. */
export interface EndedOfShop {
  apiKeys: number
  invitations: number
  webhooks: number
}

/**
 * Revokes all API keys and invitations of a shop, records the replacement of its secrets in its audit log, and mails
 * the owners what they have to make anew. `webhooks` is the number of webhook secrets replaced in this transaction.
 */
export async function endSecretsOfShop(
  transaction: Transaction,
  merchantId: string,
  webhooks: number,
): Promise<EndedOfShop> {
  const invitations = await deleteInvitations(transaction, merchantId)
  const apiKeys = await deleteApiKeys(transaction, merchantId)
  await recordAudit(transaction, { merchantId, cause: bySystem }, [
    ...invitations.map((targetId) => ({ action: 'invitation.revoked', targetId }) as const),
    ...apiKeys.map((targetId) => ({ action: 'api_key.revoked', targetId }) as const),
    { action: 'secrets.replaced', targetId: merchantId },
  ])
  const ended = { apiKeys: apiKeys.length, invitations: invitations.length, webhooks }
  await mailOwners(transaction, merchantId, secretsReplaced, ended)
  return ended
}
