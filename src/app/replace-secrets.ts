import { type EndedSecrets, endSecrets } from '#src/modules/identity/index.ts'
import { type EndedOfShop, endSecretsOfShop, merchantIds } from '#src/modules/merchants/index.ts'
import { replaceWebhookSecrets } from '#src/modules/webhooks/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { forgetAllResponses } from '#src/platform/http/requests/idempotency.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'

export interface ReplacedSecrets extends EndedSecrets, EndedOfShop {
  shops: number
  storedAnswers: number
}

/**
 * Ends or replaces every secret in the database that a leaked dump or log could have held. Each batch and each shop is
 * a transaction of its own; after a failure run it again.
 */
export async function replaceSecrets(deps: Databases & { seal: Seal }): Promise<ReplacedSecrets> {
  const ended = await endSecrets(deps.db)
  const ids = await merchantIds(deps.db)
  const sums: EndedOfShop = { apiKeys: 0, invitations: 0, webhooks: 0 }
  for (const id of ids) {
    const ofShop = await inTransaction(deps.shop(id), async (transaction) =>
      endSecretsOfShop(transaction, id, await replaceWebhookSecrets(transaction, deps, id)),
    )
    for (const key of Object.keys(sums) as (keyof EndedOfShop)[]) sums[key] += ofShop[key]
  }
  const storedAnswers = await forgetAllResponses(deps.db)
  return { ...ended, ...sums, shops: ids.length, storedAnswers }
}
