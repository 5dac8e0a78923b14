import { type TSchema, Type } from 'typebox'
import { line, Nullable } from '#src/platform/http/envelope.ts'
import { createValidator } from '#src/platform/http/requests/validation.ts'
import type { FieldFault } from '#src/platform/lib/errors.ts'
import { readLocale } from '#src/platform/lib/locales.ts'
import { writtenHtml } from '../products/descriptions.ts'
import { Description, DescriptionHtml, ProductName } from '../products/field-schemas.ts'
import { maxOptions } from '../products/membership-schemas.ts'
import { slugFault } from '../products/single-values.ts'
import type { Texts } from '../translations/rules.ts'
import { SeoDescription, SeoTitle, TranslatedSlug } from '../translations/schemas.ts'
import type { OptionWords, TextsChange } from '../translations/write-texts.ts'
import { columnKey } from './column-key.ts'
import type { FileColumn } from './columns.ts'
import { withKeptHtml } from './row-html.ts'

/** Languages of a shop, as files have them. */
export interface FileLanguages {
  /** That of its own texts. */
  own: string
  /** The others of its markets, in their order. */
  others: readonly string[]
}

/** What a row says in a language. */
export interface RowTexts {
  locale: string
  change: TextsChange
  /** What is not kept of its HTML, in words. */
  notKept: readonly string[]
}

const numbers = Array.from({ length: maxOptions }, (_, index) => index + 1)

/** Columns that a file has for each further language, such as `name:fr`; in their order. */
const schemas: Readonly<Record<string, TSchema>> = {
  name: Nullable(ProductName),
  description: Description,
  description_html: DescriptionHtml,
  seo_title: SeoTitle,
  seo_description: SeoDescription,
  slug: TranslatedSlug,
  ...Object.fromEntries(
    numbers.flatMap((number) => [
      [`option_${number}_name`, Nullable(line({ max: 50 }))],
      [`option_${number}_value`, Nullable(line({ max: 100 }))],
    ]),
  ),
}

export const translatedNames: readonly string[] = Object.keys(schemas)

const validate = createValidator(
  Type.Object(Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, Type.Optional(schema)]))),
)

export interface TranslatedColumn {
  name: string
  locale: string
}

/** Such as `name:fr`, `Name:pt_BR`. Undefined: the title is of no such column; a text: what is wrong with it. */
export type LanguageReader = (title: string) => TranslatedColumn | string | undefined

/** Reads titles of columns by the languages of a shop; undefined: it has no markets. */
export function languageReader(languages: FileLanguages | undefined): LanguageReader {
  const read = new Map<string, ReturnType<LanguageReader>>()
  return (title) => {
    if (!title.includes(':')) return undefined
    if (!read.has(title)) {
      // A file may have any number of fields.
      if (read.size > 1_000) read.clear()
      read.set(title, readTitle(title, languages))
    }
    return read.get(title)
  }
}

function readTitle(title: string, languages: FileLanguages | undefined): ReturnType<LanguageReader> {
  const at = title.lastIndexOf(':')
  const [name, tag] = [columnKey(title.slice(0, at)), title.slice(at + 1).trim()]
  if (!Object.hasOwn(schemas, name)) return undefined
  const locale = readLocale(tag.replaceAll('_', '-'))
  if (locale === undefined) return `must name a language of BCP 47 behind the colon, such as ${name}:de`
  if (locale === languages?.own) return `is of the language of the shop’s own texts: name the column ${name}`
  if (languages?.others.includes(locale)) return { name, locale }
  return 'is of a language that no market of the shop has: add it to a market, or name the column in ignore'
}

/** A column of CSV: empty cells take the text away, but for a slug, which stays. */
export function fileColumnOf({ name, locale }: TranslatedColumn): FileColumn {
  const schema = schemas[name] ?? Type.String()
  return { name: `${name}:${locale}`, schema, field: undefined, key: undefined, kind: 'text', clears: name !== 'slug' }
}

interface DividedRow {
  own: unknown
  said: ReadonlyMap<string, Record<string, unknown>>
  faults: FieldFault[]
}

