export {
  costOfLine,
  costOfUnits,
  hasTaxOfRefunds,
  refundedUnits,
  type TaxedRefund,
  taxLeft,
  taxOfAmount,
  taxOfUnits,
  type Units,
} from './cost-rules.ts'
export {
  costOf,
  type GiftCardItem,
  type GiftCardOrder,
  giftCards,
  giftCardsMinor,
  lacksValuePermission,
  mayGiveValue,
  unitsToIssue,
} from './gift-card-rules.ts'
export { openOrdersLimit, unitsOf } from './limit-rules.ts'
export { type HeldOrder, maxLines, maxQuantity, oldestCovering, type UnitsNeeded } from './line-rules.ts'
export { type MovedTotals, priceMoved, type UnsentUnits } from './moved-order.ts'
export type { OrderTerms } from './offer-queries.ts'
export type { Buyer, ByShopper, Checkout, OrderInput, Purpose, StaffOrder } from './price-input.ts'
export { type PricedOrder, priceOrder } from './price-order.ts'
export type { Gift, OrderItemRow, UnplacedOrder } from './priced-order.ts'
export {
  discountUnavailable,
  insufficientStock,
  notForSale,
  notSoldHere,
  type Shortage,
  tooManyOpen,
  tooManyUnpaidUnits,
} from './refusals.ts'
export type { StaffLine } from './staff-lines.ts'
export { placesOf } from './supply-rules.ts'
export { baseOf, type RefundTaxLineRow, type TaxLineRow, taxLinesOfItem } from './tax-line-rules.ts'
export { shippingOptions, subtotalOf, type Totals, totalsOf } from './total-rules.ts'
