export { followPrices } from './manage-markets.ts'
export { selectMarkets } from './queries.ts'
export {
  buyerFields,
  type CatalogReading,
  type KeptMarket,
  marketFor,
  noMarket,
  readerFor,
  readerParameters,
  readingFor,
} from './reading.ts'
export { languagesOf, type Market } from './rules.ts'
