import type { MediaOptions } from '../products/group-pictures.ts'
import type { ProductValues } from '../products/schemas.ts'

/** A group as rows of a file give it, or some of its rows. */
export interface GroupRows {
  slug: string
  /** Of the group: name, descriptions, category, brand, tags, seo, status, media; what is undefined stays. */
  values: ProductValues
  /** Of `values.media`: those that are shown for a value of an option alone. */
  mediaOptions?: MediaOptions | undefined
  variesBy: readonly string[]
  variants: readonly VariantRow[]
}

/** A variant as a row of a file gives it. What is undefined stays, or is as in a new product. */
export interface VariantRow {
  row: number
  sku: string
  options: Readonly<Record<string, string>>
  values: ProductValues
  onHand: number | undefined
  /** Of a new variant, if `onHand` is undefined. */
  opening?: number | undefined
  position: number | undefined
  /** The SKU is not of the file: a variant that is there by its options keeps its own. */
  madeSku?: boolean
}
