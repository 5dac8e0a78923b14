import { inTransaction } from '#src/platform/db/transaction.ts'
import type { Background } from '#src/platform/jobs/runner.ts'
import { type RollupServices, rollupSweep } from '#src/platform/rollups/index.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import type { Dependencies } from './dependencies.ts'
import { createPartitions, dropPartitions, foldCounts } from './retention-queries.ts'

const keepDays = 400
/** So there are two months to notice a failure. */
const monthsAhead = 2

export const makeAuditPartitions: Sweep<Dependencies> = {
  name: 'audit.make-partitions',
  of: 'shops',
  everyMs: () => 600_000,
  run: ({ db }) => inTransaction(db, (transaction) => createPartitions(transaction, monthsAhead)),
}

/** Entries are dropped with the partition of their month, once all of it is older than 400 days. */
export const dropAuditPartitions: Sweep<Dependencies> = {
  name: 'audit.drop-partitions',
  of: 'shops',
  everyMs: () => 600_000,
  run: ({ db }) => inTransaction(db, (transaction) => dropPartitions(transaction, keepDays)),
}

const foldAuditCounts = rollupSweep({
  name: 'audit.fold-counts',
  of: 'shops',
  changes: 'audit_count_changes',
  fold: async (transaction) => ({ folded: await foldCounts(transaction) }),
})

export const auditBackground: Background<Dependencies & RollupServices> = {
  sweeps: [makeAuditPartitions, dropAuditPartitions, foldAuditCounts],
}
