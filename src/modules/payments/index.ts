export {
  charge,
  createPaymentProviders,
  findLateCharge,
  findOutcome,
  newPayment,
  type OpenPayment,
  type PaymentInput,
  paymentChanges,
  providerOf,
  recordRefund,
  refund,
  takeDuePayments,
  takeLookUps,
} from './payments.ts'
export type { ChargeResult, PaymentProvider, PaymentProviders } from './provider.ts'
export {
  type DuePayment,
  type NewPayment,
  type PaymentRow,
  selectPayment,
  selectPayments,
  selectPaymentsOfOrders,
  startRefund,
} from './queries.ts'
export { Payment, presentPayment } from './schemas.ts'
