export { type DuePayment, selectAwaited } from './due-queries.ts'
export { listMethods, type OfferedMethod, offeredMethods } from './methods.ts'
export { openAction } from './next-actions.ts'
export {
  addRefunded,
  hasOpenPayment,
  insertPaidParts,
  type PaidPart,
  selectPaidParts,
  startRefunds,
} from './part-queries.ts'
export {
  charge,
  chargeMinimum,
  chargeUnit,
  createPaymentProviders,
  findLateCharge,
  findOutcome,
  findRefund,
  giveUp,
  leaseDueLookUps,
  leaseDuePayments,
  newPayment,
  type OpenPayment,
  type PaymentInput,
  paymentChanges,
  promptTimeoutMs,
  providerOf,
  type RequestedRefund,
  recordAction,
  refund,
  refundCharge,
  refundUnit,
} from './payments.ts'
export type {
  ChargeOutcome,
  PaymentDetails,
  PaymentProvider,
  PaymentProviders,
  RefundResult,
} from './provider.ts'
export {
  countPayments,
  type NewPayment,
  type PaymentRow,
  selectPayment,
  selectPayments,
  selectPaymentsOfOrders,
  startRefund,
  updateLeftToStaff,
  updateRefundEnded,
  updateRefunded,
  updateRefundRefused,
  updateRefundResent,
} from './queries.ts'
export { timeToActSeconds } from './rules.ts'
export { Payment, presentPayment } from './schemas.ts'

/** The script of a page that takes cards with Stripe's elements. */
export const cardScript = new URL('stripe/card.js', import.meta.url)
