import { withoutGuard } from '#src/platform/lib/csv.ts'
import { foldText } from '#src/platform/lib/folding.ts'
import { isHtml, readHtml, withoutControls } from '#src/platform/rich-text/index.ts'
import { spellingKey } from '../../groups/rules.ts'
import { readNumber } from '../cell-numbers.ts'
import { columnKey } from '../column-key.ts'
import type { ColumnNotes } from './column-notes.ts'
import {
  type ForeignDescription,
  type ForeignFault,
  type ForeignImage,
  type ForeignRow,
  type ForeignVariant,
  max,
} from './foreign-product.ts'

/**
 * Comparison key of a column's name: one kind of apostrophe and of blank, none before a question mark or a colon, where
 * French has one.
 */
export function titleKey(title: string): string {
  const seen = title.normalize('NFKC').replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
  const plain = seen.toLowerCase().replace(/[‘’ʼ]/g, "'")
  return plain
    .replace(/\s+/g, ' ')
    .replace(/ ([?:;])/g, '$1')
    .trim()
}

/** The header of a file: titles as they stand, and the keys by which a format knows them. */
export interface Header {
  titles: readonly string[]
  keys: readonly string[]
}

/** The cells of a file by meaning, found by all names that a column with this meaning has had. */
export interface Sheet<Name extends string> {
  has(name: Name): boolean
  /** The title of a column in the file. */
  title(name: Name): string
  /** Trimmed, without the apostrophe that guards against formulas. */
  text(row: ForeignRow, name: Name): string
  /** Undefined without the column, null if its cell is empty. */
  optional(row: ForeignRow, name: Name): string | null | undefined
  /** Counts the cells that are not used. */
  noteRest(row: ForeignRow, notes: ColumnNotes): void
}

const noHome = 'is not imported: there is no such field'

/**
 * @param names the lower-case names of a column, by meaning
 * @param quiet columns and values that may be dropped without a note; a column without values: all of them
 */
export function sheetOf<Name extends string>(
  { titles, keys }: Header,
  names: Record<Name, readonly string[]>,
  quiet: ReadonlyMap<string, ReadonlySet<string> | undefined>,
  ignored: ReadonlySet<string> = new Set(),
): Sheet<Name> {
  const isIgnored = (index: number) => ignored.has(columnKey(titles[index] ?? ''))
  const positions = new Map<Name, number>()
  for (const [name, skus] of Object.entries<readonly string[]>(names)) {
    const position = skus.map((key) => keys.indexOf(titleKey(key))).find((found) => found !== -1)
    if (position !== undefined && !isIgnored(position)) positions.set(name as Name, position)
  }
  const used = new Set(positions.values())
  const rest = keys.flatMap((key, index) =>
    used.has(index) || key === '' || isIgnored(index) ? [] : [{ index, quiet: quietOf(quiet, key) }],
  )
  const text = (row: ForeignRow, name: Name) => {
    const position = positions.get(name)
    return position === undefined ? '' : withoutGuard((row.cells[position] ?? '').trim()).trim()
  }
  return {
    has: (name) => positions.has(name),
    title: (name) => titles[positions.get(name) ?? -1]?.trim() ?? name,
    text,
    optional: (row, name) => (positions.has(name) ? text(row, name) || null : undefined),
    noteRest(row, notes) {
      for (const { index, quiet: silent } of rest) {
        // A header may have many more columns than a row has cells.
        if (index >= row.cells.length) return
        const value = (row.cells[index] ?? '').trim()
        if (value !== '' && !silent(value.toLowerCase())) notes.dropped(titles[index]?.trim() ?? '', noHome)
      }
    },
  }
}

function quietOf(quiet: ReadonlyMap<string, ReadonlySet<string> | undefined>, key: string): (value: string) => boolean {
  if (!quiet.has(key)) return () => false
  const values = quiet.get(key)
  return (value) => values === undefined || values.has(value)
}

/** Reads the cells of one product: an unreadable value becomes a fault, a lost one a note. */
export interface CellReader<Name extends string> {
  line(row: ForeignRow, name: Name, longest: number): string | null | undefined
  /** As text, or as HTML, which has its text. `keepLines`: line ends of HTML count. */
  description(row: ForeignRow, name: Name, keepLines?: boolean): ForeignDescription
  number(row: ForeignRow, name: Name, sku: string): number | null | undefined
  gtin(row: ForeignRow, name: Name): string | null | undefined
  flag(row: ForeignRow, name: Name): boolean | undefined
  /** One whose address cannot be read is counted, and told of its row where it would be fetched. */
  image(row: ForeignRow, name: Name, url: string, alt?: string): ForeignImage
}

