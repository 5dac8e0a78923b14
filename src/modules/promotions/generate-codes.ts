import { recordAudit } from '#src/platform/audit/index.ts'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { analyzeGrownTables } from '#src/platform/db/statistics.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { enqueue, type Job, turnMs } from '#src/platform/jobs/index.ts'
import { csvLine } from '#src/platform/lib/csv.ts'
import { AppError, invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId, randomLetters } from '#src/platform/lib/ids.ts'
import { type Page, type PageRequest, toPage } from '#src/platform/lib/page.ts'
import {
  type CodeBatchRow,
  type CodeRow,
  countCodes,
  countRequestedCodes,
  insertBatch,
  insertCodes,
  lockBatch,
  revokeCode,
  selectCodes,
} from './code-queries.ts'
import { isPrefix, punctuation, readCode } from './code-rules.ts'
import { findPromotion } from './manage-promotions.ts'
import { lockPromotions } from './queries.ts'

/** Random characters of a code: 50 bits. */
const codeLength = 10

/** Codes of one transaction. */
const chunk = 5_000

/** Of one promotion. */
const maxCodesOfPromotion = 1_000_000

/** Begins a job that makes single-use codes. @throws AppError NOT_FOUND, VALIDATION_ERROR, CONFLICT */
export function startCodes(
  db: Executor,
  staff: Staff,
  promotionId: string,
  { count, prefix: given = '' }: { count: number; prefix?: string },
): Promise<CodeBatchRow> {
  const { merchantId } = staff
  const prefix = readCode(given)
  if (!isPrefix(prefix))
    throw invalid({ field: 'prefix', message: `can hold letters, digits, blanks and ${punctuation.trim()}` })
  return inTransaction(db, async (transaction) => {
    await lockPromotions(transaction, merchantId)
    await findPromotion(transaction, merchantId, promotionId)
    if ((await countRequestedCodes(transaction, merchantId, promotionId)) + count > maxCodesOfPromotion)
      throw new AppError('CONFLICT', `a promotion has at most ${maxCodesOfPromotion} codes`)
    const row = { id: newId(), promotion_id: promotionId.toLowerCase(), prefix, wanted: count }
    const batch = await insertBatch(transaction, merchantId, row)
    await enqueue(transaction, makeCodes, { merchantId, batchId: batch.id }, `codes:${batch.id}`)
    const changes = { count: [null, count] } as const
    await recordAudit(transaction, staff, [{ action: 'promotion.codes_created', targetId: promotionId, changes }])
    return batch
  })
}

/** Makes the codes of a batch. After a crash it goes on behind the last chunk that was committed. */
export const makeCodes: Job<{ merchantId: string; batchId: string }, { shop(merchantId: string): Database }> = {
  name: 'promotions.make-codes',
  costly: true,
  async run({ shop }, { merchantId, batchId }) {
    const db = shop(merchantId)
    const end = performance.now() + turnMs
    while (await inTransaction(db, (transaction) => makeChunk(transaction, merchantId, batchId))) {
      await analyzeGrownTables(db)
      // The rest follows behind the jobs of other shops.
      if (performance.now() > end) return enqueue(db, makeCodes, { merchantId, batchId }, `codes:${batchId}`)
    }
  },
}

async function makeChunk(transaction: Transaction, merchantId: string, batchId: string): Promise<boolean> {
  const batch = await lockBatch(transaction, merchantId, batchId)
  // The promotion was deleted.
  if (batch === undefined) return false
  const left = Math.min(chunk, batch.wanted - batch.made)
  if (left === 0) return false
  const codes = new Set<string>()
  while (codes.size < left) codes.add(batch.prefix + randomLetters(codeLength))
  await insertCodes(transaction, merchantId, batch, [...codes].sort())
  return true
}

interface CodeList {
  merchantId: string
  promotionId: string
}

/** A page of the generated codes of a promotion. @throws AppError NOT_FOUND */
export async function listCodes(db: Executor, list: CodeList, request: PageRequest): Promise<Page<CodeRow>> {
  await findPromotion(db, list.merchantId, list.promotionId)
  const rows = await selectCodes(db, list, request)
  return toPage(
    rows,
    request,
    () => countCodes(db, list),
    ({ code }) => [code],
  )
}

/** Nobody can use the code any more; an order that has it keeps it. @throws AppError NOT_FOUND */
export function removeCode(db: Executor, staff: Staff, promotionId: string, code: string): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const outcome = await revokeCode(transaction, { merchantId: staff.merchantId, promotionId }, readCode(code))
    if (outcome === undefined) throw notFound('code')
    if (outcome === 'revoked')
      await recordAudit(transaction, staff, [{ action: 'promotion.code_revoked', targetId: promotionId }])
  })
}

export function statusOf({ revoked_at, order_id }: CodeRow): 'unused' | 'used' | 'revoked' {
  return order_id !== null ? 'used' : revoked_at === null ? 'unused' : 'revoked'
}

/** Runs one read, which may begin again on another server. */
type Read = <T>(read: (db: Executor) => Promise<T>) => Promise<T>

/** All generated codes of a promotion as CSV; batches are read as the client reads. */
export async function* exportCodes(read: Read, list: CodeList): AsyncGenerator<string> {
  yield csvLine(['code', 'status', 'order_id', 'created_at'])
  for (let after: [string] | undefined; ; ) {
    const range = { limit: 1_000, offset: 0, after }
    const rows = (await read((db) => selectCodes(db, list, range))).slice(0, range.limit)
    yield rows.map((row) => csvLine([row.code, statusOf(row), row.order_id, row.created_at.toISOString()])).join('')
    const last = rows.at(-1)
    if (last === undefined || rows.length < range.limit) return
    after = [last.code]
  }
}
