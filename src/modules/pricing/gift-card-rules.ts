import type { AppError } from '#src/platform/lib/errors.ts'
import { sumMinor } from '#src/platform/lib/money.ts'
import { lacksPermission, type Permissions } from '#src/platform/lib/permissions.ts'
import { costOfUnits, type TaxedOrder } from './cost-rules.ts'

export type GiftCardOrder = Omit<TaxedOrder, 'items'> & { items: readonly GiftCardItem[] }
export type GiftCardItem = TaxedOrder['items'][number] & { line: number; voucher?: string | null }

/** Who sells gift cards by hand can give their value away. */
export function mayGiveValue({ permissions }: { permissions: Permissions }): boolean {
  return permissions.has('gift_cards.write')
}

export function lacksValuePermission(): AppError {
  return lacksPermission('gift_cards.write', 'an order with gift cards needs the permission gift_cards.write')
}

/** Cost of units of one item, with tax as charged. */
export function costOf(order: GiftCardOrder, line: number, units: number): number {
  const quantities = order.items.map((item) => (item.line === line ? units : 0))
  return costOfUnits(order, { quantities, shipping: false, fee: false })
}

export function giftCards({ items }: Pick<GiftCardOrder, 'items'>): readonly GiftCardItem[] {
  return items.filter(({ voucher }) => voucher != null)
}

/** The gift cards of an order: each is worth what its unit cost, and what its refund would give back. */
export function unitsToIssue(order: GiftCardOrder): { line: number; unit: number; amountMinor: number }[] {
  return giftCards(order).flatMap(({ line, quantity, quantity_cancelled }) =>
    Array.from({ length: quantity - quantity_cancelled }, (_, index) => ({
      line,
      unit: index + 1,
      amountMinor: costOf(order, line, index + 1) - costOf(order, line, index),
    })),
  )
}

/** What the gift cards of an order cost, which stored value does not pay. */
export function giftCardsMinor(order: GiftCardOrder): number {
  return sumMinor(giftCards(order).map(({ line, quantity }) => costOf(order, line, quantity)))
}
