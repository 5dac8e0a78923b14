import { isDeepStrictEqual } from 'node:util'
import { type AuditEntry, changesOf } from '#src/platform/audit/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { lockCollections } from '../collections/queries.ts'
import { reserveFreeSlugs, type SlugOwner } from '../products/slug-queries.ts'
import { auditedTexts, isWithout, type OptionTexts, type SubjectType, type Texts } from './rules.ts'
import {
  type StoredTexts,
  type SubjectLocale,
  selectCollectionSlugs,
  selectSlugOwners,
  selectTextsOf,
  selectTranslatedSlugs,
  writeAllTexts,
} from './set-queries.ts'

/** A change of texts: what is undefined stays, null is taken away. */
export interface TextsChange {
  name?: string | null
  description?: string | null
  description_html?: string | null
  seo_title?: string | null
  seo_description?: string | null
  slug?: string
  /** Words of a group's options, as the group spells them. */
  options?: readonly OptionWords[]
}

/** The words of an option, and of one of its values. */
export interface OptionWords {
  name: string
  value?: string
  /** Of the option. */
  title?: string | null
  /** Of the value. */
  word?: string | null
}

export interface GivenTexts extends SubjectLocale {
  change: TextsChange
  /** The row of a file that says so. */
  row: number
  /** The thing is as new as its texts: the log has only its name. */
  isNew: boolean
}

export interface WrittenTexts {
  /** Things and languages of which a text has changed. */
  changed: GivenTexts[]
  /** Slugs that were left out. */
  refused: { given: GivenTexts; slug: string; message: string }[]
  entries: AuditEntry[]
}

interface Merged {
  given: GivenTexts
  before: Pick<StoredTexts, 'texts' | 'slug'>
  after: Pick<StoredTexts, 'texts' | 'slug'>
}

const keyOf = ({ type, id, locale }: SubjectLocale) => `${type} ${id} ${locale}`
const nothing = { texts: {}, slug: null }

/**
 * Changes texts of any number of things in languages, in as many statements as those of one. Whoever calls it holds the
 * things. A slug of another thing is left out, and told.
 */
export async function writeTexts(
  transaction: Transaction,
  merchantId: string,
  given: readonly GivenTexts[],
): Promise<WrittenTexts> {
  if (given.length === 0) return { changed: [], refused: [], entries: [] }
  const byKey = Map.groupBy(given, keyOf)
  const keys = [...byKey.values()].flatMap(([first]) => first ?? [])
  const stored = new Map((await selectTextsOf(transaction, merchantId, keys)).map((row) => [keyOf(row), row]))
  const merged = [...byKey].flatMap(([key, [first, ...more]]): Merged[] => {
    if (first === undefined) return []
    const before = stored.get(key) ?? nothing
    const after = [first, ...more].reduce<Merged['before']>((texts, { change }) => changed(texts, change), before)
    return [{ given: first, before, after }]
  })
  const refused = [
    ...(await takeSlugs(transaction, merchantId, merged, 'product')),
    ...(await takeSlugs(transaction, merchantId, merged, 'product_group')),
    ...(await takeSlugs(transaction, merchantId, merged, 'collection')),
  ]
  const different = merged.filter(({ before, after }) => !isSame(before, after))
  if (different.length > 0) {
    const rows = different.map(({ given: { type, id, locale }, after }) => ({ type, id, locale, ...after }))
    await writeAllTexts(transaction, merchantId, rows)
  }
  return { changed: different.map((one) => one.given), refused, entries: different.map(entryOf) }
}

const isSame = (one: Merged['before'], other: Merged['before']) =>
  one.slug === other.slug && isDeepStrictEqual(one.texts, other.texts)

