export { type BuyerVat, checkVatNumber, type VatDependencies } from './check-vat-number.ts'
export { type Place, placeOfNumber, placeOfShop, type TaxRateRow } from './place-rules.ts'
export { selectTaxNames, selectTaxRates } from './queries.ts'
export {
  shippingByGoods,
  shippingClass,
  standardClass,
  type TaxedPart,
  type TaxLine,
  taxOf,
  withoutTax,
} from './rules.ts'
export { TaxClass } from './schemas.ts'
export type { VatRegister } from './vat-register.ts'
export { createViesRegister } from './vies-register.ts'
