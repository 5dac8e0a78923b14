import { inTransaction } from '#src/platform/db/transaction.ts'
import type { Background, Sweep } from '#src/platform/jobs/index.ts'
import { foldDeliveryCounts, tidyDeliveryCounts } from './deliveries/count-queries.ts'
import type { Dependencies } from './dependencies.ts'
import { countEvents } from './event-log/count-queries.ts'
import { selectLogEnd } from './event-log/queries.ts'
import { dropOldPartitions, forgetDeletedSubscriptions, makePartitionsAhead } from './event-log/retention.ts'
import { endWaitingDeliveries, selectClosedWithWaiting } from './subscriptions/end-waiting-queries.ts'
import { resealSecrets } from './subscriptions/reseal-secrets.ts'
import { switchOffFailing } from './subscriptions/switch-off.ts'

const batchSize = 2_000

/** Ends what waits for subscriptions that are switched off or gone, and what was committed while they were closed. */
export const endDeliveriesOfClosed: Sweep<Dependencies> = {
  name: 'webhooks.end-deliveries-of-closed',
  everyMs: () => 2_000,
  async run({ db }: Dependencies) {
    for (const key of await selectClosedWithWaiting(db)) {
      const endBatch = () => inTransaction(db, (transaction) => endWaitingDeliveries(transaction, key, batchSize))
      while ((await endBatch()) > 0);
    }
  },
}

/** From so many folded rows on, their space is given back at once. */
const tidyFrom = 2_000

/** Brings the counts up to date. Totals are exact without it, too; it keeps them quick. */
export const foldCounts: Sweep<Dependencies> = {
  name: 'webhooks.fold-delivery-counts',
  everyMs: () => 1_000,
  async run({ db }) {
    if ((await foldDeliveryCounts(db)) >= tidyFrom) await tidyDeliveryCounts(db)
  },
}

/** Counts what the log of events has come to hold. Its totals are exact without it, too; it keeps them quick. */
export const countLog: Sweep<Dependencies> = {
  name: 'webhooks.count-events',
  everyMs: () => 1_000,
  async run({ db }) {
    const end = await selectLogEnd(db)
    while (!(await inTransaction(db, (transaction) => countEvents(transaction, end))));
  },
}

export const webhooksBackground: Background<Dependencies> = {
  sweeps: [
    endDeliveriesOfClosed,
    foldCounts,
    countLog,
    switchOffFailing,
    makePartitionsAhead,
    dropOldPartitions,
    resealSecrets,
    forgetDeletedSubscriptions,
  ],
}
