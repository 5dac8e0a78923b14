export { disableBought, issueBought, takeBackBought } from './bought-cards.ts'
export { selectPaidWithValue } from './bought-queries.ts'
export { storedValueChecks } from './checks.ts'
export { creditRefund } from './credit-refund.ts'

export { createStoredValueProvider, storedValueProvider } from './provider.ts'
export { guessingCards, holderOf, readOffered, returnValue, takeValue, type Value } from './value.ts'
