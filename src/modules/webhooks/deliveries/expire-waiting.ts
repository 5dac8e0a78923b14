import { mailOwners } from '#src/modules/merchants/index.ts'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { deliveriesExpired } from '../letters.ts'
import type { SubscriptionKey } from '../subscriptions/queries.ts'
import { failOverdue, noteMailed, selectOverdue } from './expire-waiting-queries.ts'
import { expiredCounter } from './queue-metrics.ts'

const batchSize = 2_000
const reason = 'expired: waited too long'
/** A receiver slower than its events expires some every minute; its owners get one mail a day. */
const mailEverySeconds = 86_400

/**
 * Back-pressure: fails deliveries that have waited WEBHOOK_MAX_WAIT_SECONDS for their first attempt, oldest first. They
 * can be recovered. The owners get a mail; the metric and the log say how many.
 */
export const expireWaiting: Sweep<Dependencies> = {
  name: 'webhooks.expire-waiting',
  everyMs: ({ config }) => Math.min(60_000, config.WEBHOOK_MAX_WAIT_SECONDS * 250),
  async run(deps) {
    for (const key of await selectOverdue(deps.db, deps.config.WEBHOOK_MAX_WAIT_SECONDS)) {
      let expired = 0
      for (let count = -1; count !== 0; expired += count) count = await expireBatch(deps, key)
      if (expired === 0) continue
      expiredCounter(deps.metrics).inc(expired)
      deps.logger.warn({ subscription: key.subscriptionId, expired }, 'deliveries waited too long and have failed')
    }
  },
}

async function expireBatch({ db, config }: Dependencies & { db: Database }, key: SubscriptionKey): Promise<number> {
  const seconds = config.WEBHOOK_MAX_WAIT_SECONDS
  return inTransaction(db, async (transaction) => {
    const count = await failOverdue(transaction, key, { seconds, limit: batchSize, reason })
    const url = count > 0 ? await noteMailed(transaction, key, mailEverySeconds) : undefined
    if (url === undefined) return count
    const hours = Math.round(seconds / 3_600)
    await mailOwners(transaction, key.merchantId, deliveriesExpired, { url, hours })
    return count
  })
}
