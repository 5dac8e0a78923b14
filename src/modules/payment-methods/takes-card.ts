import type { Executor } from '#src/platform/db/transaction.ts'
import { findPaymentOptions } from './find-options.ts'
import { selectShopCurrency } from './queries.ts'
import { isPaidByHand, type PaymentTermsRow } from './rules.ts'

interface CardOrder {
  merchant_id: string
  user_id: string
  payment_terms: Pick<PaymentTermsRow, 'kind'> | null
  shipping_address: { country: string } | null
  billing_address: { country: string } | null
  total_minor: number
  payment_fee_total_minor: number
  currency: string
  /** Null: in the shop's currency. */
  market_id: string | null
}

/**
 * Whether an order may be paid by card. One that is to be paid to the shop itself, or that names no method, may if the
 * shop offers cards for such an order today: its customer then chooses anew. One with a fee for its way to pay may not:
 * it is in the total.
 */
export async function takesCard(db: Executor, order: CardOrder): Promise<boolean> {
  if (order.payment_terms !== null && !isPaidByHand(order.payment_terms)) return true
  if (order.payment_fee_total_minor > 0) return false
  const country = (order.shipping_address ?? order.billing_address)?.country
  const { merchant_id: merchantId, user_id: userId, total_minor: totalMinor } = order
  const { currency, market_id } = order
  const ownCurrency = market_id === null ? currency : await selectShopCurrency(db, merchantId)
  const paying = { country, totalMinor, currency, ownCurrency }
  const { methods, options } = await findPaymentOptions(db, { merchantId, userId }, paying)
  if (order.payment_terms === null && methods.length === 0) return true
  return options.some(({ kind }) => kind === 'card')
}
