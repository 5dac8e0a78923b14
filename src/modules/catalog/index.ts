export { catalogChecks } from './checks.ts'
export { optionsKey, variantName } from './groups/rules.ts'
export { selectLinked } from './linked-queries.ts'
export { type CardCache, createCardCache, type ListedCard } from './listing/card-cache.ts'
export { Card } from './listing/cards.ts'
export { type CardForm, formsOf } from './listing/condition-queries.ts'
export {
  filterKey,
  type ProductFilter,
  type ProductSort,
  readFilter,
  readOrder,
  type SortOrder,
} from './listing/filter.ts'
export { type CardKey, readKeys } from './listing/key-queries.ts'
export {
  type AnalyzedWord,
  analyzeInLanguage,
  countInLanguage,
  type SearchedLanguage,
} from './listing/language-word-queries.ts'
export { withCollection } from './listing/list-collection.ts'
export { type CatalogReader, listCached, listProducts, positionInList } from './listing/list-products.ts'
export { filterParameters, optionParameters, optionsOf, orderParameter } from './listing/schemas.ts'
export { learnLanguageWords, writeLanguages } from './listing/write-languages.ts'
export { showCards, viewerOf } from './prices/shown.ts'
export { writePrices } from './prices/write-prices.ts'
export { initialColumns, presentEventProduct } from './products/field-values.ts'
export type { LineProduct } from './products/line-queries.ts'
export { lineProductFields, presentLineProduct } from './products/line-schemas.ts'
export { sampleLine } from './products/sample.ts'
