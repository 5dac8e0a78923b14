import type { Gift } from '#src/modules/pricing/index.ts'
import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'

export interface GiftInput {
  email: string
  message?: string | null
  send_at?: string | null
}

const year = 366 * 24 * 3_600_000
/** What mail programs show as a link. */
const link = /:\/\/|@|[\p{L}\p{N}-]\.\p{L}{2,}/u

/**
 * Reads to whom gift cards are mailed. The words of a buyer go to an address that nobody has confirmed, in the name of
 * the shop: they carry no links.
 * @throws AppError VALIDATION_ERROR
 */
export function readGift(gift: GiftInput | undefined): Gift | null {
  if (gift === undefined) return null
  const { email, message = null, send_at = null } = gift
  const faults: FieldFault[] = []
  if (message !== null && link.test(message))
    faults.push({ field: 'gift.message', message: 'must not contain links or e-mail addresses' })
  if (send_at !== null && new Date(send_at).getTime() > Date.now() + year)
    faults.push({ field: 'gift.send_at', message: 'must be a year ahead at most' })
  if (faults.length > 0) throw invalid(...faults)
  return { email, message: message || null, send_at: send_at && new Date(send_at).toISOString() }
}
