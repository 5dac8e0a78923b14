export { type Corrected, keepSentAddress, updateCorrected } from './change/correct-queries.ts'
export { orderChecks } from './checks.ts'
export { waysOf } from './destinations.ts'
export type { EditedOrder } from './edited-order.ts'
export { countRefund, countUnits, replaceItems, updateExpiry, updateTotals } from './edited-queries.ts'
export { updateCounts } from './fulfil/queries.ts'
export { planFulfillment, unpaidEdit } from './fulfil/rules.ts'
export { hasGiftCards } from './gift-queries.ts'
export { insertOrder, type NewOrder, type PlacedOrder } from './insert-queries.ts'
export { type WrittenLine, writtenLine } from './line-fields.ts'
export { customerOfDraft, presentDraft, rowOfDraft } from './list/draft.ts'
export {
  type DraftRow,
  deleteDraft,
  insertDraft,
  lockDraft,
  selectDraft,
  selectQuotedDraft,
  updateDraft,
} from './list/draft-queries.ts'
export { type StaffOrderRow, withCustomer } from './list/queries.ts'
export { presentForStaff, StaffOrder } from './list/staff-order.ts'
export { type OrderToPay, selectOrdersToPay } from './look-up/payable-queries.ts'
export { draftSubject } from './mails/draft-subject.ts'
export { orderTexts, titleOf } from './mails/letter-texts.ts'
export { mailShopOf, selectOrderToMail } from './mails/mail-queries.ts'
export { linesBlock, linesOf, orderFacts, orderFooter, orderLines, support } from './mails/order-blocks.ts'
export type { MailOrder, MailShop } from './mails/order-data.ts'
export { orderValues, orderVariables } from './mails/own-words.ts'
export { keepMail } from './mails/sent-mail-queries.ts'
export { sendRecorded } from './mails/sent-mails.ts'
export { addPaid, insertPayment, type PayableOrder, settle, updateTax } from './money/queries.ts'
export { addRefundedAgain, updateRefunded } from './money/refunded-queries.ts'
export { orderChanged, orderCorrected, orderCreated, orderUpdated, subjectOf } from './order-events.ts'
export { renderHowToPay } from './order-page/how-to-pay.ts'
export { renderOrderTable, renderShippingAddress } from './order-page/order-table.ts'
export { itemOf, marketFields, Order, OrderDiscount, OrderItem, OrderStatus, Refund } from './order-schemas.ts'
export {
  presentCharge,
  presentDiscount,
  presentItem,
  presentMarket,
  presentOrder,
  presentRefund,
} from './present-order.ts'
export {
  hasOrderedSince,
  lockOrder,
  lockOrderRow,
  type OrderKey,
  orderExists,
  type StatusChanged,
  selectOrder,
  touchOrder,
  updatePaymentStatus,
  updateStatus,
} from './queries.ts'
export { linkCodes, linkHeaders, linkParams, openToAll, readErrors } from './return/link-schemas.ts'
export { openOrderLink, orderLink, sealToken } from './return/order-token.ts'
export { holdReturning, releaseReturning } from './return/queries.ts'
export type { OrderRow, RefundedTo, RefundPartRow, RefundRow, StoredUnits } from './row-queries.ts'
export {
  allowedTransitions,
  type CorrectedField,
  correctedFields,
  dueOf,
  type Effects,
  effects,
  type FulfillmentStatus,
  hasUnpaidEdit,
  leftOf,
  type Mover,
  type PaymentStatus,
  sourcesOf,
} from './rules.ts'
export { sampleOrder, samplePaidOrder } from './sample.ts'
export { type Stocked, stockedOf } from './stocked-items.ts'
export { type ItemUnits, type RequestedUnits, unitsByProduct, unitsOfItems } from './unit-rules.ts'
