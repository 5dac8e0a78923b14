import type { Transaction } from '#src/platform/db/transaction.ts'
import { spellingKey } from '../groups/rules.ts'
import {
  type FoundSubject,
  findSubjects,
  lockSubjects,
  type OptionValue,
  selectValuesOfGroups,
} from '../translations/subject-queries.ts'
import type { OptionWords } from '../translations/write-texts.ts'
import type { ParsedRow } from './import-rows.ts'
import type { NamedSubject } from './named-subject.ts'
import type { RowError } from './queries.ts'
import type { RowSubject } from './translate-rows.ts'
import type { RowTexts } from './translated-columns.ts'

export interface FoundRows {
  rows: ParsedRow[]
  subjects: Map<number, RowSubject>
  faults: RowError[]
}

/** Finds what such rows are about, and holds it against changes. Of other rows nothing is asked. */
export async function findNamed(
  transaction: Transaction,
  merchantId: string,
  given: readonly ParsedRow[],
): Promise<FoundRows> {
  const wanted = given.flatMap((row) => (row.named === undefined ? [] : [{ row, named: row.named }]))
  if (wanted.length === 0) return { rows: [], subjects: new Map(), faults: [] }
  const found = await findSubjects(
    transaction,
    merchantId,
    wanted.map(({ named }) => named),
  )
  const subjects = new Map<number, RowSubject>()
  const faults: RowError[] = []
  for (const { row, named } of wanted) {
    const [one, other] = withHandle(found, named) ?? withName(found, named)
    if (one !== undefined && other === undefined) subjects.set(row.row, { type: one.type, id: one.id, isNew: false })
    else faults.push({ row: row.row, sku: null, field: 'Identification', message: missing(named, other !== undefined) })
  }
  await lockSubjects(transaction, merchantId, [...subjects.values()])
  const groups = [...subjects.values()].filter(({ type }) => type === 'product_group').map(({ id }) => id)
  const values = await selectValuesOfGroups(transaction, merchantId, groups)
  const rows = wanted.map(({ row, named: { words } }) => {
    const subject = subjects.get(row.row)
    const own = subject && values.get(subject.id)
    return own === undefined || words === undefined ? row : withWords(row, own, words, subjects)
  })
  return { rows, subjects, faults }
}

function withHandle(found: readonly FoundSubject[], { type, handle }: NamedSubject): FoundSubject[] | undefined {
  const those = found.filter((one) => (one.type === 'collection') === (type === 'collection') && one.slug === handle)
  return handle === undefined || those.length === 0 ? undefined : those
}

const withName = (found: readonly FoundSubject[], { type, name }: NamedSubject): FoundSubject[] =>
  found.filter((one) => (one.type === 'collection') === (type === 'collection') && one.name === name)

function missing({ type, handle, name }: NamedSubject, isTwice: boolean): string {
  const shown = handle ?? name ?? ''
  if (isTwice) return `is of a ${type} called ${shown}, and more than one has this name`
  const none = handle === undefined ? `is called ${shown}` : `is at ${shown}`
  return `is of no ${type} here: none ${none}; import the ${type}s first`
}

/** A row with the words for the options of its group, and a subject that has these. */
function withWords(
  row: ParsedRow,
  own: readonly OptionValue[],
  words: NonNullable<NamedSubject['words']>,
  subjects: Map<number, RowSubject>,
): ParsedRow {
  const texts = new Map((row.translations ?? []).map((one) => [one.locale, one]))
  for (const [locale, { names, values }] of words) {
    const options = own.flatMap(({ name, value }): OptionWords[] => {
      const [title, word] = [names.get(spellingKey(name)), values.get(spellingKey(value))]
      return title || word ? [{ name, value, ...(title && { title }), ...(word && { word }) }] : []
    })
    if (options.length === 0) continue
    const before: RowTexts = texts.get(locale) ?? { locale, change: {}, notKept: [] }
    texts.set(locale, { ...before, change: { ...before.change, options } })
  }
  const subject = subjects.get(row.row)
  // Names as the group spells them.
  const options = Object.fromEntries(own.map(({ name, value }) => [name, value]))
  if (subject !== undefined) subjects.set(row.row, { ...subject, options })
  return { ...row, translations: [...texts.values()] }
}
