export { selectShippingMethods } from './queries.ts'
export { optionsFor, type Parcel, type ShippingMethodRow, type ShippingOption, serves, shippedTo } from './rules.ts'
