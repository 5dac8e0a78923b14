import { sumMinor } from '#src/platform/lib/money.ts'
import { costOfUnits, refundedUnits } from './refund/tax-rules.ts'
import type { OrderRow, StoredUnits } from './row-queries.ts'

type Order = Pick<
  OrderRow,
  'total_minor' | 'shipping_total_minor' | 'tax_included' | 'tax_lines' | 'shipping_tax_line' | 'items' | 'refunds'
>
type Item = OrderRow['items'][number]

/** Cost of units of one item, with tax as charged. */
function costOf(order: Order, line: number, units: number): number {
  const quantities = order.items.map((item) => (item.line === line ? units : 0))
  return costOfUnits(order, { quantities, shipping: false })
}

function giftCards({ items }: Pick<Order, 'items'>): Item[] {
  return items.filter(({ voucher }) => voucher != null)
}

/** The gift cards of an order: each is worth what its unit cost, and what its refund would give back. */
export function unitsToIssue(order: Order): { line: number; unit: number; amountMinor: number }[] {
  return giftCards(order).flatMap(({ line, quantity, quantity_cancelled }) =>
    Array.from({ length: quantity - quantity_cancelled }, (_, index) => ({
      ...{ line, unit: index + 1 },
      amountMinor: costOf(order, line, index + 1) - costOf(order, line, index),
    })),
  )
}

/** What the gift cards of an order cost, which stored value does not pay. */
export function giftCardsMinor(order: Order): number {
  return sumMinor(giftCards(order).map(({ line, quantity }) => costOf(order, line, quantity)))
}

/** Units of gift cards in a refund. */
export function refundedCards(
  { items }: Pick<Order, 'items'>,
  refunded: readonly StoredUnits[] | null,
): { line: number; quantity: number }[] {
  const lines = new Set(giftCards({ items }).map(({ line }) => line))
  return (refunded ?? []).flatMap(({ line, quantity }) =>
    line !== undefined && lines.has(line) && quantity > 0 ? [{ line, quantity }] : [],
  )
}

/** What a refund of so many units gives back for multi-purpose vouchers, at most all of it; null: nothing. */
export function voucherPart(order: Order, refunded: readonly StoredUnits[] | null, amountMinor: number): number | null {
  const of = new Map(order.items.map((item) => [item.line, item]))
  const parts = refundedCards(order, refunded).flatMap(({ line, quantity }) =>
    of.get(line)?.voucher === 'multi' ? [(of.get(line)?.price_minor ?? 0) * quantity] : [],
  )
  return Math.min(sumMinor(parts), amountMinor) || null
}

/** What is left to be refunded of gift cards: an amount alone does not give it back. */
export function giftCardsLeft(order: Order): number {
  const { quantities } = refundedUnits(order.items, false)
  return sumMinor(
    order.items.map((item, at) =>
      item.voucher == null
        ? 0
        : costOf(order, item.line, item.quantity) - costOf(order, item.line, quantities[at] ?? 0),
    ),
  )
}
