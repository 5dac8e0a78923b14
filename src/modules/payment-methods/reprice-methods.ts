import type { Transaction } from '#src/platform/db/transaction.ts'
import { withoutCurrency } from '#src/platform/lib/amounts-by-currency.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { currencyDecimals, inCurrency } from '#src/platform/lib/money.ts'
import type { CurrencyChange } from '#src/platform/module.ts'
import { selectAllMethods, updateMethod } from './queries.ts'

/**
 * Changes the currency of a shop's payment methods; their amounts keep their numbers. The settings are locked, as for
 * any change of a method. Those in the new currency give way to them.
 * @throws AppError VALIDATION_ERROR if one has more decimals than the new currency
 */
export async function repriceMethods(
  transaction: Transaction,
  { merchantId, from, to }: CurrencyChange,
): Promise<void> {
  for (const method of await selectAllMethods(transaction, merchantId)) {
    const amounts = [method.min_minor, method.max_minor, method.fee_minor]
    const [min_minor, max_minor, fee_minor] = amounts.map((minor) =>
      minor === null ? null : inCurrency(minor, from, to),
    )
    if (min_minor === undefined || max_minor === undefined || fee_minor === undefined) {
      const message = `has ${currencyDecimals(to)} decimals, and an amount of ${method.name} has more`
      throw invalid({ field: 'currency', message })
    }
    await updateMethod(transaction, merchantId, {
      ...method,
      min_minor,
      max_minor,
      fee_minor,
      prices: withoutCurrency(method.prices, to),
    })
  }
}
