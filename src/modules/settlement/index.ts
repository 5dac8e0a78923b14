export { moveOrder } from './change/change-status.ts'

export { takeBackEdit } from './edits/end-edit.ts'
export { writeEdit } from './edits/write-edit.ts'

export { paymentEvent } from './pay/pay-order.ts'
export { payWithCredit } from './pay/pay-with-credit.ts'
export { type LoweredTax, lowerTax, suppliedMinor, type Taxed, takenFrom } from './pay/value-rules.ts'
export { newPayToken } from './pay-link/pay-token.ts'
export { linkToPay } from './pay-link/payment-link.ts'
export type { StoredRefund } from './refund/queries.ts'
export { beginRefund, finishRefund, type RefundFor, type RefundServices, toStoredLine } from './refund/refund-order.ts'
export { planAdjusted, planRefund, type RefundInput, shippingLeft } from './refund/rules.ts'
export { wakeRefund } from './refund/settle-refund.ts'
