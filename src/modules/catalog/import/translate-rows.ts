import type { AuditEntry } from '#src/platform/audit/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { waitingInHtml, withFilesAlone } from '#src/platform/rich-text/index.ts'
import { type Options, optionValue, spellingKey } from '../groups/rules.ts'
import type { RowVariant } from '../groups/upsert-groups.ts'
import type { CatalogType } from '../translations/rules.ts'
import { type GivenTexts, type OptionWords, writeTexts } from '../translations/write-texts.ts'
import type { ImportRow, ParsedRow } from './import-rows.ts'
import type { RowError } from './queries.ts'
import type { PicturedRows } from './row-pictures.ts'
import type { RowTexts } from './translated-columns.ts'

/** What a row has made, or changed. */
export interface RowSubject {
  type: CatalogType
  id: string
  isNew: boolean
  /** Of a variant, as its group spells them. */
  options?: Options
}

/** By row: products by themselves, and the groups of variants. */
export function subjectsOf(
  existing: readonly { row: number; id: string }[],
  made: ReadonlyMap<number, string>,
  variants: readonly RowVariant[],
): Map<number, RowSubject> {
  return new Map([
    ...existing.map(({ row, id }) => [row, { type: 'product', id, isNew: false } as RowSubject] as const),
    ...[...made].map(([row, id]) => [row, { type: 'product', id, isNew: true } as RowSubject] as const),
    ...variants.map(({ row, groupId, isNew, options }) => {
      return [row, { type: 'product_group', id: groupId, isNew, options } as RowSubject] as const
    }),
  ])
}

interface PicturedText {
  row: ParsedRow
  texts: RowTexts
}

/** Texts in other languages that show pictures. */
const picturedIn = (rows: readonly ParsedRow[]): PicturedText[] =>
  rows.flatMap((row) =>
    (row.translations ?? [])
      .filter(({ change }) => change.description_html?.includes('<img '))
      .map((texts) => ({ row, texts })),
  )

/** Finds pictures of rows together with those of their texts in other languages. */
export async function withTextsPictured(
  rows: readonly ParsedRow[],
  find: (rows: readonly ParsedRow[]) => Promise<PicturedRows>,
): Promise<PicturedRows> {
  const pictured = picturedIn(rows)
  if (pictured.length === 0) return find(rows)
  const inTexts = pictured.map(({ row: { row, bytes, sku }, texts: { locale, change } }): ParsedRow => {
    const product = { sku, description_html: change.description_html } as ImportRow
    return { row, bytes, sku, faults: [], product, htmlField: `description_html:${locale}` }
  })
  const result = await find([...rows, ...inTexts])
  const warnings = [...result.warnings]
  const written = new Map<RowTexts, RowTexts>()
  for (const [index, { row, texts }] of pictured.entries()) {
    const html = result.rows[rows.length + index]?.product?.description_html ?? ''
    // Nobody tells a translation of a picture that is fetched.
    if (waitingInHtml(html).length > 0)
      warnings.push({ row: row.row, sku: row.sku, field: `description_html:${texts.locale}`, message: later })
    const shown = withFilesAlone(html)
    const change = { ...texts.change, ...(shown ? { description_html: shown } : noDescription) }
    written.set(texts, { ...texts, change })
  }
  const own = result.rows.slice(0, rows.length).map((row): ParsedRow => {
    const { translations } = row
    return translations === undefined
      ? row
      : { ...row, translations: translations.map((one) => written.get(one) ?? one) }
  })
  return { ...result, rows: own, warnings }
}

const later = 'shows pictures that are still to be fetched: import the file again once they are ready'
const noDescription = { description: null, description_html: null }

export interface TranslatedRows {
  /** Rows with a text that has changed. */
  changed: ReadonlySet<number>
  /** How many texts were written, by language. */
  counts: Record<string, number>
  warnings: RowError[]
  entries: AuditEntry[]
}

/** Writes what rows say in other languages of what they have made or changed, in a few statements for all of them. */
export async function translateRows(
  transaction: Transaction,
  merchantId: string,
  rows: readonly ParsedRow[],
  subjects: ReadonlyMap<number, RowSubject>,
): Promise<TranslatedRows> {
  const skus = new Map(rows.map(({ row, sku, product }) => [row, product?.sku ?? sku]))
  const seen = new Set<string>()
  const numbers = new Map<RowTexts, number>()
  const given = rows.flatMap(({ row, translations = [] }) => {
    const subject = subjects.get(row)
    if (subject === undefined) return []
    return translations.flatMap((texts): GivenTexts[] => {
      // All rows of a product of another system have the same texts.
      const number = numbers.get(texts) ?? numbers.size
      numbers.set(texts, number)
      const key = `${number} ${subject.id}`
      if (seen.has(key)) return []
      seen.add(key)
      const { type, id, isNew, options } = subject
      const change = { ...texts.change, options: spelt(texts.change.options, options) }
      return [{ type, id, isNew, row, locale: texts.locale, change }]
    })
  })
  const { changed, refused, entries } = await writeTexts(transaction, merchantId, given)
  const counts: Record<string, number> = {}
  for (const { locale } of changed) counts[locale] = (counts[locale] ?? 0) + 1
  const warnings = refused.map(({ given: { row, locale }, slug, message }) => ({
    row,
    sku: skus.get(row) ?? null,
    field: `slug:${locale}`,
    message: `${slug} ${message}: it was left out`,
  }))
  return { changed: new Set(changed.map(({ row }) => row)), counts, warnings, entries }
}

/** Words by the names and values that the group has; its own may be spelt otherwise than those of the file. */
function spelt(words: readonly OptionWords[] = [], options: Options = {}): OptionWords[] {
  return words.flatMap(({ name, value, title, word }): OptionWords[] => {
    const known = Object.keys(options).find((one) => spellingKey(one) === spellingKey(name))
    if (known === undefined) return []
    const own = optionValue(options, known)
    const isOwn = value !== undefined && spellingKey(value) === spellingKey(own)
    return [
      {
        name: known,
        ...(title !== undefined && { title }),
        ...(word !== undefined && value !== undefined && { word, value: isOwn ? own : value }),
      },
    ]
  })
}
