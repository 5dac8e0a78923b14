import type { ForeignFault, ForeignRow, ReaderOptions } from './foreign-product.ts'
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
  taxStatus: ['tax status'],
  taxClass: ['tax class'],
  inStock: ['in stock?'],
  stock: ['stock'],
  backorders: ['backorders allowed?'],
  weight: ['weight (kg)', 'weight (g)', 'weight (lbs)', 'weight (lb)', 'weight (oz)', 'weight'],
  salePrice: ['sale price'],
  regularPrice: ['regular price', 'price'],
  cost: ['cost of goods', 'meta: _cogs_value', 'meta: _cogs_total_value', 'meta: _wc_cog_cost'],
  categories: ['categories'],
  tags: ['tags'],
  images: ['images'],
  // Of Germanized (class-wc-gzd-product-export.php).
  unit: ['unit', 'meta: _unit'],
  unitProduct: ['unit product', 'meta: _unit_product'],
  unitBase: ['unit base', 'meta: _unit_base'],
  parent: ['parent'],
  position: ['position'],
  brands: ['brands', 'brand'],
  seoTitle: ['meta: _yoast_wpseo_title', 'meta: rank_math_title', 'meta: _aioseo_title'],
  seoDescription: ['meta: _yoast_wpseo_metadesc', 'meta: rank_math_description', 'meta: _aioseo_description'],
  // Of WPML (its plugin for exports), and of Polylang for WooCommerce (class PLLWC_Export).
  language: ['meta: _wpml_import_language_code', 'language'],
  originalLanguage: ['meta: _wpml_import_source_language_code'],
  translationGroup: ['meta: _wpml_import_translation_group', 'translation group'],
} as const
export type Name = keyof typeof names

/** Columns that may be dropped without a note. */
export const quiet = new Map<string, ReadonlySet<string> | undefined>([
  ['is featured?', new Set(['0'])],
  ['sold individually?', new Set(['0'])],
  ['allow customer reviews?', undefined],
  ['low stock amount', new Set(['0'])],
  ['meta: _wpcom_is_markdown', undefined],
  ['meta: _wpml_import_wc_local_attribute_labels', undefined],
  ['meta: _wpml_word_count', undefined],
  ['meta: _wpml_media_featured', undefined],
  ['meta: _wpml_media_duplicate', undefined],
])

const titles = new Set<string>(Object.values(names).flat())

export const isWooCommerceTitle = (key: string): boolean =>
  titles.has(key) || /^attribute \d{1,3} (?:name|value(?:\(s\))?|visible|global|default)$/.test(key)

/** Context for reading the rows of a file. */
export interface Context extends ReaderOptions {
  sheet: Sheet<Name>
  attributes: Attributes
  faults: ForeignFault[]
  cells: CellReader<Name>
  /** The decimal separator of the shop's prices, independent of the column separator. */
  prices: CellReader<Name>
}

export function isOf(row: ForeignRow, sheet: Sheet<Name>, type: string): boolean {
  return typesOf(row, sheet).includes(type)
}

export const typesOf = (row: ForeignRow, sheet: Sheet<Name>) => listOf(sheet.text(row, 'type').toLowerCase())

/** Flags of a row besides its kind. */
export const besides = new Set(['downloadable', 'virtual'])
