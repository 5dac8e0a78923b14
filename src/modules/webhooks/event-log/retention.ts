import { inTransaction } from '#src/platform/db/transaction.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { createPartitions, dropPartitions, purgeDeletedSubscriptions } from './retention-queries.ts'

const retentionDays = 30
const daysAhead = 7

/** The partitions of a day are made a week before it begins, so there is a week to notice a failure. */
export const makePartitionsAhead: Sweep<Dependencies> = {
  name: 'webhooks.make-partitions',
  everyMs: () => 600_000,
  run: ({ db }) => inTransaction(db, (transaction) => createPartitions(transaction, daysAhead)),
}

/** Events and deliveries are kept 30 days, then dropped with the partition of their day. */
export const dropOldPartitions: Sweep<Dependencies> = {
  name: 'webhooks.drop-partitions',
  everyMs: () => 600_000,
  run: ({ db }) => inTransaction(db, (transaction) => dropPartitions(transaction, retentionDays)),
}

/** The row of a deleted subscription is deleted a day after its last deliveries. */
export const forgetDeletedSubscriptions: Sweep<Dependencies> = {
  name: 'webhooks.forget-deleted',
  everyMs: () => 3_600_000,
  run: ({ db }) => purgeDeletedSubscriptions(db, retentionDays + 1),
}
