import { type ByCurrency, presentByCurrency } from '#src/platform/lib/amounts-by-currency.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import type { MethodAmounts } from './rules.ts'

/** Amounts in other currencies, in major units. */
export function presentPrices(prices: ByCurrency<MethodAmounts>) {
  return presentByCurrency(prices, ({ min_minor, max_minor, fee_minor }, currency) => {
    const major = (minor: number | null) => (minor === null ? null : toMajor(minor, currency))
    return {
      min: major(min_minor),
      max: major(max_minor),
      fee: fee_minor === null ? null : { amount: toMajor(fee_minor, currency) },
    }
  })
}