function changed({ texts, slug }: Merged['before'], { slug: given, options, ...change }: TextsChange) {
  const { options: said, ...others } = { ...texts, ...change }
  const kept = Object.fromEntries(Object.entries(others).filter(([, text]) => text != null && text !== ''))
  const words = wordsOf(said, options ?? [])
  return { texts: { ...kept, ...(words && { options: words }) } as Omit<Texts, 'slug'>, slug: given ?? slug }
}

/** Without what has no words. */
function wordsOf(said: Texts['options'], given: readonly OptionWords[]): Texts['options'] {
  const words = new Map(Object.entries(said ?? {}).map(([name, one]) => [name, { ...one, values: { ...one.values } }]))
  for (const { name, value, title, word } of given) {
    const one: OptionTexts & { values: Record<string, string> } = words.get(name) ?? { values: {} }
    words.set(name, one)
    if (title) one.name = title
    else if (title === null) delete one.name
    if (value === undefined || word === undefined) continue
    if (word) one.values[value] = word
    else delete one.values[value]
  }
  const kept = [...words].flatMap(([option, { name, values }]) => {
    const has = Object.keys(values).length > 0
    return name || has ? [[option, { ...(name && { name }), ...(has && { values }) }] as const] : []
  })
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

/** Takes the slugs that are new to these things; what another has stays with it. */
async function takeSlugs(
  transaction: Transaction,
  merchantId: string,
  merged: readonly Merged[],
  type: SubjectType,
): Promise<WrittenTexts['refused']> {
  const wanted = merged.filter(
    ({ given, before, after }) => given.type === type && after.slug !== null && after.slug !== before.slug,
  )
  if (wanted.length === 0) return []
  const slugs = [...new Set(wanted.map(({ after }) => after.slug ?? ''))]
  const owners = await ownersOf(transaction, merchantId, type, wanted, slugs)
  const others = await selectTranslatedSlugs(transaction, merchantId, type === 'collection', slugs)
  const taken = new Map(others.map((one) => [one.slug, one as SubjectLocale]))
  return wanted.flatMap((one) => {
    const { given, before, after } = one
    const slug = after.slug ?? ''
    const other = taken.get(slug)
    const isOfOther = (owners.get(slug) ?? given.id) !== given.id || (other !== undefined && other.id !== given.id)
    if (!isOfOther && other === undefined) {
      taken.set(slug, given)
      return []
    }
    one.after = { ...after, slug: before.slug }
    const what = type === 'collection' ? 'collection' : 'product'
    const message = isOfOther ? `is the slug of another ${what}` : `is its slug in ${other?.locale ?? ''} already`
    return [{ given, slug, message }]
  })
}

/** To whom slugs lead, those included that were free. */
async function ownersOf(
  transaction: Transaction,
  merchantId: string,
  type: SubjectType,
  wanted: readonly Merged[],
  slugs: readonly string[],
): Promise<Map<string, string>> {
  if (type === 'collection') {
    await lockCollections(transaction, merchantId)
    return selectCollectionSlugs(transaction, merchantId, slugs)
  }
  const owner: SlugOwner = type === 'product' ? 'product_id' : 'group_id'
  const first = new Map(
    wanted.map(({ given: { id }, after }) => [after.slug ?? '', id]).reverse() as [string, string][],
  )
  const requested = [...first].map(([slug, id]) => ({ slug, id }))
  await reserveFreeSlugs(transaction, merchantId, owner, requested)
  return selectSlugOwners(transaction, merchantId, slugs)
}

/** Of new things only that there is a text: a file may bring a million. */
function entryOf({ given: { type, id, locale, isNew }, before, after }: Merged): AuditEntry {
  const named = { type: [type, type], locale: [locale, locale] } as const
  const now = isNew ? { name: after.texts.name ?? null } : auditedTexts(after)
  const was = isNew || isWithout(before) ? null : auditedTexts(before)
  const changes = changesOf<Record<string, string | null>>(was, isWithout(after) ? null : now)
  return { action: 'translation.updated', targetId: id, changes: { ...named, ...changes } }
}
