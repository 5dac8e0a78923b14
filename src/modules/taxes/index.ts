export { type Place, ratesAt, type TaxRateRow } from './place-rules.ts'
export { selectTaxRates } from './queries.ts'
export {
  shippingByGoods,
  shippingClass,
  standardClass,
  type Tax,
  type TaxedPart,
  type TaxLine,
  taxOf,
  withoutTax,
} from './rules.ts'
export { TaxClass } from './schemas.ts'
