export {
  charge,
  createPaymentProviders,
  findLateCharge,
  findOutcome,
  newPayment,
  type OpenPayment,
  type PaymentInput,
  paymentChanges,
  promptTimeoutMs,
  providerOf,
  recordRefund,
  refund,
  refundCharge,
  takeDuePayments,
  takeLookUps,
} from './payments.ts'
export type { ChargeResult, PaymentProvider, PaymentProviders, RefundResult } from './provider.ts'
export {
  type DuePayment,
  type NewPayment,
  type PaymentRow,
  selectPayment,
  selectPayments,
  selectPaymentsOfOrders,
  startRefund,
  updateRefundEnded,
} from './queries.ts'
export { Payment, presentPayment } from './schemas.ts'
