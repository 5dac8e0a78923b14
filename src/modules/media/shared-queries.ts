/** Pieces of SQL by which statements of other modules read pictures. */
export { firstPictureOf, picturesOf, picturesOfRow } from './picture-queries.ts'
