import { orderExists } from '#src/modules/orders/index.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { invalid, notFound } from '#src/platform/lib/errors.ts'
import type { Dependencies } from './dependencies.ts'
import { findStatement } from './find-statement.ts'
import { type CreditRow, selectCredits } from './queries.ts'
import { recordCredit } from './record-credit.ts'

export interface ChosenCredit {
  id: string
  /** Default: the proposed one. */
  order_id?: string | undefined
}

/**
 * Records chosen credits of a statement as payments. What is recorded already stays; what cannot be recorded says why.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR before anything is recorded
 */
export async function confirmCredits(
  deps: Dependencies,
  staff: Staff,
  id: string,
  chosen: readonly ChosenCredit[],
): Promise<void> {
  const { merchantId } = staff
  const db = deps.shop(merchantId)
  await findStatement(db, { merchantId, id })
  const byId = new Map((await selectCredits(db, { merchantId, id })).map((credit) => [credit.id, credit]))
  const pairs = chosen.map((one, index) => pairOf(one, index, byId))
  for (const orderId of new Set(pairs.map((pair) => pair.orderId)))
    if (!(await orderExists(db, { merchantId, orderId }))) throw notFound('order')
  for (const { credit, orderId } of pairs) await recordCredit(deps, staff, { credit, orderId, whole: false })
}

function pairOf({ id, order_id }: ChosenCredit, index: number, byId: ReadonlyMap<string, CreditRow>) {
  const credit = byId.get(id.toLowerCase())
  if (credit === undefined) throw notFound('credit')
  const orderId = order_id?.toLowerCase() ?? credit.order_id
  if (orderId === null)
    throw invalid({ field: `credits.${index}.order_id`, message: 'is required: no order was proposed for this credit' })
  return { credit, orderId }
}
