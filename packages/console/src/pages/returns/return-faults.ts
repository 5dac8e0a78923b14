import { ApiError } from '@commerce-platform/client'
import { count, money } from '#console/lib/format.ts'

const reasons: Partial<Record<string, string>> = {
  not_chosen: 'The customer has not chosen store credit: give it back to the payment',
  not_approved: 'It is exchanged once it is approved',
  has_exchange: 'It has an exchange already: edit its order instead',
  nothing_received: 'Nothing came back: refund an amount you choose, or close the return',
  withdrawal: 'What came back by a withdrawal is refunded: it cannot be closed without',
  unpaid_edit: 'An edit of the order waits for its payment: first it is paid, or taken back',
}

interface Details {
  reason?: string
  status?: string
  refundable?: number
  products?: { product_id: string; available?: number }[]
}

const detailsOf = ({ details }: ApiError): Details => (Array.isArray(details) ? {} : { ...(details as Details) })

/** A refusal in words that say what to do. */
export function kindly(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'INVALID_TRANSITION') return error
  const { reason, status } = detailsOf(error)
  const text = reason === undefined ? undefined : reasons[reason]
  const message = text ?? (status && `Meanwhile the return is ${status}. Check it before you go on`)
  return message ? retold(error, message) : error
}

/** A field of the form that a refusal is about, other than by its name. */
export function retold(error: ApiError, message: string): ApiError {
  const { status, code, requestId, details } = error
  return new ApiError(status, { code, message, details, ...(requestId && { request_id: requestId }) } as never)
}

/** More was asked than is left of what was paid. */
export function tooMuch(error: unknown, currency: string): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'REFUND_TOO_LARGE') return undefined
  const { refundable } = detailsOf(error)
  return refundable === undefined ? undefined : `Only ${money(refundable, currency)} is left of what was paid.`
}

/** Too few units of a variant are left. */
export function shortage(error: unknown, productId: string): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'INSUFFICIENT_STOCK') return undefined
  const short = detailsOf(error).products?.find(({ product_id }) => product_id === productId)
  return short && `Only ${count(short.available ?? 0)} available by now.`
}
