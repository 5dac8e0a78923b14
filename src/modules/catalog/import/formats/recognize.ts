import { invalid } from '#src/platform/lib/errors.ts'
import { systemOf } from '../file-kinds.ts'
import type { ColumnNotes } from './column-notes.ts'
import type { ForeignReader } from './foreign-product.ts'
import { titleKey } from './sheet.ts'
import { isShopifyHeader, shopifyReader } from './shopify.ts'
import { isWooCommerceHeader, wooCommerceReader } from './woocommerce.ts'

/** Values of `format` of an import. */
export const importFormats = ['own', 'auto', 'shopify', 'woocommerce'] as const
export type ImportFormat = (typeof importFormats)[number]
export type ForeignFormat = 'shopify' | 'woocommerce'
/** What a file turned out to be. */
export type FileSystem = Exclude<ImportFormat, 'auto'>

interface ReaderOptions {
  decimalComma: boolean
  /** Such as `2026-05-31`. */
  today: string
  notes: ColumnNotes
  ignored: ReadonlySet<string>
}

interface Kind {
  system: string
  is(titles: readonly string[]): boolean
  needs: string
  reader(titles: readonly string[], options: ReaderOptions): ForeignReader
}

const kinds: Record<ForeignFormat, Kind> = {
  shopify: {
    system: 'Shopify',
    is: isShopifyHeader,
    needs: 'Title, and Handle or URL handle',
    reader: (titles, { notes, ignored, ...options }) => shopifyReader(titles, options, notes, ignored),
  },
  woocommerce: {
    system: 'WooCommerce',
    is: isWooCommerceHeader,
    needs: 'Name, and Type or Regular price',
    reader: (titles, { notes, ignored, ...options }) => wooCommerceReader(titles, options, notes, ignored),
  },
}

/** The format of a header; `own` if it is of no other system. */
export function formatOf(titles: readonly string[]): FileSystem {
  const system = systemOf(titles.map(titleKey))
  const found = Object.entries(kinds).find(([, kind]) => kind.system === system && kind.is(titles))
  return (found?.[0] as ForeignFormat | undefined) ?? 'own'
}

/**
 * The reader for the rows below a header.
 * @throws AppError VALIDATION_ERROR if it lacks what the format needs
 */
export function readerOf(format: ForeignFormat, titles: readonly string[], options: ReaderOptions): ForeignReader {
  const kind = kinds[format]
  if (kind.is(titles)) return kind.reader(titles, options)
  const looks = systemOf(titles.map(titleKey))
  const other = looks === undefined || looks === kind.system ? '' : `, and looks like that of ${looks}`
  throw invalid({ field: 'header', message: `is none of ${kind.system}, which has the columns ${kind.needs}${other}` })
}
