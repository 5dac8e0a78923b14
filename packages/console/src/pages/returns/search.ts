import { oneOf, textOf } from '#console/lib/search.ts'

export const returnStatuses = [
  'requested',
  'approved',
  'received',
  'refunded',
  'declined',
  'closed',
  'cancelled',
] as const

export interface ReturnsSearch {
  status?: (typeof returnStatuses)[number] | undefined
  /** Only withdrawals whose refund is still to be made. */
  due?: true | undefined
  /** The return whose dialog is open. */
  open?: string | undefined
}

export function readReturnsSearch({ status, due, open }: Record<string, unknown>): ReturnsSearch {
  return { status: oneOf(status, returnStatuses), due: due === true || undefined, open: textOf(open) }
}
