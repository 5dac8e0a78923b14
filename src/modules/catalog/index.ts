export { catalogState, totalExpression } from './count-queries.ts'
export {
  filterKey,
  filterParameters,
  orderParameter,
  type ProductFilter,
  type ProductSort,
  readFilter,
  readOrder,
  type SortOrder,
} from './filter.ts'
export { importProducts } from './import-products.ts'
export { selectImport as importProgress } from './import-queries.ts'
export { catalogBackground } from './jobs.ts'
export { listProducts } from './list-products.ts'
export { joinStock, type ProductRow, positionOf, productColumns } from './listing-queries.ts'
export {
  type CatalogContext,
  type CatalogMemory,
  createCatalogMemory,
  noMemory,
} from './memory.ts'
export { isCatalogEmpty as catalogIsEmpty } from './queries.ts'
export { type PresentedProduct, Product, presentProduct } from './schemas.ts'
