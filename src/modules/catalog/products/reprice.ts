import type { Transaction } from '#src/platform/db/transaction.ts'
import { AppError, invalid } from '#src/platform/lib/errors.ts'
import { currencyDecimals, inCurrency } from '#src/platform/lib/money.ts'
import type { CurrencyChange } from '#src/platform/module.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { productEvent } from './manage-products.ts'
import { selectOwnProducts } from './queries.ts'
import { lockPrices, type RepricedProduct, updateCurrencies } from './reprice-queries.ts'

/** Maximum products: they change in one transaction, with an event each. */
const maxRepriced = 10_000
/** Products per statement. */
const atOnce = 500

/**
 * Changes the currency of a shop's products; their prices keep their numbers.
 * @throws AppError VALIDATION_ERROR if one has more decimals than the new currency, CONFLICT if they are too many
 */
export async function repriceProducts(
  transaction: Transaction,
  { merchantId, from, to }: CurrencyChange,
): Promise<void> {
  const products = await lockPrices(transaction, merchantId, maxRepriced + 1)
  if (products.length > maxRepriced) {
    throw new AppError('CONFLICT', `the currency is fixed once there are more than ${maxRepriced} products`)
  }
  const repriced: RepricedProduct[] = []
  const odd: string[] = []
  const inNew = (minor: number | null) => (minor === null ? null : inCurrency(minor, from, to))
  for (const { id, sku, ...prices } of products) {
    const price_minor = inCurrency(prices.price_minor, from, to)
    const [compare_at_minor, lowest_30d_minor] = [inNew(prices.compare_at_minor), inNew(prices.lowest_30d_minor)]
    const unit_cost_minor = inNew(prices.unit_cost_minor)
    if (price_minor === undefined || compare_at_minor === undefined || lowest_30d_minor === undefined) odd.push(sku)
    else if (unit_cost_minor === undefined) odd.push(sku)
    else repriced.push({ id, price_minor, compare_at_minor, lowest_30d_minor, unit_cost_minor })
  }
  if (odd.length > 0) {
    const [first] = odd
    const more =
      odd.length === 1 ? `the price of ${first} has more` : `${odd.length} prices have more, such as that of ${first}`
    throw invalid({ field: 'currency', message: `has ${currencyDecimals(to)} decimals, and ${more}` })
  }
  for (let first = 0; first < repriced.length; first += atOnce) {
    const some = repriced.slice(first, first + atOnce)
    await updateCurrencies(transaction, merchantId, to, some)
    const ids = some.map(({ id }) => id)
    const rows = await selectOwnProducts(transaction, merchantId, ids)
    await emit(
      transaction,
      rows.map((row) => productEvent('product.updated', row)),
    )
  }
}
