import type { RowPicture, RowPictures } from '../columns.ts'
import { type ForeignImage, type ForeignProduct, max } from './foreign-product.ts'

/** The pictures of each variant's row: those of the product are its group's, of a plain product its own. */
export function rowPictures(product: ForeignProduct): RowPictures[] {
  const { options, images, variants } = product
  if (options.length === 0)
    return variants.map(({ images: own }) => ({ own: together(images, own), group: undefined, areTied: false }))
  const tied = tiedPictures(product)
  const group = images && withTied(images, tied).slice(0, max.media)
  const kept = new Set(group?.filter(({ option }) => option !== undefined).map(urlOf))
  return variants.map(({ images: own }) => {
    const isTied = own !== undefined && own.length > 0 && own.every(({ url }) => kept.has(url))
    return { own: isTied ? [] : own, group, areTied: group !== undefined }
  })
}

/**
 * Pictures that the variants of one value of an option share, and no others: they are tied to the value in place of
 * each variant. By their address.
 */
function tiedPictures({ options, images, variants }: ForeignProduct): Map<string, RowPicture> {
  const tied = new Map<string, RowPicture>()
  if (images === undefined) return tied
  const key = (of: readonly ForeignImage[] | undefined) => (of ?? []).map(({ url }) => url).join('\n')
  for (const [index, name] of options.entries()) {
    for (const [value, having] of Map.groupBy(variants, (variant) => variant.options[index] ?? '')) {
      const [first, ...others] = having
      const shared = first?.images ?? []
      const isShared = shared.length > 0 && others.length > 0 && others.every((one) => key(one.images) === key(shared))
      if (!isShared) continue
      const elsewhere = new Set(variants.flatMap((one) => (having.includes(one) ? [] : (one.images ?? []))).map(urlOf))
      if (having.length === variants.length || shared.some(({ url }) => elsewhere.has(url))) continue
      for (const picture of shared)
        if (!tied.has(picture.url)) tied.set(picture.url, { ...picture, option: [name, value] })
    }
  }
  return tied
}

const urlOf = ({ url }: { url: string }) => url

/** In the order of the product's own; those that it lacks come last. */
function withTied(images: readonly RowPicture[], tied: ReadonlyMap<string, RowPicture>): RowPicture[] {
  const urls = new Set(images.map(urlOf))
  const own = images.map((one) => {
    const option = tied.get(one.url)?.option
    return option === undefined ? one : { ...one, option }
  })
  return [...own, ...[...tied.values()].filter(({ url }) => !urls.has(url))]
}

function together(images: readonly RowPicture[] | undefined, own: readonly RowPicture[] | undefined) {
  if (images === undefined || own === undefined) return images ?? own
  const urls = new Set(images.map(urlOf))
  const further = own.filter(({ url }) => !urls.has(url))
  return [...images, ...further].slice(0, max.media)
}
