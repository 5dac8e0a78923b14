import { inTransaction } from '#src/platform/db/transaction.ts'
import type { Background } from '#src/platform/jobs/runner.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import type { Dependencies } from './dependencies.ts'
import { createPartitions, dropPartitions } from './retention-queries.ts'

const retentionDays = 400
/** Two months leave time to notice a failure. */
const monthsAhead = 2

const makeAuditPartitions: Sweep<Dependencies> = {
  name: 'audit.make-partitions',
  everyMs: () => 600_000,
  run: ({ db }) => inTransaction(db, (transaction) => createPartitions(transaction, monthsAhead)),
}

/** Entries are dropped with the partition of their month, once all of it is older than 400 days. */
const dropAuditPartitions: Sweep<Dependencies> = {
  name: 'audit.drop-partitions',
  everyMs: () => 600_000,
  run: ({ db }) => inTransaction(db, (transaction) => dropPartitions(transaction, retentionDays)),
}

export const auditBackground: Background<Dependencies> = {
  sweeps: [makeAuditPartitions, dropAuditPartitions],
}
