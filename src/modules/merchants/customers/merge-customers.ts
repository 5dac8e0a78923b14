import { recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, invalid } from '#src/platform/lib/errors.ts'
import { lacksPermission } from '#src/platform/lib/permissions.ts'
import { customerNotFound, readCustomer, tellUserUpdated } from './manage-customers.ts'
import { lockBoth, mergeRecords, selectCreditHolders, selectPresentIds } from './merge-queries.ts'
import { type CustomerDetailsRow, selectCustomer } from './queries.ts'

/**
 * Makes two customers of the shop one: `id` goes into `into`, with its orders, returns, drafts, store credit, groups
 * and comments, and leads to it from then on. The same merge again answers the same.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR, CONFLICT, INSUFFICIENT_PERMISSIONS
 */
export function mergeCustomers(db: Executor, staff: Staff, id: string, into: string): Promise<CustomerDetailsRow> {
  const { merchantId } = staff
  return inTransaction(db, async (transaction) => {
    const [gone, stays] = await lockPair(transaction, merchantId, id, into)
    if (gone === stays) {
      if (id.toLowerCase() !== gone) return readCustomer(transaction, merchantId, stays)
      throw invalid({ field: 'into', message: 'must be another customer' })
    }
    const [former, known] = [
      await selectCustomer(transaction, merchantId, gone),
      await selectCustomer(transaction, merchantId, stays),
    ]
    if (former === undefined || former.is_erased) throw customerNotFound()
    if (known === undefined || known.is_erased) throw customerNotFound('into')
    if (id.toLowerCase() !== gone)
      throw new AppError('CONFLICT', 'this customer was merged into another one', {
        details: { customer_id: gone },
      })
    if (former.account)
      throw new AppError(
        'CONFLICT',
        'a customer with an account cannot be merged into another: merge the other one into this one',
      )
    await checkCredit(transaction, staff, gone, stays)
    await mergeRecords(transaction, merchantId, gone, stays)
    await recordAudit(transaction, staff, [
      { action: 'customer.merged', targetId: gone, changes: { into: [null, stays] } },
      { action: 'customer.merged', targetId: stays, changes: { from: [null, gone] } },
    ])
    const after = await readCustomer(transaction, merchantId, stays)
    await tellUserUpdated(transaction, merchantId, after)
    return after
  })
}

/**
 * Locks both by their present ids, in the order of the ids. Another merge is waited for, and then seen.
 * @throws AppError NOT_FOUND, CONFLICT
 */
async function lockPair(
  transaction: Transaction,
  merchantId: string,
  id: string,
  into: string,
): Promise<[gone: string, stays: string]> {
  for (let attempt = 1; attempt <= 3; attempt++) {
    const [gone, stays] = await selectPresentIds(transaction, merchantId, [id, into])
    if (gone === null || gone === undefined) throw customerNotFound()
    if (stays === null || stays === undefined) throw customerNotFound('into')
    const pair = new Set([gone, stays])
    if ((await lockBoth(transaction, merchantId, [...pair])) === pair.size) return [gone, stays]
  }
  throw new AppError('CONFLICT', 'these customers are being changed; try again')
}

/** Value is moved by nobody who could not give it. @throws AppError INSUFFICIENT_PERMISSIONS, CONFLICT */
async function checkCredit(
  transaction: Transaction,
  { merchantId, permissions }: Staff,
  gone: string,
  stays: string,
): Promise<void> {
  const holders = await selectCreditHolders(transaction, merchantId, [gone, stays])
  if (!holders.includes(gone)) return
  if (!permissions.has('gift_cards.write')) throw lacksPermission('gift_cards.write')
  if (holders.includes(stays)) throw new AppError('CONFLICT', 'both customers have store credit: it cannot be combined')
}
