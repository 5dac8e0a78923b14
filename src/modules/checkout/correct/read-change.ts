import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import { type DraftChange, draftFields } from '../staff/schemas.ts'
import type { Corrections, UpdateOrder } from './schemas.ts'

/** What staff says of orders alone: a draft has its customer's. */
const ofOrders = ['email', 'phone', 'tags', 'assignee_id']

/** Whether it has a field that no order takes. */
export const isOfDraftsAlone = (given: UpdateOrder) => Object.keys(draftFields).some((field) => field in given)

/** @throws AppError VALIDATION_ERROR for fields of orders alone */
export function readDraftChange(given: UpdateOrder): DraftChange {
  refuse(given, ofOrders, 'is not of a draft: place it first')
  if (Object.keys(given).every((field) => field === 'expected_version'))
    throw invalid({ field: 'items', message: 'is required, or another field to change' })
  return given
}

/** @throws AppError VALIDATION_ERROR for fields of drafts alone */
export function readCorrection(given: UpdateOrder): Corrections & Pick<UpdateOrder, 'status' | 'expected_version'> {
  refuse(given, Object.keys(draftFields), 'is of a draft; POST /admin/orders/{id}/edits changes an order')
  return given
}

function refuse(given: object, fields: readonly string[], message: string): void {
  const faults: FieldFault[] = fields.filter((field) => field in given).map((field) => ({ field, message }))
  if (faults.length > 0) throw invalid(...faults)
}
