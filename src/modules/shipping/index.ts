export { selectShippingMethods } from './queries.ts'
export { optionsFor, type ShippingMethodRow, type ShippingOption, serves, shippedTo } from './rules.ts'
