import type { PaymentFee } from '#src/modules/payment-methods/index.ts'
import { withoutTax } from '#src/modules/taxes/index.ts'
import { sumMinor } from '#src/platform/lib/money.ts'
import { supplyOf } from './supply-rules.ts'
import { type PricedLine, shippingParts, supplyOfAll, type TaxTerms, toGoods } from './taxed-goods-rules.ts'

/**
 * Prices of what the buyer owes the tax of, without the included tax of the shop's own place.
 * @param home the terms at the shop's own place
 * @param unit the minor units that payments charge multiples of, to which they are rounded
 */
export function pricesWithoutTax<Line extends PricedLine>(lines: readonly Line[], home: TaxTerms, unit = 1): Line[] {
  const { rates, place, included, reverse } = home
  if (!included || place === undefined) return [...lines]
  return lines.map((line) => {
    if (!reverse?.[supplyOf(line)] || line.voucher != null) return line
    const part = { taxClass: line.tax_class, amountMinor: line.price_minor }
    return { ...line, price_minor: withoutTax(rates, place, part, unit) }
  })
}

/** The same of shipping, whose tax may be that of the lines at their prices with tax. */
export function shippingWithoutTax(
  lines: readonly PricedLine[],
  shippingMinor: number,
  home: TaxTerms,
  unit = 1,
): number {
  const { rates, place, included } = home
  if (!included || place === undefined) return shippingMinor
  const parts = shippingParts(
    lines.map((line) => toGoods(line, home)),
    shippingMinor,
    home,
  )
  return sumMinor(
    parts.map((part) => (part.isReverseCharged ? withoutTax(rates, place, part, unit) : part.amountMinor)),
  )
}

/** The same of a fee. */
export function feeWithoutTax(lines: readonly PricedLine[], fee: PaymentFee, home: TaxTerms, unit = 1): PaymentFee {
  const { rates, place, included, reverse } = home
  const supply = supplyOfAll(lines.map((line) => toGoods(line, home)))
  if (!included || place === undefined || !reverse?.[supply]) return fee
  return { ...fee, amountMinor: withoutTax(rates, place, fee, unit) }
}
