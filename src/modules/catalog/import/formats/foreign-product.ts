import type { NamedSubject } from '../named-subject.ts'
import type { FileLanguages } from '../translated-columns.ts'
import type { ColumnNotes } from './column-notes.ts'
import type { ForeignTexts } from './languages.ts'

/** Sale prices of a file: those of today, also those of other days, or none. */
export const salePrices = ['current', 'all', 'none'] as const
export type SalePrices = (typeof salePrices)[number]

/** What a reader is told besides the header. */
export interface ReaderOptions {
  decimalComma: boolean
  /** Such as `2026-05-31`. */
  today: string
  /** Of the shop: prices in others are not its prices. */
  currency: string
  /** Classes of the shop's tax table. */
  taxClasses: ReadonlySet<string>
  sales: SalePrices
  notes: ColumnNotes
  ignored: ReadonlySet<string>
  /** Of the shop; undefined: it has no markets. */
  languages?: FileLanguages | undefined
}

/**
 * A product, or a group of variants, in a file of another shop system. Undefined: the file lacks the column, so the
 * shop's value stays. Null: the cell is empty.
 */
export interface ForeignProduct {
  /** Number of its first row; the header is 1. */
  row: number
  /** Undefined in files without slugs: then it is made from the name. */
  slug: string | undefined
  /** Undefined if the file only extends a product, which it names by slug. */
  name: string | undefined
  description: string | null | undefined
  /** Of a description that is more than paragraphs; its text is `description`. */
  description_html?: string | undefined
  brand: string | null | undefined
  category: string | null | undefined
  tags: string[] | undefined
  seo_title: string | null | undefined
  seo_description: string | null | undefined
  status: ForeignStatus | undefined
  /** Names of the options; empty for a plain product, which has one variant without options. */
  options: string[]
  variants: ForeignVariant[]
  /** In order; undefined if the file has no such column. */
  images: ForeignImage[] | undefined
  /** In other languages of the shop. */
  translations?: ForeignTexts[]
}

export type ForeignDescription = Pick<ForeignProduct, 'description' | 'description_html'>

export type ForeignStatus = 'draft' | 'active' | 'archived'

export interface ForeignVariant {
  row: number
  sku: string
  /** Whether the SKU was made from slug and options. */
  made_sku: boolean
  /** Option values in the order of the names. */
  options: string[]
  price: number | undefined
  compare_at_price: number | null | undefined
  /** Present only where files of the system have it. */
  unit_cost?: number | null | undefined
  weight_grams: number | null | undefined
  /** Undefined also if the other system does not count it; then `opening` is the number that it has there. */
  on_hand: number | undefined
  opening?: number | undefined
  tax_class: string | undefined
  /** Undefined if the file has no such columns. */
  unit_pricing: ForeignUnitPricing | null | undefined
  gtin: string | null | undefined
  requires_shipping: boolean | undefined
  /** Present only if it is one. */
  gift_card?: boolean
  status: ForeignStatus | undefined
  /** Pictures of this variant in place of the group's; undefined if the file has no such column. */
  images: ForeignImage[] | undefined
}

/** Quantities as our own files write them. */
export interface ForeignUnitPricing {
  measure: string
  base: string
}

export interface ForeignImage {
  url: string
  alt: string | null
  row: number
}

/** A fault, because of which a row or a whole product is skipped. */
export interface ForeignFault {
  row: number
  sku: string | null
  /** The column by its title in the file, or `row`. */
  field: string
  message: string
}

/** Result of the rows of one product. */
export interface AssembledProduct {
  product: ForeignProduct | undefined
  faults: ForeignFault[]
  /** In place of a product: texts of something that is here. */
  named?: NamedTexts | undefined
}

/** Texts of what the shop has, by what its other system knows it by. */
export interface NamedTexts extends NamedSubject {
  row: number
  translations: ForeignTexts[]
}

/** A record of a file with its number; the header is 1. */
export interface ForeignRow {
  row: number
  cells: readonly string[]
}

/** Reader for the files of a system. */
export interface ForeignReader {
  /** Rows with a common key belong to one product; a row without keys is a product of its own. */
  keysOf(row: ForeignRow): string[]
  assemble(rows: readonly ForeignRow[]): AssembledProduct
}

/** Limits of the catalog; longer values are shortened, or dropped where that is impossible. */
export const max = {
  name: 200,
  description: 10_000,
  category: 100,
  brand: 100,
  seo: 500,
  tag: 50,
  tags: 50,
  media: 50,
  url: 2_000,
}
