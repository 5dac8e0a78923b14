import { type Corrected, leftOf, type OrderRow } from '#src/modules/orders/index.ts'
import { costOfLine, type MovedTotals, priceMoved, type Totals, type UnsentUnits } from '#src/modules/pricing/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { Merchant } from '#src/platform/http/auth/authentication-services.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { lineTotal, toMajor } from '#src/platform/lib/money.ts'

interface At {
  merchant: Pick<Merchant, 'id' | 'currency'>
  /** Payments charge multiples of this many minor units. */
  unit: number
}

/**
 * A correction changes neither total nor tax of an order: an edit does that.
 * @throws AppError PRICE_CHANGED, SHIPPING_UNAVAILABLE
 */
export async function refuseOtherPrice(
  transaction: Transaction,
  before: OrderRow,
  to: Pick<Corrected, 'shipping_address' | 'billing_address'>,
  { merchant, unit }: At,
): Promise<void> {
  if (isSamePlace(before, to)) return
  const unsent = unsentOf(before)
  if (unsent.length === 0) return
  const isWhole = before.items.every((item) => leftOf(before, item) === item.quantity)
  const shippingMinor = isWhole ? before.shipping_total_minor : 0
  const totals = await priceMoved(transaction, { merchant, order: before, unsent, shippingMinor, isWhole, to, unit })
  if (!totals.changesDebtor && isSameTax(totals)) return
  const { currency } = before
  const preview = {
    total: toMajor(isWhole ? totals.is.total_minor : moved(before, totals, 'total_minor'), currency),
    tax_total: toMajor(isWhole ? totals.is.tax_total_minor : moved(before, totals, 'tax_total_minor'), currency),
    shipping_total: toMajor(before.shipping_total_minor, currency),
  }
  throw new AppError('PRICE_CHANGED', 'at this address the order has another total or another tax: edit it instead', {
    details: { preview },
  })
}

/** The units that are not sent, with their parts of the discounts. */
export function unsentOf(order: OrderRow): UnsentUnits[] {
  return order.items.flatMap((item) => {
    const quantity = order.status === 'completed' ? 0 : leftOf(order, item)
    const whole = lineTotal({ priceMinor: item.price_minor, quantity })
    return quantity > 0 ? [{ item, quantity, discount_minor: whole - costOfLine(item, quantity) }] : []
  })
}

/** What is sent keeps its price and its tax. */
function moved(order: OrderRow, { was, is }: MovedTotals, sum: 'total_minor' | 'tax_total_minor'): number {
  return order[sum] + is[sum] - was[sum]
}

type Addresses = Pick<OrderRow, 'shipping_address' | 'billing_address'>

/** Tax and methods ask for country, region and postal code; a billing address counts only where nothing is sent. */
export function isSamePlace(one: Addresses, other: Addresses): boolean {
  const placeOf = (address: Addresses['shipping_address']) =>
    address && [address.country, address.region ?? '', address.postal_code ?? ''].join('\n')
  if (placeOf(one.shipping_address) !== placeOf(other.shipping_address)) return false
  return one.shipping_address !== null || placeOf(one.billing_address) === placeOf(other.billing_address)
}

function isSameTax({ was, is }: MovedTotals): boolean {
  const taxOf = ({ tax_lines, taxLineOf, shipping_tax_line, total_minor }: Totals) =>
    JSON.stringify([tax_lines, taxLineOf, shipping_tax_line, total_minor])
  return taxOf(was) === taxOf(is)
}
