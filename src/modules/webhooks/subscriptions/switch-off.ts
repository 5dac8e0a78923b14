import { mailOwners } from '#src/modules/merchants/index.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { selectHopeless, switchOffSubscription } from './switch-off-queries.ts'

/** A receiver that has failed for so long, and taken nothing in between, is given up. */
const giveUpAfterSeconds = 86_400
const reason = 'every delivery failed for 24 hours'

/** Switches subscriptions off whose receiver is gone for good, and tells the owners, in one transaction each. */
export const switchOffFailing: Sweep<Dependencies> = {
  name: 'webhooks.switch-off-failing',
  everyMs: () => 60_000,
  async run(deps) {
    for (const id of await selectHopeless(deps.db, giveUpAfterSeconds)) await switchOff(deps, id)
  },
}

async function switchOff({ db, merchants }: Pick<Dependencies, 'db' | 'merchants'>, id: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const subscription = await switchOffSubscription(transaction, id, reason, giveUpAfterSeconds)
    if (subscription === undefined) return
    const merchant = await merchants.find(subscription.merchant_id)
    const data = { merchant: merchant?.name ?? '', url: subscription.url, reason }
    await mailOwners(transaction, subscription.merchant_id, 'subscription_disabled', data)
  })
}
