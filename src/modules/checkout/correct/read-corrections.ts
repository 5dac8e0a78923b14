import { isDeepStrictEqual } from 'node:util'
import { checkAddress } from '#src/modules/identity/index.ts'
import {
  type Corrected,
  type CorrectedField,
  correctedFields,
  leftOf,
  type OrderRow,
} from '#src/modules/orders/index.ts'
import { AppError, type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import { phoneFault, readPhone } from '#src/platform/lib/phone.ts'
import { readTags } from '#src/platform/lib/tags.ts'
import type { Corrections } from './schemas.ts'

/** The order as it is after the corrections, and what differs. @throws AppError VALIDATION_ERROR, INVALID_TRANSITION */
export function readCorrections(
  before: OrderRow,
  { email, phone, shipping_address, billing_address, tags, assignee_id, note }: Corrections,
): { corrected: Corrected; fields: CorrectedField[] } {
  const faults: FieldFault[] = []
  const billing = billing_address && checkAddress(billing_address, 'billing_address')
  const corrected: Corrected = {
    email: email ?? before.email,
    shipping_address:
      shipping_address === undefined ? before.shipping_address : checkAddress(shipping_address, 'shipping_address'),
    billing_address: billing === undefined ? before.billing_address : billing,
    phone: before.phone,
    tags: tags === undefined ? before.tags : readTags(tags, faults),
    assignee_id: assignee_id === undefined ? before.assignee_id : (assignee_id?.toLowerCase() ?? null),
    note: note === undefined ? before.note : note,
  }
  if (phone !== undefined) {
    const country = (corrected.shipping_address ?? corrected.billing_address)?.country
    const read = phone === null ? null : readPhone(phone, country)
    if (read === undefined) faults.push({ field: 'phone', message: phoneFault(country) })
    else corrected.phone = read
  }
  if (faults.length > 0) throw invalid(...faults)
  const fields = correctedFields.filter((field) => !isDeepStrictEqual(corrected[field], before[field]))
  for (const field of ['shipping_address', 'phone'] as const) if (fields.includes(field)) refuseSent(before, field)
  return { corrected, fields }
}

/** What a parcel went to is not corrected afterwards. */
function refuseSent(order: OrderRow, field: string): void {
  const { status, fulfillment_status } = order
  const isLeft = status !== 'completed' && order.items.some((item) => leftOf(order, item) > 0)
  if (isLeft) return
  throw new AppError(
    'INVALID_TRANSITION',
    `the ${field.replace('_', ' ')} of an order stays once nothing is left to send`,
    {
      details: { status, fulfillment_status, field },
    },
  )
}
