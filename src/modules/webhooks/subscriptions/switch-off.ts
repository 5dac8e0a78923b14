import { mailOwners } from '#src/modules/merchants/index.ts'
import { bySystem, recordAudit } from '#src/platform/audit/index.ts'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { subscriptionDisabled } from '../letters.ts'
import type { RetryPeriod } from './rules.ts'
import { selectFailingFor, switchOffReceiver, switchOffSubscription } from './switch-off-queries.ts'

interface Limit {
  retryFor: RetryPeriod
  seconds: number
  reason: string
}

/** With three days of retries, the first delivery has made all of its retries after four days. */
const limits: readonly Limit[] = [
  { retryFor: 'specified', seconds: 86_400, reason: 'every delivery failed for 24 hours' },
  { retryFor: '3 days', seconds: 4 * 86_400, reason: 'every delivery failed for four days' },
]

/** Switches off subscriptions whose receiver has failed for too long, and mails the owners: one transaction each. */
export const switchOffFailing: Sweep<Dependencies> = {
  name: 'webhooks.switch-off-failing',
  everyMs: () => 60_000,
  async run({ db }) {
    for (const limit of limits)
      for (const id of await selectFailingFor(db, limit.retryFor, limit.seconds)) await switchOff(db, id, limit)
  },
}

async function switchOff(db: Database, id: string, { reason, seconds }: Limit): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const subscription = await switchOffSubscription(transaction, id, reason, seconds)
    if (subscription !== undefined) await announce(transaction, id, subscription, reason)
  })
}

const goneReason = 'the receiver answered 410 Gone'

/**
 * Switches off a subscription whose receiver answered 410 Gone, and mails the owners. False if the subscription has
 * another URL by now, or was switched off meanwhile.
 */
export async function switchOffGone(db: Database, receiver: { subscriptionId: string; url: string }): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const subscription = await switchOffReceiver(transaction, receiver, goneReason)
    if (subscription !== undefined) await announce(transaction, receiver.subscriptionId, subscription, goneReason)
    return subscription !== undefined
  })
}

async function announce(
  transaction: Transaction,
  targetId: string,
  { merchant_id: merchantId, url }: { merchant_id: string; url: string },
  reason: string,
): Promise<void> {
  const changes = { active: [true, false], disabled_reason: [null, reason] } as const
  await recordAudit(transaction, { merchantId, cause: bySystem }, [{ action: 'webhook.updated', targetId, changes }])
  await mailOwners(transaction, merchantId, subscriptionDisabled, { url, reason })
}
