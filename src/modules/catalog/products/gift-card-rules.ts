import type { FieldFault } from '#src/platform/lib/errors.ts'
import { maxStoredValue, toMajor } from '#src/platform/lib/money.ts'
import type { Money, ProductColumns } from './field.ts'
import { reductionFault } from './reduction-rules.ts'

type Columns = Pick<ProductColumns, 'price_minor' | 'compare_at_minor' | 'gift_card' | 'voucher' | 'voucher_country'>

/** The fault of a product whose fields contradict each other. */
export function pairFault(given: Partial<Columns>, money: Money, before?: Columns): FieldFault | undefined {
  return reductionFault(given, before) ?? giftCardFault({ ...before, ...given }, given, money)
}

/** What is wrong with a price as the value of a gift card. */
export function cardPriceFault(priceMinor: number, { currency }: Pick<Money, 'currency'>): string | undefined {
  if (priceMinor === 0) return 'of a gift card must be more than 0: its price is what it is worth'
  if (toMajor(priceMinor, currency) <= maxStoredValue) return undefined
  return `of a gift card must be at most ${maxStoredValue}: its price is what it is worth`
}

function giftCardFault(after: Partial<Columns>, given: Partial<Columns>, money: Money): FieldFault | undefined {
  const { gift_card = false, price_minor, voucher = 'multi', voucher_country: country = null } = after
  const isPriced = given.gift_card !== undefined || given.price_minor !== undefined
  const message = gift_card && isPriced && price_minor !== undefined ? cardPriceFault(price_minor, money) : undefined
  if (message !== undefined) return { field: given.price_minor === undefined ? 'gift_card' : 'price', message }
  if (voucher === 'single' && country === null)
    return { field: 'voucher_country', message: 'is required for a single-purpose voucher, such as GB' }
  if (voucher === 'multi' && country !== null)
    return { field: 'voucher_country', message: 'may be set only for a single-purpose voucher' }
  return undefined
}
