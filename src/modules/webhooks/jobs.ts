import { inTransaction } from '#src/platform/db/transaction.ts'
import type { Background } from '#src/platform/jobs/runner.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import { expireWaiting } from './deliveries/expire-waiting.ts'
import type { Dependencies } from './dependencies.ts'
import { eraseEvents } from './event-log/erase-events.ts'
import { numberLog } from './event-log/numbering.ts'
import { dropOldPartitions, forgetDeletedSubscriptions, makePartitionsAhead } from './event-log/retention.ts'
import {
  endWaitingDeliveries,
  forgetFailuresOfDeleted,
  selectClosedWithWaiting,
} from './subscriptions/end-waiting-queries.ts'
import { switchOffFailing } from './subscriptions/switch-off.ts'

const batchSize = 2_000

/** Ends the waiting deliveries of inactive or deleted subscriptions, including those committed meanwhile. */
export const endDeliveriesOfClosed: Sweep<Dependencies> = {
  name: 'webhooks.end-deliveries-of-closed',
  everyMs: () => 2_000,
  async run({ db }) {
    for (const key of await selectClosedWithWaiting(db)) {
      const endBatch = () => inTransaction(db, (transaction) => endWaitingDeliveries(transaction, key, batchSize))
      while ((await endBatch()) > 0);
    }
    await forgetFailuresOfDeleted(db)
  },
}

export const webhooksBackground: Background<Dependencies> = {
  sweeps: [
    endDeliveriesOfClosed,
    numberLog,
    eraseEvents,
    switchOffFailing,
    expireWaiting,
    makePartitionsAhead,
    dropOldPartitions,
    forgetDeletedSubscriptions,
  ],
  // Processes that do not deliver do not load the HTTP client.
  start: async (deps) => (await import('./engine/engine.ts')).startDeliveryEngine(deps),
}
