import { lockStocks } from '#src/modules/inventory/index.ts'
import { type AuditEntry, recordAudit } from '#src/platform/audit/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { toCommonScale } from '#src/platform/lib/money.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { updateProducts } from '../import/queries.ts'
import { productChanges } from '../products/field-values.ts'
import { productEvent } from '../products/manage-products.ts'
import { endJob, type Failure, type JobRow, lockJob, recordChunk } from './job-queries.ts'
import { type CandidateRow, lockCandidates, selectNextIds } from './queries.ts'
import { type Decide, type ProductValues, readChange } from './rules.ts'
import type { ChangeInput } from './schemas.ts'

/** Products per transaction: orders of them wait for its locks. */
const chunkSize = 500

/** A chunk of a job in the transaction that also writes how far it is. True if there may be another. */
export async function changeChunk(
  transaction: Transaction,
  { merchantId, jobId }: { merchantId: string; jobId: string },
): Promise<boolean> {
  const job = await lockJob(transaction, merchantId, jobId)
  if (job === undefined) return false
  const ids = await selectNextIds(transaction, job, chunkSize)
  const position = ids.at(-1)
  if (position === undefined) {
    await endJob(transaction, job)
    return false
  }
  const change = job.change as ChangeInput
  // Lock order: stock, then product. A change of status also writes the low stock list, hence the lock.
  if (change.status !== undefined) await lockStocks(transaction, merchantId, ids)
  const rows = await lockCandidates(transaction, merchantId, ids)
  if (isOfPrices(change) && rows.some(({ currency }) => currency !== job.currency)) {
    await endJob(transaction, job, otherCurrency)
    return false
  }
  const { changed, failures } = decideAll(rows, readChange(change, job))
  await writeChanges(transaction, job, changed)
  const found = new Set(rows.map(({ id }) => id))
  const missing = ids.filter((id) => !found.has(id)).map((id): Failure => ({ id, ...notThere }))
  await recordChunk(transaction, job, {
    position,
    done: ids.length,
    changed: changed.length,
    failures: [...failures, ...missing],
  })
  return true
}

const notThere = { sku: null, field: 'ids', message: 'is not the id of a product of this shop' }

const otherCurrency: Failure = {
  id: null,
  sku: null,
  field: 'change',
  message: 'the currency of the shop has changed; what was changed stays: start a new job for the rest',
}

function isOfPrices({ price, compare_at_price: compareAt }: ChangeInput): boolean {
  return price !== undefined || compareAt !== undefined
}

export interface Changed {
  row: CandidateRow
  values: Partial<ProductValues>
}

/** What becomes of each product; of those that are left out nothing does. */
export function decideAll(
  rows: readonly CandidateRow[],
  decide: Decide,
): { changed: Changed[]; failures: (Failure & { id: string })[] } {
  const changed: Changed[] = []
  const failures: (Failure & { id: string })[] = []
  for (const row of rows) {
    const outcome = decide(row)
    if ('fault' in outcome) failures.push({ id: row.id, sku: row.sku, ...outcome.fault })
    else if (Object.keys(outcome.values).length > 0) changed.push({ row, values: outcome.values })
  }
  return { changed, failures }
}

/** As if each were changed alone: with its version, its event and its entry in the audit log. */
async function writeChanges(transaction: Transaction, job: JobRow, changed: readonly Changed[]): Promise<void> {
  if (changed.length === 0) return
  const { merchant_id: merchantId } = job
  const updates = changed.map(({ row: { id, currency }, values }) => ({
    id,
    ...values,
    ...(values.price_minor !== undefined && { price_common: toCommonScale(values.price_minor, currency) }),
  }))
  const rows = await updateProducts(transaction, merchantId, updates)
  await emit(
    transaction,
    rows.map((row) => productEvent('product.updated', row)),
  )
  const entries = rows.map(
    (row): AuditEntry => ({
      action: 'product.updated',
      targetId: row.id,
      changes: productChanges(row.before, row),
    }),
  )
  await recordAudit(transaction, { merchantId, cause: job.cause }, entries)
}
