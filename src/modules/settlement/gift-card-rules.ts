import { costOf, type GiftCardItem, type GiftCardOrder, giftCards } from '#src/modules/pricing/index.ts'
import { sumMinor } from '#src/platform/lib/money.ts'

interface StoredUnits {
  line?: number
  quantity: number
}

/** Units of gift cards in a refund. */
export function refundedCards(
  { items }: Pick<GiftCardOrder, 'items'>,
  refunded: readonly StoredUnits[] | null,
): { line: number; quantity: number }[] {
  const lines = new Set(giftCards({ items }).map(({ line }) => line))
  return (refunded ?? []).flatMap(({ line, quantity }) =>
    line !== undefined && lines.has(line) && quantity > 0 ? [{ line, quantity }] : [],
  )
}

/** What a refund of so many units gives back for multi-purpose vouchers, at most all of it; null: nothing. */
export function voucherPart(
  order: GiftCardOrder,
  refunded: readonly StoredUnits[] | null,
  amountMinor: number,
): number | null {
  const of = new Map(order.items.map((item) => [item.line, item]))
  const parts = refundedCards(order, refunded).flatMap(({ line, quantity }) =>
    of.get(line)?.voucher === 'multi' ? [(of.get(line)?.price_minor ?? 0) * quantity] : [],
  )
  return Math.min(sumMinor(parts), amountMinor) || null
}

/** What was paid for the gift cards that stay when these units of the items are refunded. */
export function giftCardsLeft(
  order: GiftCardOrder,
  after: readonly Pick<GiftCardItem, 'quantity_cancelled' | 'quantity_returned'>[],
): number {
  return sumMinor(
    order.items.map(({ voucher, line, quantity }, at) => {
      if (voucher == null) return 0
      const { quantity_cancelled = 0, quantity_returned = 0 } = after[at] ?? {}
      return costOf(order, line, quantity) - costOf(order, line, quantity_cancelled + quantity_returned)
    }),
  )
}
