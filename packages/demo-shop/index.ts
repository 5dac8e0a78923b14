export { allPictures, type Picture, pictureFor, pictureOf, pictureSize, picturesFolder } from './pictures.ts'

/** One product a line. */
export const productsFile = new URL('products.ndjson', import.meta.url)
