export { catalogBackground } from './jobs.ts'
export {
  filterKey,
  type ProductFilter,
  type ProductSort,
  readFilter,
  readOrder,
  type SortOrder,
} from './listing/filter.ts'
export { type CatalogReader, listKnown, listProducts } from './listing/list-products.ts'
export { positionOf } from './listing/queries.ts'
export { filterParameters, orderParameter } from './listing/schemas.ts'
export { createKnownProducts, type KnownProducts, type ListedProduct } from './products/known-products.ts'
export { type ProductKey, readKeys, type ShownProduct } from './products/queries.ts'
export { repriceProducts } from './products/reprice.ts'
export { Product, presentProduct } from './products/schemas.ts'
