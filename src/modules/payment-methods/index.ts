export { type HowToPay, howToPay } from './how-to-pay.ts'
export { listOffered, type OfferedPayment } from './list-offered.ts'
export { selectPaymentMethods } from './queries.ts'
export {
  feeOf,
  isPaidByHand,
  type PaymentFee,
  type PaymentMethodRow,
  type PaymentTermsRow,
  paymentOptions,
  stateOf,
  termsOf,
} from './rules.ts'
export { PaymentMethods, PaymentOption, PaymentTerms, presentOffered, presentOption, presentTerms } from './schemas.ts'
export { takesCard } from './takes-card.ts'
