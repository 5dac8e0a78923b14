import type { FieldFault } from '#src/platform/lib/errors.ts'
import type { ProductColumns } from './field.ts'
import { reductionFault } from './reduction-rules.ts'

type Columns = Pick<ProductColumns, 'price_minor' | 'compare_at_minor' | 'gift_card' | 'voucher' | 'voucher_country'>

/** The fault of a product whose fields contradict each other. */
export function pairFault(given: Partial<Columns>, before?: Columns): FieldFault | undefined {
  return reductionFault(given, before) ?? giftCardFault({ ...before, ...given }, given)
}

function giftCardFault(after: Partial<Columns>, given: Partial<Columns>): FieldFault | undefined {
  const { gift_card = false, price_minor, voucher = 'multi', voucher_country: country = null } = after
  if (gift_card && price_minor === 0) {
    const field = given.price_minor === undefined ? 'gift_card' : 'price'
    return { field, message: 'of a gift card must be more than 0: its price is what it is worth' }
  }
  if (voucher === 'single' && country === null)
    return { field: 'voucher_country', message: 'is required of a single-purpose voucher' }
  if (voucher === 'multi' && country !== null)
    return { field: 'voucher_country', message: 'is for single-purpose vouchers' }
  return undefined
}
