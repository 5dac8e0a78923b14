export { findPaymentOptions } from './find-options.ts'
export { type HowToPay, howToPay } from './how-to-pay.ts'
export { listOffered, type OfferedPayment } from './list-offered.ts'
export {
  feeOf,
  isPaidByHand,
  type PaymentFee,
  type PaymentMethodRow,
  type PaymentTermsRow,
  stateOf,
  termsOf,
} from './rules.ts'
export { PaymentMethods, PaymentOption, PaymentTerms, presentOffered, presentOption, presentTerms } from './schemas.ts'
export { takesCard } from './takes-card.ts'
