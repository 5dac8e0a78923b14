export { importProducts } from './import/import-products.ts'
export { importProgress } from './import/queries.ts'
export { catalogBackground } from './jobs.ts'
export {
  filterKey,
  type ProductFilter,
  type ProductSort,
  readFilter,
  readOrder,
  type SortOrder,
} from './listing/filter.ts'
export { listProducts } from './listing/list-products.ts'
export { type CatalogContext, type CatalogMemory, createCatalogMemory, noMemory } from './listing/memory.ts'
export { positionOf } from './listing/queries.ts'
export { filterParameters, orderParameter } from './listing/schemas.ts'
export { catalogIsEmpty, type ProductRow } from './products/queries.ts'
export { type PresentedProduct, Product, presentProduct } from './products/schemas.ts'
