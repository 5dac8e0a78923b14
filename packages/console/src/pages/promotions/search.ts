import { oneOf, textOf } from '#console/lib/search.ts'

export const promotionStatuses = ['active', 'scheduled', 'paused', 'ended'] as const
export const promotionKinds = ['percentage', 'amount', 'free_shipping', 'buy_x_get_y'] as const

export interface PromotionsSearch {
  status?: (typeof promotionStatuses)[number] | undefined
  kind?: (typeof promotionKinds)[number] | undefined
  q?: string | undefined
}

export function readPromotionsSearch({ status, kind, q }: Record<string, unknown>): PromotionsSearch {
  return { status: oneOf(status, promotionStatuses), kind: oneOf(kind, promotionKinds), q: textOf(q) }
}
