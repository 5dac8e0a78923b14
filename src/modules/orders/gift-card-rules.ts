import type { AppError } from '#src/platform/lib/errors.ts'
import { sumMinor } from '#src/platform/lib/money.ts'
import { lacksPermission, type Permissions } from '#src/platform/lib/permissions.ts'
import { costOfUnits, type TaxedOrder } from './refund/tax-rules.ts'

type Order = Omit<TaxedOrder, 'items'> & { items: readonly Item[] }
type Item = TaxedOrder['items'][number] & { line: number; voucher?: string | null }

/** Who sells gift cards by hand can give their value away. */
export function mayGiveValue({ permissions }: { permissions: Permissions }): boolean {
  return permissions.has('gift_cards.write')
}

export function lacksValuePermission(): AppError {
  return lacksPermission('gift_cards.write', 'an order with gift cards needs the permission gift_cards.write')
}

interface StoredUnits {
  line?: number
  quantity: number
}

/** Cost of units of one item, with tax as charged. */
function costOf(order: Order, line: number, units: number): number {
  const quantities = order.items.map((item) => (item.line === line ? units : 0))
  return costOfUnits(order, { quantities, shipping: false })
}

function giftCards({ items }: Pick<Order, 'items'>): readonly Item[] {
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

/** What was paid for the gift cards that stay when these units of the items are refunded. */
export function giftCardsLeft(
  order: Order,
  after: readonly Pick<Item, 'quantity_cancelled' | 'quantity_returned'>[],
): number {
  return sumMinor(
    order.items.map(({ voucher, line, quantity }, at) => {
      if (voucher == null) return 0
      const { quantity_cancelled = 0, quantity_returned = 0 } = after[at] ?? {}
      return costOf(order, line, quantity) - costOf(order, line, quantity_cancelled + quantity_returned)
    }),
  )
}
