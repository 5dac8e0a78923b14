export { selectMarkets } from './queries.ts'
export {
  buyerFields,
  type KeptMarket,
  localesFor,
  marketFor,
  noMarket,
  readerParameters,
  readingFor,
} from './reading.ts'
export { languagesOf, type Market } from './rules.ts'