export function cellReader<Name extends string>(
  sheet: Sheet<Name>,
  notes: ColumnNotes,
  faults: ForeignFault[],
  numbers: { decimalComma: boolean },
): CellReader<Name> {
  const shorten = (name: Name, text: string, longest: number) => {
    if (text.length <= longest) return text
    notes.changed(sheet.title(name), `shortened to ${longest} characters`)
    return text
      .slice(0, longest)
      .toWellFormed()
      .replace(/\ufffd$/, '')
      .trimEnd()
  }
  const optional = (row: ForeignRow, name: Name, read: (text: string) => string) => {
    const text = sheet.optional(row, name)
    return text ? read(text) || null : text
  }
  return {
    line: (row, name, longest) => optional(row, name, (text) => shorten(name, lineOf(text), longest)),
    description(row, name, keepLines) {
      const given = sheet.optional(row, name)
      if (!given) return { description: given }
      if (!isHtml(given)) {
        const plain = withoutControls(given.replaceAll('\r\n', '\n')).trim()
        return { description: shorten(name, plain, max.description) || null }
      }
      const { html, text, notKept } = readHtml(given, keepLines)
      for (const reason of notKept) notes.dropped(sheet.title(name), reason)
      if (html !== null) return { description: text || null, description_html: html }
      return { description: shorten(name, text, max.description) || null }
    },
    number(row, name, sku) {
      const text = sheet.optional(row, name)
      if (text === undefined || text === null) return text
      const read = readNumber(text, { decimalComma: numbers.decimalComma, whole: false })
      if ('value' in read) return read.value
      faults.push({ row: row.row, sku, field: sheet.title(name), message: read.fault })
      return undefined
    },
    gtin(row, name) {
      const text = sheet.optional(row, name)
      if (text === undefined || text === null) return text
      const digits = text.replace(/^'/, '').replace(/[\s-]/g, '')
      if (isGtin(digits)) return digits
      notes.dropped(sheet.title(name), 'is no GTIN: 8, 12, 13 or 14 digits with a right check digit')
      return null
    },
    flag: (row, name) => flags.get(sheet.text(row, name).toLowerCase()),
    image({ row }, name, url, alt = '') {
      const address = imageAddress(url)
      if (address === undefined) notes.dropped(sheet.title(name), 'is no address of a picture (http or https)')
      return { url: address ?? lineOf(url).slice(0, max.url), alt: lineOf(alt).slice(0, max.seo) || null, row }
    },
  }
}

const flags = new Map([
  ...['true', 'yes', '1', 'y', 't'].map((text) => [text, true] as const),
  ...['false', 'no', '0', 'n', 'f'].map((text) => [text, false] as const),
])

/** Encodes blanks that some files leave in URLs. */
function imageAddress(text: string): string | undefined {
  const address = text.startsWith('//') ? `https:${text}` : text
  const url = /^https?:\/\//i.test(address) ? URL.parse(address.trim()) : null
  return url !== null && url.href.length <= max.url ? url.href : undefined
}

/** 8, 12, 13 or 14 digits with a valid check digit (GS1 General Specifications 7.9). */
function isGtin(digits: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return false
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** A text on one line, without forbidden characters. */
export function lineOf(text: string): string {
  return withoutControls(text).replace(/\s+/g, ' ').trim()
}

/** Texts separated by commas; a backslash escapes a comma in a text. */
export function listOf(text: string): string[] {
  return text
    .split(/(?<!\\),/)
    .map((part) => lineOf(part.replaceAll('\\,', ',')))
    .filter((part) => part !== '')
}

/** Each once, regardless of case; values that the catalog cannot store are counted. */
export function tagsOf(texts: readonly string[], column: string, notes: ColumnNotes): string[] {
  const tags = new Map<string, string>()
  for (const tag of texts) {
    const key = foldText(tag)
    if (tags.has(key)) continue
    if (tag.length > max.tag) notes.dropped(column, `is longer than ${max.tag} characters`)
    else if (tags.size === max.tags) notes.dropped(column, `is beyond the first ${max.tags}`)
    else tags.set(key, tag)
  }
  return [...tags.values()]
}

/** The pictures of a product, each once. */
export function picturesOf(images: readonly ForeignImage[], column: string, notes: ColumnNotes): ForeignImage[] {
  const seen = new Set<string>()
  const once = images.filter(({ url }) => seen.size < seen.add(url).size)
  for (let beyond = once.length; beyond > max.media; beyond--)
    notes.dropped(column, `is beyond the first ${max.media} pictures`)
  return once.slice(0, max.media)
}

/** Lower-case words with hyphens between them, in ASCII where letters allow it. */
export function wordsOf(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

/**
 * Makes SKUs for variants without one, from slug and values. Longer ones are cut; numbers keep them distinct from each
 * other and from `taken`.
 */
export function skuMaker(used: readonly string[]): (slug: string, values: readonly string[]) => string {
  const skus = new Set(used)
  const numbers = new Map<string, number>()
  return (slug, values) => {
    const base = [slug, ...values.map(wordsOf)]
      .filter((part) => part !== '')
      .join('-')
      .slice(0, maxSku)
    for (let number = numbers.get(base) ?? 1; ; number++) {
      const suffix = number === 1 ? '' : `-${number}`
      const sku = `${base.slice(0, maxSku - suffix.length)}${suffix}`
      if (skus.has(sku)) continue
      numbers.set(base, number + 1)
      skus.add(sku)
      return sku
    }
  }
}

const maxSku = 100

/** Variants with unique options; faults of the others. */
export function withoutTwins(variants: readonly ForeignVariant[], field: string, faults: ForeignFault[]) {
  const rows = new Map<string, number>()
  return variants.filter(({ row, sku, options }) => {
    const key = JSON.stringify(options.map(spellingKey))
    const before = rows.get(key)
    if (before !== undefined) faults.push({ row, sku, field, message: `has the same options as row ${before}` })
    else rows.set(key, row)
    return before === undefined
  })
}
