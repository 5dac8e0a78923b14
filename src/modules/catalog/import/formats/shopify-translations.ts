import { slugOf } from '#src/platform/lib/slug.ts'
import { spellingKey } from '../../groups/rules.ts'
import { maxSlugLength } from '../../products/field-schemas.ts'
import type { OptionDictionary } from '../named-subject.ts'
import {
  type AssembledProduct,
  type ForeignReader,
  type ForeignRow,
  max,
  type NamedTexts,
  type ReaderOptions,
} from './foreign-product.ts'
import { type ForeignTexts, noMarket, shopLocale } from './languages.ts'
import { type CellReader, cellReader, type Header, lineOf, type Sheet, sheetOf } from './sheet.ts'

/** Columns of the file of translations that Shopify exports (Settings, Languages; Translate & Adapt). */
const names = {
  type: ['type'],
  id: ['identification'],
  field: ['field'],
  locale: ['locale'],
  market: ['market'],
  status: ['status'],
  source: ['default content'],
  translation: ['translated content'],
} as const
type Name = keyof typeof names

const required = ['type', 'identification', 'field', 'locale', 'default content', 'translated content']
const titles = new Set<string>(Object.values(names).flat())

export const isTranslationTitle = (key: string): boolean => titles.has(key)

export const isTranslationHeader = (keys: readonly string[]): boolean => required.every((key) => keys.includes(key))

interface Context extends ReaderOptions {
  sheet: Sheet<Name>
  cells: CellReader<Name>
}

const subjects: Readonly<Record<string, 'product' | 'collection'>> = { product: 'product', collection: 'collection' }
const optionKinds: Readonly<Record<string, keyof OptionDictionary>> = {
  product_option: 'names',
  product_option_value: 'values',
}
const maxWords = 100_000

/** Shopify and others write the types in several ways: `PRODUCT`, `Products`. */
const typeOf = (row: ForeignRow, sheet: Sheet<Name>) =>
  sheet
    .text(row, 'type')
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
    .replace(/s$/, '')

/**
 * Reads texts of products and collections that the shop has. Rows of options name no product, so their words are of
 * the whole file, by the shop's own: the first of each counts.
 */
export function shopifyTranslationsReader(header: Header, options: ReaderOptions): ForeignReader {
  const sheet = sheetOf<Name>(header, names, new Map(), options.ignored)
  const context: Context = { ...options, sheet, cells: cellReader(sheet, options.notes, [], options) }
  const words = new Map<string, OptionDictionary>()
  let count = 0
  return {
    keysOf(row) {
      const type = typeOf(row, sheet)
      const kind = optionKinds[type]
      if (kind === undefined) return subjects[type] === undefined ? [] : [`${type} ${idOf(row, sheet)}`]
      const locale = localeOf(row, context)
      const [own, word] = [lineOf(sheet.text(row, 'source')), lineOf(sheet.text(row, 'translation'))]
      if (locale === undefined || word === '' || word.length > (kind === 'names' ? 50 : 100)) return []
      const known = words.get(locale) ?? { names: new Map(), values: new Map() }
      words.set(locale, known)
      const key = spellingKey(own)
      if (!known[kind].has(key) && count++ < maxWords) known[kind].set(key, word)
      return []
    },
    assemble: (rows) => assemble(rows, context, words),
  }
}

const idOf = (row: ForeignRow, sheet: Sheet<Name>) => sheet.text(row, 'id').replace(/^'|^.*\//, '')

/** The shop's language of a row that counts; undefined: the row is left out. */
function localeOf(row: ForeignRow, { sheet, languages }: Context): string | undefined {
  if (sheet.text(row, 'market') !== '') return undefined
  const locale = shopLocale(sheet.text(row, 'locale'), languages)
  return locale === 'own' ? undefined : locale
}

function assemble(
  rows: readonly ForeignRow[],
  context: Context,
  words: ReadonlyMap<string, OptionDictionary>,
): AssembledProduct {
  const { sheet } = context
  const [first] = rows
  const nothing = { product: undefined, faults: [] }
  if (first === undefined) return nothing
  const kind = typeOf(first, sheet)
  const type = subjects[kind]
  const texts = new Map<string, ForeignTexts>()
  for (const row of rows) {
    const locale = takenIn(row, context)
    if (locale === undefined) continue
    if (type === undefined) {
      if (optionKinds[kind] === undefined) noteType(row, context)
      continue
    }
    const read = textOf(row, context)
    if (read !== undefined) texts.set(locale, { locale, ...texts.get(locale), ...read })
  }
  if (type === undefined) return nothing
  const source = (field: string) => {
    const found = rows.find((row) => sheet.text(row, 'field').toLowerCase() === field)
    return (found && lineOf(sheet.text(found, 'source'))) || undefined
  }
  // Files of other tools have the handle in place of the id.
  const id = idOf(first, sheet)
  const handle = source('handle') ?? (/^\d*$/.test(id) ? undefined : id)
  const named: NamedTexts = {
    row: first.row,
    type,
    handle: handle && slugOf(handle, maxSlugLength),
    name: source('title'),
    translations: [...texts.values()],
    ...(type === 'product' && { words }),
  }
  const isEmpty = texts.size === 0 && (type === 'collection' || words.size === 0)
  return isEmpty ? nothing : { ...nothing, named }
}

/** The language of a row whose text is taken; the reason is noted if it is not. */
function takenIn(row: ForeignRow, context: Context): string | undefined {
  const { sheet, notes, languages } = context
  if (sheet.text(row, 'translation') === '') {
    notes.dropped(sheet.title('translation'), 'is empty: not translated at Shopify')
    return undefined
  }
  if (sheet.text(row, 'market') !== '') {
    notes.dropped(sheet.title('market'), 'is a text of one market alone: here a translation counts in all markets')
    return undefined
  }
  const tag = sheet.text(row, 'locale')
  const locale = shopLocale(tag, languages)
  if (locale === 'own') notes.dropped(sheet.title('locale'), `${tag} is the language of the shop’s own texts`)
  else if (locale === undefined) notes.dropped(sheet.title('locale'), noMarket(tag))
  if (locale === 'own' || locale === undefined) return undefined
  if (/outdated/i.test(sheet.text(row, 'status')))
    notes.kept(sheet.title('status'), 'is outdated: the text at Shopify has changed since it was translated; check it')
  return locale
}

function noteType(row: ForeignRow, { sheet, notes }: Context): void {
  const name = sheet.text(row, 'type').slice(0, 50)
  notes.dropped(name || sheet.title('type'), 'is not taken: texts of products, their options and collections are')
}

function textOf(row: ForeignRow, { sheet, cells, notes }: Context): Omit<ForeignTexts, 'locale'> | undefined {
  const field = sheet.text(row, 'field').toLowerCase()
  switch (field) {
    case 'title':
      return { name: cells.line(row, 'translation', max.name) }
    case 'body_html':
      return cells.description(row, 'translation')
    case 'meta_title':
      return { seo_title: cells.line(row, 'translation', 200) }
    case 'meta_description':
      return { seo_description: cells.line(row, 'translation', max.seo) }
    case 'handle': {
      const slug = slugOf(sheet.text(row, 'translation'), maxSlugLength)
      const isOwn = slug === slugOf(sheet.text(row, 'source'), maxSlugLength)
      return isOwn || slug === '' ? undefined : { slug }
    }
    default:
      notes.dropped(field.slice(0, 50) || sheet.title('field'), 'is not taken: there is no such text here')
      return undefined
  }
}
