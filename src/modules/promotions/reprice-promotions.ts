import type { Transaction } from '#src/platform/db/transaction.ts'
import { withoutCurrency } from '#src/platform/lib/amounts-by-currency.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { currencyDecimals, inCurrency } from '#src/platform/lib/money.ts'
import type { CurrencyChange } from '#src/platform/module.ts'
import { type PromotionRow, selectAllPromotions, updateAmounts } from './queries.ts'

/**
 * Changes the currency of a shop's promotions; their amounts keep their numbers. The settings are locked, as for any
 * change of a promotion. Those in the new currency give way to them.
 * @throws AppError VALIDATION_ERROR if one has more decimals than the new currency
 */
export async function repricePromotions(
  transaction: Transaction,
  { merchantId, from, to }: CurrencyChange,
): Promise<void> {
  for (const promotion of await selectAllPromotions(transaction, merchantId)) {
    await updateAmounts(transaction, merchantId, promotion.id, {
      terms: inOther(promotion, promotion.terms, from, to),
      minimum: inOther(promotion, promotion.minimum, from, to),
      prices: withoutCurrency(promotion.prices, to),
    })
  }
}

function inOther<T extends object>({ name }: PromotionRow, values: T, from: string, to: string): T {
  const entries = Object.entries(values).map(([field, value]) => {
    if (!field.endsWith('_minor')) return [field, value]
    const minor = inCurrency(value, from, to)
    if (minor === undefined) {
      const message = `has ${currencyDecimals(to)} decimals, and an amount of ${name} has more`
      throw invalid({ field: 'currency', message })
    }
    return [field, minor]
  })
  return Object.fromEntries(entries)
}
