import { invalid } from '#src/platform/lib/errors.ts'
import { isCurrency } from '#src/platform/lib/money.ts'

/** Which orders are read, of a shop that may sell in several currencies: amounts of two are never added up. */
export interface Selling {
  /** `others`: in any other than this one, which is the shop's own. */
  which: 'own' | 'one' | 'others'
  currency: string
}

/**
 * What a reader has asked for; undefined: all orders, which have the currency of a shop without markets.
 * @throws AppError VALIDATION_ERROR
 */
export function readSelling(wanted: string | undefined, own: string, hasMarkets: boolean): Selling | undefined {
  if (wanted !== undefined && !isCurrency(wanted)) {
    throw invalid({ field: 'currency', message: 'must be the code of a currency, such as EUR' })
  }
  if (wanted !== undefined && wanted !== own) return { which: 'one', currency: wanted }
  return hasMarkets ? { which: 'own', currency: own } : undefined
}
