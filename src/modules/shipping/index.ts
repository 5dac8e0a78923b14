export { selectShippingMethods } from './queries.ts'
export { optionsFor, type Parcel, type ShippingMethodRow, type ShippingOption, shippedTo } from './rules.ts'
