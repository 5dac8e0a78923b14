import { sql } from 'kysely'
import type { Cause } from '#src/platform/audit/index.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { BulkFilter } from './chosen.ts'

/** Why a product was not changed; without an id, why the job has ended. */
export interface Failure {
  id: string | null
  sku: string | null
  field: string
  message: string
}

export interface JobProgress {
  id: string
  status: 'running' | 'completed' | 'failed'
  total: number
  done: number
  changed: number
  failed: number
  errors: Failure[]
  created_at: Date
  updated_at: Date
}

/** What a job is to do, and where it is. */
export interface JobRow {
  merchant_id: string
  id: string
  change: unknown
  ids: string[] | null
  filter: BulkFilter | null
  currency: string
  unit: number
  cause: Cause
  position: string | null
  created_at: Date
}

export type NewJob = Omit<JobRow, 'position' | 'created_at'> & { total: number }

export async function insertJob(executor: Executor, job: NewJob): Promise<JobProgress> {
  const { rows } = await sql<JobProgress>`
    insert into bulk_jobs (merchant_id, id, status, change, ids, filter, currency, unit, cause, total,
                           created_at, updated_at)
    values (${job.merchant_id}, ${job.id}, 'running', ${JSON.stringify(job.change)}::jsonb, ${job.ids}::uuid[],
            ${job.filter && JSON.stringify(job.filter)}::jsonb, ${job.currency}, ${job.unit},
            ${JSON.stringify(job.cause)}::jsonb, ${job.total}, now(), now())
    returning ${progressColumns}`.execute(executor)
  return rows[0] as JobProgress
}

const progressColumns = sql`id, status, total, done, changed, failed, errors, created_at, updated_at`

export async function selectJob(db: Executor, merchantId: string, jobId: string): Promise<JobProgress | undefined> {
  const { rows } = await sql<JobProgress>`
    select ${progressColumns} from bulk_jobs where merchant_id = ${merchantId} and id = ${jobId}`.execute(db)
  return rows[0]
}

/**
 * Locks a job that runs: two processes that run it, one of which has lost its lease, take turns. Custom plans, as for
 * an import: a generic one expects few rows.
 */
export async function lockJob(
  transaction: Transaction,
  merchantId: string,
  jobId: string,
): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`
    select merchant_id, id, change, ids, filter, currency, unit, cause, position, created_at,
           set_config('plan_cache_mode', 'force_custom_plan', true)
      from bulk_jobs where merchant_id = ${merchantId} and id = ${jobId} and status = 'running'
       for no key update`.execute(transaction)
  return rows[0]
}

/** Errors that a job stores; further ones are only counted. */
const maxErrors = 1_000

export interface ChunkResult {
  position: string
  done: number
  changed: number
  failures: readonly Failure[]
}

/** Records a chunk, in the transaction of its changes. */
export async function recordChunk(
  transaction: Transaction,
  { merchant_id: merchantId, id }: JobRow,
  { position, done, changed, failures }: ChunkResult,
): Promise<void> {
  await sql`
    update bulk_jobs
       set position = ${position}::uuid, done = done + ${done}, changed = changed + ${changed},
           failed = failed + ${failures.length}, attempts = 0, updated_at = now(),
           errors = case when jsonb_array_length(errors) >= ${maxErrors} then errors
                         else errors || ${JSON.stringify(failures.slice(0, maxErrors))}::jsonb end
     where merchant_id = ${merchantId} and id = ${id}`.execute(transaction)
}

/** Ends a job; what it had to do is forgotten. `why` it failed. */
export async function endJob(
  transaction: Transaction,
  { merchant_id: merchantId, id }: Pick<JobRow, 'merchant_id' | 'id'>,
  why?: Failure,
): Promise<void> {
  const errors = why === undefined ? sql`errors` : sql`${JSON.stringify([why])}::jsonb || errors`
  await sql`
    update bulk_jobs
       set status = ${why === undefined ? 'completed' : 'failed'}, errors = ${errors}, ids = null,
           total = case when ${why === undefined} then done else total end, updated_at = now()
     where merchant_id = ${merchantId} and id = ${id} and status = 'running'`.execute(transaction)
}

/** Counts an attempt; answers how many there were since the last progress. */
export async function countAttempt(db: Executor, merchantId: string, jobId: string): Promise<number> {
  const { rows } = await sql<{ attempts: number }>`
    update bulk_jobs set attempts = attempts + 1
     where merchant_id = ${merchantId} and id = ${jobId} and status = 'running'
    returning attempts`.execute(db)
  return rows[0]?.attempts ?? 0
}
