/** Pieces of SQL by which statements of other modules read the catalog. */
export { contextOf, isChosen, languageIn, tableOf } from './listing/condition-queries.ts'
export { joinKeys } from './listing/key-queries.ts'
export { isSold, joinProductOf, lineProductColumns, lineProductPairs } from './products/line-queries.ts'
export { firstPictureOfProduct } from './products/picture-queries.ts'
export { productQuery } from './products/text-queries.ts'
