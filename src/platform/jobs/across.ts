import type { Databases } from '#src/platform/db/databases.ts'
import type { Database } from '#src/platform/db/pool.ts'
import { inTransaction, onCommit, type Transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { type Job, maxAttempts } from './index.ts'
import { deleteJobs, insertApplied, insertLeasedJob } from './queries.ts'

/** What work on another database needs. */
export interface Across extends Databases {
  logger: Pick<Logger, 'error'>
}

/** Longer than the work takes, so that no worker does it as well. */
const leaseMs = 30_000

/**
 * Queues a job with this transaction, and does it after the commit, before the caller goes on: what the transaction
 * means in another database. If the process dies in between, or that database is away, a worker does it later.
 */
export async function followUp<Payload extends object, Dependencies extends Across>(
  transaction: Transaction,
  deps: Dependencies,
  job: Job<Payload, Dependencies>,
  payload: Payload,
): Promise<void> {
  const leased = { id: newId(), attempts: 1 }
  await insertLeasedJob(transaction, { ...leased, name: job.name, payload, maxAttempts }, leaseMs)
  onCommit(transaction, async (db) => {
    try {
      await job.run(deps, payload)
      await deleteJobs(db, [leased])
    } catch (error) {
      deps.logger.error({ err: error, id: leased.id, job: job.name }, 'work on another database is left to a worker')
    }
  })
}

/** Does the work of a job on this database in one transaction, once, however often the job runs. */
export async function applyOnce(
  db: Database,
  jobId: string,
  work: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    if (await insertApplied(transaction, jobId)) await work(transaction)
  })
}
