import type { RowPicture, RowPictures } from '../columns.ts'
import { type ForeignProduct, max } from './foreign-product.ts'

/** The pictures of each variant's row: those of the product are its group's, of a plain product its own. */
export function rowPictures({ options, images, variants }: ForeignProduct): RowPictures[] {
  return variants.map(({ images: own }) =>
    options.length > 0 ? { own, group: images } : { own: together(images, own), group: undefined },
  )
}

function together(images: readonly RowPicture[] | undefined, own: readonly RowPicture[] | undefined) {
  if (images === undefined || own === undefined) return images ?? own
  const urls = new Set(images.map(({ url }) => url))
  const further = own.filter(({ url }) => !urls.has(url))
  return [...images, ...further].slice(0, max.media)
}
