import { AppError, type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import { columnKey } from './column-key.ts'
import { columnNames, type FileColumn, fileColumns } from './columns.ts'
import { fileKindOf } from './file-kinds.ts'
import { readList } from './list-cells.ts'
import { priceColumnOf } from './price-columns.ts'
import { fileColumnOf, type LanguageReader, languageReader } from './translated-columns.ts'

const allowed: ReadonlySet<string> = new Set(columnNames)

/**
 * Names of columns, separated by commas; a name with a comma stands in quotes, as in CSV.
 * @throws AppError VALIDATION_ERROR
 */
export function readIgnored(text: string | undefined): Set<string> {
  const names = text === undefined ? [] : namesOf(text)
  const ignored = new Set(names.map(columnKey).filter((name) => name !== ''))
  if (ignored.has('sku')) throw invalid({ field: 'ignore', message: 'must not name sku: rows are matched by it' })
  return ignored
}

/** What columns of a file are read as, by the keys of their titles: columns here, or those of another system. */
export type Renames = ReadonlyMap<string, string>

/**
 * Such as `Colour=option_1_value,"Price, EUR=price"`: what columns of the file are read as.
 * @throws AppError VALIDATION_ERROR
 */
export function readRenames(text: string | undefined): Renames {
  const renames = new Map<string, string>()
  for (const part of text === undefined ? [] : namesOf(text, 'rename')) {
    const [, title = '', name = ''] = /^(.*)=([^=]*)$/s.exec(part) ?? []
    const [from, to] = [columnKey(title), name.trim()]
    if (from === '' || to === '') throw wrongRename(part)
    renames.set(from, to)
  }
  return renames
}

/** Those of our own files. @throws AppError VALIDATION_ERROR if they name a column that is none of ours */
export function ownRenames(renames: Renames = new Map(), read: LanguageReader = languageReader(undefined)): Renames {
  const own = [...renames].map(([from, to]): [string, string] => {
    const translated = read(to)
    if (typeof translated === 'object') return [from, fileColumnOf(translated).name]
    const priced = priceColumnOf(to)
    if (typeof priced === 'object') return [from, priced.name]
    if (!allowed.has(columnKey(to))) throw wrongRename(`${from}=${to}`)
    return [from, columnKey(to)]
  })
  return new Map(own)
}

function wrongRename(part: string): AppError {
  const such = 'must be columns of the file with those they are read as, such as Vendor=brand'
  return invalid({ field: 'rename', message: `${such}; not ${shown(part)}` })
}

function namesOf(text: string, field: 'ignore' | 'rename' = 'ignore'): string[] {
  try {
    return readList(text)
  } catch {
    throw invalid({ field, message: 'must be names of columns, separated by commas' })
  }
}

/** The separator of columns: the one that yields most known columns of the header line. */
export function separatorOf(line: string): string {
  const [, said] = /^\s*"?sep=(.)"?\s*$/.exec(line) ?? []
  if (said !== undefined) return said
  const scores = [',', ';', '\t', '|'].map((separator) => {
    const titles = line.replace(/"[^"]*"/g, (quoted) => quoted.replaceAll(separator, ' ')).split(separator)
    const found = titles.filter((title) => allowed.has(columnKey(title.replaceAll('"', ''))))
    return { separator, score: found.length * 1_000 + titles.length }
  })
  return scores.reduce((best, next) => (next.score > best.score ? next : best)).separator
}

/** `sep=;` before the header, a convention of Excel that names the separator. */
export function isSeparatorLine(fields: readonly string[]): boolean {
  return fields.length <= 2 && /^sep=.?$/.test(fields[0]?.trim() ?? '') && (fields[1] ?? '') === ''
}

/** A skipped column: ignored by name, or without a name. */
export type Column = FileColumn | 'ignored' | 'nameless'

/** Maximum faults of a header that are reported one by one. */
const maxFaults = 49

/**
 * The columns of a header.
 * @throws AppError VALIDATION_ERROR with all of its faults
 */
export function readHeader(
  titles: readonly string[],
  ignored: ReadonlySet<string>,
  renames: Renames = new Map(),
  languages: LanguageReader = languageReader(undefined),
): Column[] {
  const keys = titles.map((title) => renames.get(columnKey(title)) ?? columnKey(title))
  const wrong = new Map<string, string>()
  const read = keys.map((key, index): Column | undefined => {
    const title = titles[index]?.trim() ?? ''
    if (key === '') return 'nameless'
    if (ignored.has(columnKey(title))) return 'ignored'
    const named = renames.get(columnKey(title)) ?? title
    const translated = languages(named)
    if (typeof translated === 'object') return fileColumnOf(translated)
    const priced = translated ?? priceColumnOf(named)
    if (typeof priced === 'string') wrong.set(title, priced)
    if (typeof priced === 'object') return priced
    return fileColumns.find(({ name }) => name === key)
  })
  const unread = [...new Set(titles.filter((_, index) => read[index] === undefined).map((title) => title.trim()))]
  const unknown = unread.filter((title) => !wrong.has(title))
  const names = read.flatMap((column) => (typeof column === 'object' ? [column.name] : []))
  const twice = new Set(names.filter((name, index) => names.indexOf(name) < index))
  const faults: FieldFault[] = []
  const say = (message: string) => faults.push({ field: 'header', message })
  const kind = fileKindOf(titles.map((title) => title.trim().replace(/\s+/g, ' ')))
  const isWhole = keys.includes('sku') && unread.length === 0
  if (kind?.isOther && !isWhole) say(`looks like that of ${kind.name}, ${kind.remedy}`)
  else if (kind && !isWhole) say(`looks like that of a product export of ${kind.name}, ${kind.remedy}`)
  if (!keys.includes('sku')) say('has no column sku')
  for (const name of twice) say(`names the column ${name} twice`)
  if (wrong.size > 0) {
    const named = [...wrong.keys()].slice(0, 20).map(shown)
    say(`has columns of languages or currencies that cannot be read: ${named.join(', ')}`)
    for (const [title, message] of wrong) faults.push({ field: `header.${shown(title)}`, message })
  }
  if (unknown.length > 0) {
    say(`has unknown columns; known are ${columnNames.join(', ')}; to leave columns out, name them in ignore`)
    for (const title of unknown) faults.push({ field: `header.${shown(title)}`, message: 'is an unknown column' })
  }
  if (faults.length === 0) return read as Column[]
  const listed = faults.slice(0, maxFaults)
  throw new AppError('VALIDATION_ERROR', describe(faults, unknown), { details: listed })
}

function describe(faults: readonly FieldFault[], unknown: readonly string[]): string {
  const sentences = faults.filter(({ field }) => field === 'header').map(({ message }) => `header ${message}`)
  const names = unknown.slice(0, 20).map(shown)
  const more = unknown.length > names.length ? `, and ${unknown.length - names.length} more` : ''
  return [...sentences, ...(names.length > 0 ? [`unknown: ${names.join(', ')}${more}`] : [])].join('; ')
}

const shown = (title: string) => (title.length > 100 ? `${title.slice(0, 100)}…` : title)
