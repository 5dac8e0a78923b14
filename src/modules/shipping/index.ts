export { selectShippingMethods } from './queries.ts'
export { optionsFor, pricedIn, type ShippingMethodRow, type ShippingOption, serves, shippedTo } from './rules.ts'
