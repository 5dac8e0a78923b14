export { binary } from './bytes.ts'
export { allPictures, type Picture, pictureFor, pictureOf, pictureSize, picturesFolder } from './pictures.ts'
export { openingOf, playShop } from './play-shop.ts'
export type { Service } from './service.ts'
export {
  type Meaning,
  meaningOf,
  propertyNamed,
  type TranslatedInto,
  thingNamed,
  translatedInto,
  translateName,
} from './translate-names.ts'
