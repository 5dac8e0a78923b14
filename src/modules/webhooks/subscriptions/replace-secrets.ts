import { bySystem, recordAudit } from '#src/platform/audit/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { Dependencies } from '../dependencies.ts'
import { sealSecret } from '../sending/secrets.ts'
import { makeSecret } from '../sending/signature.ts'
import { overwriteSecret, selectSubscriptionIds } from './replace-secrets-queries.ts'

/**
 * Replaces the secrets of all webhooks of a shop without an overlap, because they may have leaked. The new ones are
 * shown to nobody; an owner rotates once more to get one. Returns how many.
 */
export async function replaceWebhookSecrets(
  transaction: Transaction,
  { seal }: Pick<Dependencies, 'seal'>,
  merchantId: string,
): Promise<number> {
  const ids = await selectSubscriptionIds(transaction, merchantId)
  for (const id of ids) await overwriteSecret(transaction, merchantId, id, sealSecret(seal, id, makeSecret()))
  const entries = ids.map((targetId) => ({ action: 'webhook.secret_rotated', targetId }) as const)
  await recordAudit(transaction, { merchantId, cause: bySystem }, entries)
  return ids.length
}
