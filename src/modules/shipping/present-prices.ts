import { type ByCurrency, presentByCurrency } from '#src/platform/lib/amounts-by-currency.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import type { MethodAmounts } from './rules.ts'

/** Prices in other currencies, in major units. */
export function presentPrices(prices: ByCurrency<MethodAmounts>) {
  return presentByCurrency(prices, ({ price_minor, free_from_minor }, currency) => ({
    price: toMajor(price_minor, currency),
    free_from: free_from_minor === null ? null : toMajor(free_from_minor, currency),
  }))
}
