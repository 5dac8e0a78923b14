import { mailOwners } from '#src/modules/merchants/index.ts'
import { bySystem, recordAudit } from '#src/platform/audit/index.ts'
import type { Database } from '#src/platform/db/pool.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { selectFailingFor, switchOffSubscription } from './switch-off-queries.ts'

const switchOffAfterSeconds = 86_400
const reason = 'every delivery failed for 24 hours'

/** Switches off subscriptions whose receiver has only failed for 24 h, and mails the owners: one transaction each. */
export const switchOffFailing: Sweep<Dependencies> = {
  name: 'webhooks.switch-off-failing',
  of: 'shops',
  everyMs: () => 60_000,
  async run(deps) {
    for (const id of await selectFailingFor(deps.db, switchOffAfterSeconds)) await switchOff(deps.db, id)
  },
}

async function switchOff(db: Database, id: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const subscription = await switchOffSubscription(transaction, id, reason, switchOffAfterSeconds)
    if (subscription === undefined) return
    const entry = { action: 'webhook.updated', targetId: id, changes: { active: [true, false] } } as const
    await recordAudit(transaction, { merchantId: subscription.merchant_id, cause: bySystem }, [entry])
    const data = { url: subscription.url, reason }
    await mailOwners(transaction, subscription.merchant_id, 'subscription_disabled', data)
  })
}
