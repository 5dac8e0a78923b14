import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { analyzeGrownTables } from '#src/platform/db/statistics.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { enqueue, type Job, turnMs } from '#src/platform/jobs/index.ts'
import { invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { changeChunk, decideAll } from './change-chunk.ts'
import type { BulkFilter, Chosen } from './chosen.ts'
import { countAttempt, endJob, type Failure, insertJob, type JobProgress, selectJob } from './job-queries.ts'
import { presentValues } from './present.ts'
import { type CandidateRow, countChosen, selectCandidates } from './queries.ts'
import { type Pricing, readChange } from './rules.ts'
import type { ChangeProductsInput } from './schemas.ts'

/** The body of a request, as it is carried out. */
export interface BulkRequest {
  chosen: Chosen
  change: ChangeProductsInput['change']
}

/** Ids in lower case, each once, in their order. @throws AppError VALIDATION_ERROR unless it has ids or a filter */
export function readRequest({ ids, filter, change }: ChangeProductsInput): BulkRequest {
  if ((ids === undefined) === (filter === undefined)) {
    throw invalid({ field: 'ids', message: 'is required, or filter instead; not both' })
  }
  if (ids === undefined) return { chosen: { filter: filter as BulkFilter }, change }
  return { chosen: { ids: [...new Set(ids.map((id) => id.toLowerCase()))].sort() }, change }
}

/** How many errors and examples a dry run tells. */
const maxErrors = 100
const sampleSize = 10
const rehearsedAtOnce = 1_000

interface RehearsedChange extends Pick<CandidateRow, 'id' | 'sku' | 'name'> {
  before: ReturnType<typeof presentValues>
  after: ReturnType<typeof presentValues>
}

/** What a change would do. Reads the products in parts; other requests have their turn in between. */
export async function rehearseChange(
  db: Database,
  merchantId: string,
  { chosen, change }: BulkRequest,
  pricing: Pricing,
) {
  const decide = readChange(change, pricing)
  const result = { matched: 0, changed: 0, failed: 0 }
  const errors: (Failure & { id: string })[] = []
  const sample: RehearsedChange[] = []
  let after: string | null = null
  for (;;) {
    const rows: CandidateRow[] = await selectCandidates(db, merchantId, chosen, { after, limit: rehearsedAtOnce })
    const { changed, failures } = decideAll(rows, decide)
    result.matched += rows.length
    result.changed += changed.length
    result.failed += failures.length
    errors.push(...failures.slice(0, maxErrors - errors.length))
    for (const { row, values } of changed.slice(0, sampleSize - sample.length)) {
      const { id, sku, name } = row
      const [before, next] = [presentValues(row, values), presentValues({ ...row, ...values }, values)]
      sample.push({ id, sku, name, before, after: next })
    }
    after = rows.at(-1)?.id ?? null
    if (after === null || rows.length < rehearsedAtOnce) return { ...result, errors, sample }
    await nextTurn()
  }
}

/** Begins the job. @throws AppError VALIDATION_ERROR */
export async function startChange(
  executor: Executor,
  { merchantId, cause }: Pick<Staff, 'merchantId' | 'cause'>,
  { chosen, change }: BulkRequest,
  pricing: Pricing,
): Promise<JobProgress> {
  // It says what is wrong with the change before there is a job.
  readChange(change, pricing)
  const ids = 'ids' in chosen ? [...chosen.ids] : null
  const filter = 'filter' in chosen ? chosen.filter : null
  return inTransaction(executor, async (transaction) => {
    const total = ids?.length ?? (await countChosen(transaction, merchantId, filter ?? {}))
    const job = await insertJob(transaction, {
      merchant_id: merchantId,
      id: newId(),
      change,
      ids,
      filter,
      cause,
      total,
      ...pricing,
    })
    await enqueue(transaction, changeProducts, { merchantId, jobId: job.id }, `bulk:${job.id}`)
    return job
  })
}

/** @throws AppError NOT_FOUND */
export async function findJob(db: Database, merchantId: string, jobId: string): Promise<JobProgress> {
  const job = await selectJob(db, merchantId, jobId)
  if (job === undefined) throw notFound('job')
  return job
}

/** Attempts without progress; then the job has failed. The last is made about half an hour after the first. */
const maxAttempts = 8

/** Changes the products of a job. After a crash it goes on behind the last chunk that was committed. */
export const changeProducts: Job<{ merchantId: string; jobId: string }, { shop(merchantId: string): Database }> = {
  name: 'catalog.change-products',
  costly: true,
  async run({ shop }, payload) {
    const db = shop(payload.merchantId)
    const key = { merchant_id: payload.merchantId, id: payload.jobId }
    if ((await countAttempt(db, payload.merchantId, payload.jobId)) > maxAttempts) {
      return inTransaction(db, (transaction) => endJob(transaction, key, stuck))
    }
    const end = performance.now() + turnMs
    while (await inTransaction(db, (transaction) => changeChunk(transaction, payload))) {
      await analyzeGrownTables(db)
      // The rest follows behind the jobs of other shops.
      if (performance.now() > end) return enqueue(db, changeProducts, payload, `bulk:${payload.jobId}`)
    }
  },
}

const stuck: Failure = {
  id: null,
  sku: null,
  field: 'change',
  message: 'stopped after several attempts; what was changed stays: start a new job for the rest',
}
