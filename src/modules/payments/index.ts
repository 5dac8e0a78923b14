export {
  charge,
  createPaymentProviders,
  findLateCharge,
  findOutcome,
  type OpenPayment,
  openPayment,
  type PaymentInput,
  paymentChanges,
  providerOf,
  recordOutcome,
  recordRefund,
  refund,
  takeDuePayments,
  takeLookUps,
} from './payments.ts'
export type { ChargeResult, PaymentProvider, PaymentProviders } from './provider.ts'
export {
  type DuePayment,
  type PaymentRow,
  selectPayment,
  selectPayments,
  selectPaymentsOfOrders,
  startRefund,
} from './queries.ts'
export { Payment, presentPayment } from './schemas.ts'
