/**
 * A product, or a group of variants, as a file of another shop system states it. Undefined: the file has no such
 * column, so what the shop has stays; null: the column is there and empty.
 */
export interface ForeignProduct {
  /** Of its first row, the header being 1. */
  row: number
  /** Undefined of files without slugs: it is made of the name. */
  slug: string | undefined
  /** Undefined if the file only adds to a product that it names by its slug. */
  name: string | undefined
  description: string | null | undefined
  brand: string | null | undefined
  category: string | null | undefined
  tags: string[] | undefined
  seo_title: string | null | undefined
  seo_description: string | null | undefined
  status: ForeignStatus | undefined
  /** Names of the options; empty of a plain product, which has one variant without options. */
  options: string[]
  variants: ForeignVariant[]
  /** In their order; undefined if the file has no column of them. */
  images: ForeignImage[] | undefined
}

export type ForeignStatus = 'draft' | 'active' | 'archived'

export interface ForeignVariant {
  row: number
  sku: string
  /** The SKU is not of the file, but made of slug and options. */
  made_sku: boolean
  /** Values in the order of the names. */
  options: string[]
  price: number | undefined
  compare_at_price: number | null | undefined
  weight_grams: number | null | undefined
  on_hand: number | undefined
  gtin: string | null | undefined
  requires_shipping: boolean | undefined
  status: ForeignStatus | undefined
  /** Shown of this variant instead of the group's. */
  image: ForeignImage | null | undefined
}

export interface ForeignImage {
  url: string
  alt: string | null
}

/** Why a row, or a whole product, is left out. */
export interface ForeignFault {
  row: number
  sku: string | null
  /** The column as the file names it, or `row`. */
  field: string
  message: string
}

/** What the rows of one product come to. */
export interface AssembledProduct {
  product: ForeignProduct | undefined
  faults: ForeignFault[]
}

/** The record of a file, by its number, the header being 1. */
export interface ForeignRow {
  row: number
  cells: readonly string[]
}

/** How the files of a system are read. */
export interface ForeignReader {
  /** Rows that share a key are of one product; a row without keys is a product of its own. */
  keysOf(row: ForeignRow): string[]
  assemble(rows: readonly ForeignRow[]): AssembledProduct
}

/** Most that the catalog takes; what is longer is shortened, or left out where it cannot be. */
export const most = {
  name: 200,
  description: 10_000,
  category: 100,
  brand: 100,
  seo: 500,
  tag: 50,
  tags: 50,
  media: 50,
}