/** The cells of a row by language, and the others. */
export function divideRow(row: unknown, read: LanguageReader): DividedRow {
  const isObject = typeof row === 'object' && row !== null && !Array.isArray(row)
  if (!isObject || !Object.keys(row).some((title) => title.includes(':')))
    return { own: row, said: new Map(), faults: [] }
  const said = new Map<string, Record<string, unknown>>()
  const faults: FieldFault[] = []
  const own: Record<string, unknown> = {}
  for (const [title, value] of Object.entries(row)) {
    const column = read(title)
    if (column === undefined) own[title] = value
    else if (typeof column === 'string') faults.push({ field: title, message: column })
    else said.set(column.locale, { ...said.get(column.locale), [column.name]: value })
  }
  return { own, said, faults }
}

type Cells = Record<string, string | null | undefined>

/** The texts of a row whose own cells are these. */
export function readTranslations(
  said: ReadonlyMap<string, Record<string, unknown>>,
  own: Record<string, unknown>,
): { translations: RowTexts[]; faults: FieldFault[] } {
  const faults: FieldFault[] = []
  const translations: RowTexts[] = []
  for (const [locale, cells] of said) {
    const wrong = validate(cells)
    if (wrong.length === 0) wrong.push(...faultsOf(cells as Cells, own))
    faults.push(...wrong.map(({ field, message }) => ({ field: `${field}:${locale}`, message })))
    if (wrong.length === 0) translations.push({ locale, ...changeOf(cells as Cells, own as Cells) })
  }
  return { translations, faults }
}

function faultsOf(cells: Cells, own: Record<string, unknown>): FieldFault[] {
  const slug = cells['slug'] ? slugFault(cells['slug']) : undefined
  const lost = numbers
    .flatMap((number) => [`option_${number}_name`, `option_${number}_value`])
    .filter((name) => cells[name] && !own[name])
  return [
    ...(slug === undefined ? [] : [{ field: 'slug', message: slug }]),
    ...lost.map((field) => ({ field, message: `is the word for ${field}, which the row does not have` })),
  ]
}

function changeOf(cells: Cells, own: Cells): Pick<RowTexts, 'change' | 'notKept'> {
  const { description, description_html, name, seo_title, seo_description, slug } = cells
  const { values, notKept } = withKeptHtml({
    sku: '',
    ...(description !== undefined && { description }),
    ...(description_html !== undefined && { description_html }),
  })
  const options = numbers.flatMap((number): OptionWords[] => {
    const [option, value] = [own[`option_${number}_name`], own[`option_${number}_value`]]
    const [title, word] = [cells[`option_${number}_name`], cells[`option_${number}_value`]]
    if (!option || !value || (title === undefined && word === undefined)) return []
    return [{ name: option, value, ...(title !== undefined && { title }), ...(word !== undefined && { word }) }]
  })
  const texts = { name, seo_title, seo_description, slug: slug ?? undefined }
  const change: TextsChange = {
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)),
    ...descriptionOf(values),
    ...(options.length > 0 && { options }),
  }
  return { change, notKept }
}

/** A description is one text in two forms. */
export function descriptionOf({
  description,
  description_html: html,
}: Pick<TextsChange, 'description' | 'description_html'>): Pick<TextsChange, 'description' | 'description_html'> {
  if (html) return writtenHtml(html)
  return description === undefined && html === undefined
    ? {}
    : { description: description ?? null, description_html: null }
}

/** The cells of the columns of a language, in their order. */
export function cellsOf(
  stored: { texts: Texts; slug: string | null } | undefined,
  options: readonly (readonly [string, string])[],
): (string | null)[] {
  const { texts = {}, slug = null } = stored ?? {}
  const { options: words, ...others } = texts
  const cells: Cells = {
    ...others,
    slug,
    ...Object.fromEntries(
      options.flatMap(([name, value], index) => [
        [`option_${index + 1}_name`, words?.[name]?.name],
        [`option_${index + 1}_value`, words?.[name]?.values?.[value]],
      ]),
    ),
  }
  return translatedNames.map((name) => cells[name] ?? null)
}
