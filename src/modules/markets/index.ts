export { selectMarkets } from './queries.ts'
export { buyerFields, type KeptMarket, localesFor, marketFor, noMarket, readerParameters } from './reading.ts'
export type { Market } from './rules.ts'
