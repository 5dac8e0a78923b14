import type { Transaction } from '#src/platform/db/transaction.ts'
import { withoutCurrency } from '#src/platform/lib/amounts-by-currency.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { currencyDecimals, inCurrency } from '#src/platform/lib/money.ts'
import type { CurrencyChange } from '#src/platform/module.ts'
import { selectAllMethods, updateMethod } from './queries.ts'

/**
 * Changes the currency of a shop's shipping methods; their amounts keep their numbers. The settings are locked, as for
 * any change of a method. Those in the new currency give way to them.
 * @throws AppError VALIDATION_ERROR if one has more decimals than the new currency
 */
export async function repriceMethods(
  transaction: Transaction,
  { merchantId, from, to }: CurrencyChange,
): Promise<void> {
  for (const method of await selectAllMethods(transaction, merchantId)) {
    const price_minor = inCurrency(method.price_minor, from, to)
    const free_from_minor = method.free_from_minor === null ? null : inCurrency(method.free_from_minor, from, to)
    if (price_minor === undefined || free_from_minor === undefined) {
      const message = `has ${currencyDecimals(to)} decimals, and an amount of ${method.name} has more`
      throw invalid({ field: 'currency', message })
    }
    const prices = withoutCurrency(method.prices, to)
    await updateMethod(transaction, merchantId, { ...method, price_minor, free_from_minor, prices })
  }
}
