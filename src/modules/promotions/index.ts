export { type FoundDiscounts, findDiscounts, readCode } from './find-discounts.ts'
export { type AppliedDiscount, mostCodes, type StaffDiscount } from './rules.ts'
export { DiscountFault } from './schemas.ts'
export { takePromotions } from './use-queries.ts'
