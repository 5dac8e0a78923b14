export { codeKey, readCode, withoutTwins } from './code-rules.ts'
export { type FoundDiscounts, findDiscounts } from './find-discounts.ts'
export { type AppliedDiscount, maxCodes, type StaffDiscount } from './rules.ts'
export { DiscountFault } from './schemas.ts'
export {
  isAnyDeleted,
  lockUses,
  type OrderUses,
  type RefusedUse,
  recordingUses,
  recordUses,
  retainUses,
  selectUses,
  usesOf,
} from './use-queries.ts'
