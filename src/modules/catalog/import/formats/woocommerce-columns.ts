import type { ColumnNotes } from './column-notes.ts'
import type { ForeignFault, ForeignRow } from './foreign-product.ts'
import { type CellReader, listOf, type Sheet } from './sheet.ts'
import type { Attributes } from './woocommerce-attributes.ts'

/** Names of columns (class-wc-product-csv-exporter.php); later releases added the GTIN, the brands and others. */
export const names = {
  id: ['id'],
  type: ['type'],
  sku: ['sku'],
  gtin: ['gtin, upc, ean, or isbn', 'gtin', 'ean', 'meta: _global_unique_id'],
  name: ['name'],
  published: ['published'],
  visibility: ['visibility in catalog'],
  shortDescription: ['short description'],
  description: ['description'],
  saleStarts: ['date sale price starts'],
  saleEnds: ['date sale price ends'],
  inStock: ['in stock?'],
  stock: ['stock'],
  backorders: ['backorders allowed?'],
  weight: ['weight (kg)', 'weight (g)', 'weight (lbs)', 'weight (lb)', 'weight (oz)', 'weight'],
  salePrice: ['sale price'],
  regularPrice: ['regular price', 'price'],
  categories: ['categories'],
  tags: ['tags'],
  images: ['images'],
  parent: ['parent'],
  position: ['position'],
  brands: ['brands', 'brand'],
  seoTitle: ['meta: _yoast_wpseo_title', 'meta: rank_math_title', 'meta: _aioseo_title'],
  seoDescription: ['meta: _yoast_wpseo_metadesc', 'meta: rank_math_description', 'meta: _aioseo_description'],
} as const
export type Name = keyof typeof names

/** Columns that may be dropped without a note. */
export const quiet = new Map<string, ReadonlySet<string> | undefined>([
  ['is featured?', new Set(['0'])],
  ['tax status', new Set(['taxable'])],
  ['tax class', new Set(['parent', 'standard'])],
  ['sold individually?', new Set(['0'])],
  ['allow customer reviews?', undefined],
  ['low stock amount', new Set(['0'])],
  ['meta: _wpcom_is_markdown', undefined],
])

/** Context for reading the rows of a file. */
export interface Context {
  sheet: Sheet<Name>
  attributes: Attributes
  notes: ColumnNotes
  faults: ForeignFault[]
  cells: CellReader<Name>
  /** The decimal separator of the shop's prices, independent of the column separator. */
  prices: CellReader<Name>
  today: string
}

export function isOf(row: ForeignRow, sheet: Sheet<Name>, type: string): boolean {
  return typesOf(row, sheet).includes(type)
}

export const typesOf = (row: ForeignRow, sheet: Sheet<Name>) => listOf(sheet.text(row, 'type').toLowerCase())

/** Flags of a row besides its kind. */
export const besides = new Set(['downloadable', 'virtual'])
