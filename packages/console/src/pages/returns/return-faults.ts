import { ApiError } from '@commerce-platform/client'
import { count, lowerWords, money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'

const reasons: Partial<Record<string, string>> = {
  not_chosen: t('The customer has not chosen store credit: give it back to the payment'),
  not_approved: t('It is exchanged once it is approved'),
  has_exchange: t('It has an exchange already: edit its order instead'),
  nothing_received: t('Nothing came back: refund an amount you choose, or close the return'),
  withdrawal: t('What came back by a withdrawal is refunded: it cannot be closed without'),
  unpaid_edit: t('An edit of the order waits for its payment: first it is paid, or taken back'),
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
  const message =
    text ?? (status && t('Meanwhile the return is {status}. Check it before you go on', { status: lowerWords(status) }))
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
  return refundable === undefined
    ? undefined
    : t('Only {refundable} is left of what was paid.', { refundable: money(refundable, currency) })
}

/** Too few units of a variant are left. */
export function shortage(error: unknown, productId: string): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'INSUFFICIENT_STOCK') return undefined
  const short = detailsOf(error).products?.find(({ product_id }) => product_id === productId)
  return short && t('Only {available} available by now.', { available: count(short.available ?? 0) })
}
