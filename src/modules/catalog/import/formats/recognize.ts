import { AppError, invalid } from '#src/platform/lib/errors.ts'
import { columnKey } from '../column-key.ts'
import { type FileKind, fileKindOf } from '../file-kinds.ts'
import type { Renames } from '../header.ts'
import type { ForeignReader, ReaderOptions } from './foreign-product.ts'
import { isMedusaHeader, isMedusaTitle, medusaReader } from './medusa.ts'
import { type Header, titleKey } from './sheet.ts'
import { shopifyReader } from './shopify.ts'
import { isShopifyHeader, isShopifyTitle } from './shopify-columns.ts'
import { isTranslationHeader, isTranslationTitle, shopifyTranslationsReader } from './shopify-translations.ts'
import { isVendureHeader, isVendureTitle, vendureReader, vendureTitles } from './vendure.ts'
import { isWooCommerceHeader, wooCommerceReader } from './woocommerce.ts'
import { isWooCommerceTitle } from './woocommerce-columns.ts'
import { inEnglish } from './woocommerce-titles.ts'

/** Values of `format` of an import. */
export const importFormats = [
  'own',
  'auto',
  'shopify',
  'shopify_translations',
  'woocommerce',
  'vendure',
  'medusa',
] as const
export type ImportFormat = (typeof importFormats)[number]
/** What a file turned out to be. */
export type FileSystem = Exclude<ImportFormat, 'auto'>
export type ForeignFormat = Exclude<FileSystem, 'own'>

interface Kind {
  system: string
  /** The keys of its titles, where they differ from `titleKey`. */
  keysOf?(titles: readonly string[], own?: string): string[]
  /** Whether it is the header of this system, by its keys. */
  is(keys: readonly string[]): boolean
  /** Whether a column has a meaning there. */
  isOwnTitle(key: string): boolean
  needs: string
  example: string
  reader(header: Header, options: ReaderOptions): ForeignReader
}

const kinds: Record<ForeignFormat, Kind> = {
  shopify: {
    system: 'Shopify',
    is: isShopifyHeader,
    isOwnTitle: isShopifyTitle,
    needs: 'Title, and Handle or URL handle',
    example: 'Name=Title',
    reader: shopifyReader,
  },
  shopify_translations: {
    system: 'Shopify’s translations',
    is: isTranslationHeader,
    isOwnTitle: isTranslationTitle,
    needs: 'Type, Identification, Field, Locale, Default content and Translated content',
    example: 'Language=Locale',
    reader: shopifyTranslationsReader,
  },
  woocommerce: {
    system: 'WooCommerce',
    keysOf: (titles) => inEnglish(titles),
    is: isWooCommerceHeader,
    isOwnTitle: isWooCommerceTitle,
    needs: 'Name, and Type or Regular price',
    example: 'Nome=Name',
    reader: wooCommerceReader,
  },
  vendure: {
    system: 'Vendure',
    keysOf: vendureTitles,
    is: isVendureHeader,
    isOwnTitle: isVendureTitle,
    needs: 'name, sku, price and optionValues',
    example: 'title=name',
    reader: vendureReader,
  },
  medusa: {
    system: 'Medusa',
    is: isMedusaHeader,
    isOwnTitle: isMedusaTitle,
    needs: 'Product Handle and Product Title',
    example: 'Name=Product Title',
    reader: medusaReader,
  },
}

/** A header with the keys that its titles have in a format, renamed ones as they are read. */
function headerOf({ keysOf }: Kind, titles: readonly string[], renames: Renames, own?: string): Header {
  const keys = keysOf?.(titles, own) ?? titles.map(titleKey)
  const read = (title: string) => renames.get(columnKey(title))
  return { titles, keys: keys.map((key, index) => titleKey(read(titles[index] ?? '') ?? key)) }
}

/** The format of a header; `own` if it is of no other system. */
export function formatOf(titles: readonly string[], renames: Renames = new Map()): FileSystem {
  const found = Object.entries(kinds).find(([, kind]) => {
    const { keys } = headerOf(kind, titles, renames)
    return fileKindOf(keys)?.name === kind.system && kind.is(keys)
  })
  return (found?.[0] as ForeignFormat | undefined) ?? 'own'
}

/**
 * The reader for the rows below a header.
 * @throws AppError VALIDATION_ERROR if it lacks what the format needs, or a column is renamed to none of it
 */
export function readerOf(
  format: ForeignFormat,
  titles: readonly string[],
  renames: Renames,
  options: ReaderOptions,
): ForeignReader {
  const kind = kinds[format]
  for (const name of renames.values()) {
    if (kind.isOwnTitle(titleKey(name))) continue
    const such = `must be columns of the file with those of ${kind.system} that they are read as`
    throw invalid({ field: 'rename', message: `${such}, such as ${kind.example}; not ${name.slice(0, 100)}` })
  }
  const header = headerOf(kind, titles, renames, options.languages?.own)
  const looks = fileKindOf(titles.map(titleKey))
  if (looks?.isOther) throw invalid({ field: 'header', message: `looks like ${looks.name}, ${looks.remedy}` })
  if (kind.is(header.keys)) return kind.reader(header, options)
  throw notOf(kind, header, looks, options.ignored)
}

/** Names each column without a meaning there, so that one can say what it is. */
function notOf(
  kind: Kind,
  { titles, keys }: Header,
  looks: FileKind | undefined,
  ignored: ReadonlySet<string>,
): AppError {
  const other = looks === undefined || looks.name === kind.system ? '' : `, and looks like that of ${looks.name}`
  const needs = `has the columns ${kind.needs}; if they have other names, say so in rename, such as ${kind.example}`
  const message = `is none of ${kind.system}${other}: ${kind.system} ${needs}`
  const unknown = titles.filter((title, index) => {
    const key = keys[index] ?? ''
    return key !== '' && !kind.isOwnTitle(key) && !ignored.has(columnKey(title))
  })
  const details = unknown.slice(0, maxUnknown).map((title) => ({
    field: `header.${title.trim().slice(0, 100)}`,
    message: 'is an unknown column',
  }))
  return new AppError('VALIDATION_ERROR', `header ${message}`, { details: [{ field: 'header', message }, ...details] })
}

/** Columns that are named one by one. */
const maxUnknown = 48
