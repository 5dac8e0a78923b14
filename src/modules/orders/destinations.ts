import type { RefundPartRow, RefundRow } from './row-queries.ts'

/** How a part of a refund goes back: what staff recorded or settled by hand is moved by nobody but the shop. */
export const refundDestinations = ['provider', 'store_credit', 'gift_card', 'manual'] as const
export type RefundDestination = (typeof refundDestinations)[number]

export function destinationOfPart({ method, by_hand }: Pick<RefundPartRow, 'method' | 'by_hand'>): RefundDestination {
  if (by_hand || method === 'manual') return 'manual'
  return method === 'store_credit' || method === 'gift_card' ? method : 'provider'
}

/** How much of a refund goes back in which way. */
export function waysOf({
  parts,
  refunded_to,
  amount_minor,
  status,
}: Pick<RefundRow, 'parts' | 'refunded_to' | 'amount_minor' | 'status'>) {
  if (refunded_to !== 'as_paid') return [{ destination: refunded_to, amount_minor, status }]
  return parts.map((part) => ({
    destination: destinationOfPart(part),
    amount_minor: part.amount_minor,
    status: part.status,
  }))
}

export function destinationOf({
  parts,
  refunded_to,
}: Pick<RefundRow, 'parts' | 'refunded_to'>): RefundDestination | 'several' | 'none' {
  if (refunded_to !== 'as_paid') return refunded_to
  const [first = 'none', ...others] = new Set(parts.map(destinationOfPart))
  return others.length > 0 ? 'several' : first
}
