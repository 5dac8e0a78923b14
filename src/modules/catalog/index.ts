export { importProducts } from './import/import-products.ts'
export { selectImport as importProgress } from './import/queries.ts'
export { catalogBackground } from './jobs.ts'
export { catalogState, totalExpression } from './listing/count-queries.ts'
export {
  filterKey,
  filterParameters,
  orderParameter,
  type ProductFilter,
  type ProductSort,
  readFilter,
  readOrder,
  type SortOrder,
} from './listing/filter.ts'
export { listProducts } from './listing/list-products.ts'
export {
  type CatalogContext,
  type CatalogMemory,
  createCatalogMemory,
  noMemory,
} from './listing/memory.ts'
export { joinStock, type ProductRow, positionOf, productColumns } from './listing/queries.ts'
export { isCatalogEmpty as catalogIsEmpty } from './products/queries.ts'
export { type PresentedProduct, Product, presentProduct } from './products/schemas.ts'
