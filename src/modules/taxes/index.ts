export { selectTaxRates } from './queries.ts'
export {
  type Place,
  shippingClass,
  standardClass,
  type Tax,
  type TaxedPart,
  type TaxLine,
  type TaxRateRow,
  taxOf,
} from './rules.ts'
export { TaxClass } from './schemas.ts'
