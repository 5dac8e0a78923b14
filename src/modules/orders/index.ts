export { moveOrder } from './change/change-status.ts'
export { orderChecks } from './checks.ts'
export { takeBackEdit } from './edit/end-edit.ts'
export { planFulfillment } from './fulfil/rules.ts'
export { unitsToIssue } from './gift-card-rules.ts'
export { eraseGifts } from './gift-queries.ts'
export { ordersBackground } from './jobs.ts'
export { exportOrders, exportPayments } from './list/export-own.ts'
export { selectOrderToMail } from './mails/mail-queries.ts'
export { linesBlock, linesOf, orderFacts, support } from './mails/order-blocks.ts'
export type { MailOrder, MailShop } from './mails/order-data.ts'
export { orderChanged, orderCreated, orderUpdated } from './order-events.ts'
export { renderOrderTable, renderShippingAddress } from './order-page/order-table.ts'
export { itemOf, Order, OrderDiscount, OrderStatus } from './order-schemas.ts'
export { paymentEvent } from './pay/pay-order.ts'
export { payWithCredit } from './pay/pay-with-credit.ts'
export { suppliedMinor } from './pay/value-rules.ts'
export { newPayToken } from './pay-link/pay-token.ts'
export { linkToPay } from './pay-link/payment-link.ts'
export { type Checkout, type Purpose, readCheckout, type Shopper } from './place/checkout.ts'
export { checkoutExample, checkoutFields, priceErrors, quoteErrors } from './place/checkout-schemas.ts'
export { guessingCodes } from './place/guesses.ts'
export { placeOrder } from './place/place-order.ts'
export { type PricedOrder, priceOrder } from './place/price-order.ts'
export { quotedGiftCards, quoteGiftCards } from './place/quote-gift-cards.ts'
export { codeOutcomes, Quote } from './place/quote-schemas.ts'
export { placesOf } from './place/supply-rules.ts'
export { shippingOptions, subtotalOf, totalsOf } from './place/total-rules.ts'
export { presentDiscount, presentOrder } from './present-order.ts'
export { lockOrder, type OrderKey, orderExists, selectOrder, touchOrder } from './queries.ts'
export type { StoredRefund } from './refund/queries.ts'
export {
  beginRefund,
  finishRefund,
  type RefundedBy,
  type RefundFor,
  type RefundServices,
  toStoredLine,
} from './refund/refund-order.ts'
export { planAdjusted, planRefund, type RefundInput, shippingLeft } from './refund/rules.ts'
export { wakeRefund } from './refund/settle-refund.ts'
export { costOfLine, costOfUnits, taxOfAmount, taxOfUnits } from './refund/tax-rules.ts'
export { linkCodes, linkHeaders, linkParams, openToAll, readErrors } from './return/link-schemas.ts'
export { type LinkedTo, openOrderLink, orderLink, sealToken } from './return/order-token.ts'
export { holdReturning, releaseReturning } from './return/queries.ts'
export type { OrderItemRow, OrderRow, RefundRow } from './row-queries.ts'
export {
  dueOf,
  leftOf,
  maxLines,
  maxQuantity,
  type OrderChange,
  orderChanges,
} from './rules.ts'
export { taxLinesOfItem } from './tax-line-rules.ts'
export { type AskedUnits, type ItemUnits, unitsOfItems } from './unit-rules.ts'
