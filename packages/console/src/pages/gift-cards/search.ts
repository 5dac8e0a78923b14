import { oneOf, textOf } from '#console/lib/search.ts'

export const giftCardStatuses = ['active', 'spent', 'expired', 'disabled'] as const

export interface GiftCardsSearch {
  status?: (typeof giftCardStatuses)[number] | undefined
  q?: string | undefined
  /** `new`: the dialog that makes one is open. */
  open?: string | undefined
}

export function readGiftCardsSearch({ status, q, open }: Record<string, unknown>): GiftCardsSearch {
  return { status: oneOf(status, giftCardStatuses), q: textOf(q), open: textOf(open) }
}
