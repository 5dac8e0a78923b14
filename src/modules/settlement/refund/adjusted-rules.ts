import { invalid } from '#src/platform/lib/errors.ts'
import { isChargeable, multipleOf, toMajor } from '#src/platform/lib/money.ts'
import { planRefund, type RefundableOrder, type RefundInput, type RefundPlan } from './rules.ts'

/** In minor units: a part of the order's shipping that goes back, too, and what is kept for wear. */
export interface Adjustment {
  shippingMinor?: number
  deductionMinor?: number
  /**
   * Units that come back give back what they cost, at most what is left: after a refund of an amount that is less.
   * Default: more than is left is refused.
   */
  isLimitedToLeft?: boolean
}

/**
 * Effects of a refund with an adjustment.
 * @throws AppError VALIDATION_ERROR for a deduction of more, or that is not chargeable
 */
export function planAdjusted(
  order: RefundableOrder,
  input: RefundInput,
  { shippingMinor = 0, deductionMinor = 0, isLimitedToLeft = false }: Adjustment,
): RefundPlan {
  const limit = isLimitedToLeft ? 'what is left' : 'refused'
  if (shippingMinor === 0 && deductionMinor === 0) return planRefund(order, input, limit)
  const plan = planRefund(order, input, 'none')
  const { currency, charge_unit: unit = 1 } = order
  const before = plan.amountMinor + shippingMinor - (shippingMinor % unit)
  const fault = (message: string) => invalid({ field: 'deduction.amount', message })
  if (deductionMinor > before) throw fault(`must be at most ${toMajor(before, currency)}`)
  if (!isChargeable(deductionMinor, unit)) throw fault(`must be ${multipleOf(unit, currency)}`)
  const { shipping: _, ...units } = input
  const adjusted = planRefund(order, { ...units, amount: toMajor(before - deductionMinor, currency) }, limit)
  const ofShipping = Math.min(plan.shippingMinor + shippingMinor, adjusted.amountMinor)
  const feeMinor = Math.min(plan.feeMinor, adjusted.amountMinor - ofShipping)
  return { ...adjusted, shippingMinor: ofShipping, feeMinor }
}
