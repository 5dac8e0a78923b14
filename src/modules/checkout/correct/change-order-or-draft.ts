import { orderExists, presentDraft, presentForStaff, selectDraft } from '#src/modules/orders/index.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, notFound } from '#src/platform/lib/errors.ts'
import type { Dependencies } from '../dependencies.ts'
import { changeDraft } from '../staff/save-draft.ts'
import { isOfDraftsAlone, readCorrection, readDraftChange } from './read-change.ts'
import type { UpdateOrder } from './schemas.ts'
import { updateOrder } from './update-order.ts'

/**
 * Corrects an order or changes a draft, whichever has the id. Orders come first, since most changes are of their
 * status, and no statement looks for a draft then.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR, and what correcting an order or pricing a draft may refuse
 */
export async function changeOrderOrDraft(deps: Dependencies, staff: Staff, id: string, body: UpdateOrder) {
  const services = { ...deps, db: deps.shop(staff.merchantId) }
  const key = { merchantId: staff.merchantId, orderId: id }
  const isDraft = async () => (await selectDraft(services.db, key)) !== undefined
  if (!isOfDraftsAlone(body)) {
    try {
      return presentForStaff(await updateOrder(services, staff, id, readCorrection(body)))
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND' || !(await isDraft())) throw error
    }
  } else if (!(await isDraft())) {
    if (!(await orderExists(services.db, key))) throw notFound('order')
    readCorrection(body)
  }
  const changed = await changeDraft(deps, services.db, staff, id, readDraftChange(body))
  return { ...presentDraft(changed, deps.config), ...(body.status === 'cancelled' && { status: body.status }) }
}
