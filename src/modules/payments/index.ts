export {
  charge,
  createPaymentProviders,
  findOutcome,
  openPayment,
  type PaymentInput,
  providerOf,
  recordOutcome,
  recordRefund,
  refund,
  takeDuePayments,
} from './payments.ts'
export type { ChargeResult, PaymentProvider, PaymentProviders } from './provider.ts'
export { type PaymentRow, selectPayment, startRefund } from './queries.ts'
export { Payment, presentPayment } from './schemas.ts'
