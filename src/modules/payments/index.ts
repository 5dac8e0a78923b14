export {
  charge,
  createPaymentProviders,
  findOutcome,
  openPayment,
  type PaymentHere,
  type PaymentInput,
  paymentHere,
  providerOf,
  recordOutcome,
  recordRefund,
  refund,
  takeDuePayments,
} from './payments.ts'
export type { ChargeResult, PaymentProvider, PaymentProviders } from './provider.ts'
export { type PaymentRow, selectPayment as findPayment, startRefund } from './queries.ts'
export { Payment, presentPayment } from './schemas.ts'
