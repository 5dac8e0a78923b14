import type { ColumnNotes } from './column-notes.ts'
import type { ForeignProduct } from './foreign-product.ts'

/**
 * The address of the picture of each variant: its own, else the first of the product. A product has one address; what
 * is more is counted. Undefined: the file has no column of pictures; null: it has none of this product.
 */
export function pictureAddresses(
  { images, variants }: Pick<ForeignProduct, 'images' | 'variants'>,
  notes: ColumnNotes,
): (string | null | undefined)[] {
  const [first] = images ?? []
  const addresses = variants.map(({ image }) => image?.url ?? first?.url ?? (images === undefined ? image : null))
  const taken = new Set(addresses)
  for (const { url } of images ?? []) if (!taken.has(url)) notes.dropped('pictures', 'a product shows one picture')
  return addresses as (string | null | undefined)[]
}
