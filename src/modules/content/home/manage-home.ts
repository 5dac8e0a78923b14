import { isDeepStrictEqual } from 'node:util'
import { presentPictures, useAllPictures } from '#src/modules/media/index.ts'
import { recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import { findNamed, keyOf, type Named, type Reference } from '../names/find-named.ts'
import { checkVersion } from '../version.ts'
import { type HomeRow, lockHome, selectHome, writeHome } from './queries.ts'
import { picturesOfSections, readSections, type Section } from './rules.ts'
import type { OwnSection, ShownSection } from './schemas.ts'

export interface Home {
  sections: OwnSection[]
  /** 0 until it is written. */
  version: number
  updated_at: string | null
}

export interface HomeInput {
  sections: readonly Section[]
  expected_version?: number
}

/** The home page as staff sees it, with what is gone marked. */
export async function readHome(db: Executor, merchantId: string): Promise<Home> {
  const row = await selectHome(db, merchantId)
  if (row === undefined) return { sections: [], version: 0, updated_at: null }
  const named = await findNamed(db, merchantId, referencesIn(row.sections))
  const sections = row.sections.map((one) => present(one, row, named))
  return { sections, version: row.version, updated_at: row.updated_at.toISOString() }
}

/** The home page as shoppers see it, without what is gone. */
export async function readShownHome(db: Executor, merchantId: string): Promise<ShownSection[]> {
  const row = await selectHome(db, merchantId)
  if (row === undefined) return []
  const named = await findNamed(db, merchantId, referencesIn(row.sections))
  return row.sections.flatMap((one) => onlyShown(present(one, row, named)))
}

/**
 * Writes the sections in place of those it has.
 * @throws AppError VALIDATION_ERROR, CONFLICT if it has another version
 */
export async function setHome(
  db: Executor,
  staff: Staff,
  { sections: input, expected_version: expected }: HomeInput,
): Promise<Home> {
  const { merchantId } = staff
  const faults: FieldFault[] = []
  const sections = readSections(input, faults)
  if (faults.length > 0) throw invalid(...faults)
  return inTransaction(db, async (transaction) => {
    await lockHome(transaction, merchantId)
    const before = await selectHome(transaction, merchantId)
    const named = await findNamed(transaction, merchantId, referencesIn(sections))
    const had = new Set(referencesIn(before?.sections ?? []).map(keyOf))
    const unknown = sections.flatMap((section, at) =>
      referencesOf(section).flatMap(({ field, ...reference }) => {
        const isKnown = named.has(keyOf(reference)) || had.has(keyOf(reference))
        const message = `is not the id of a ${reference.type} of this shop`
        return isKnown ? [] : [{ field: `sections[${at}].${field}`, message }]
      }),
    )
    if (unknown.length > 0) throw invalid(...unknown)
    // What was sent twice is written once.
    const kept = JSON.parse(JSON.stringify(sections))
    if (isDeepStrictEqual(before?.sections ?? [], kept)) return readHome(transaction, merchantId)
    checkVersion('home page', before?.version ?? 0, expected)
    const pictures = picturesOfSections(sections)
    const media = [...new Set(pictures.flatMap((one) => one.media))]
    await useAllPictures(
      transaction,
      merchantId,
      pictures.map((one) => ({ ...one, before: before?.media })),
    )
    await writeHome(transaction, merchantId, { sections, media })
    const types = (list: readonly Section[]) => list.map(({ type, title }) => (title ? `${type}: ${title}` : type))
    const changes = { sections: [types(before?.sections ?? []), types(sections)] as const }
    await recordAudit(transaction, staff, [{ action: 'home.updated', targetId: merchantId, changes }])
    return readHome(transaction, merchantId)
  })
}

function referencesOf({ collection_id: collection, ids }: Section): (Reference & { field: string })[] {
  return [
    ...(collection === undefined ? [] : [{ type: 'collection' as const, id: collection, field: 'collection_id' }]),
    ...(ids ?? []).map((id, at) => ({ type: 'page' as const, id, field: `ids[${at}]` })),
  ]
}

const referencesIn = (sections: readonly Section[]) => sections.flatMap((section) => referencesOf(section))

function present(
  { type, title, picture, collection_id, ids, ...rest }: Section,
  { pictures }: HomeRow,
  named: ReadonlyMap<string, Named>,
): OwnSection {
  const of = (type: 'collection' | 'page', id: string) => {
    const found = named.get(keyOf({ type, id }))
    return { name: found?.name ?? '', slug: found?.slug ?? '', ...(!found?.shown && { gone: true }) }
  }
  const shown = pictures?.find(({ id }) => id === picture)
  return {
    type,
    title: title ?? null,
    ...rest,
    ...(picture !== undefined && { picture: presentPictures(shown ? [shown] : null)[0] ?? null }),
    ...(collection_id !== undefined && {
      collection_id,
      collection: { id: collection_id, ...of('collection', collection_id) },
    }),
    ...(ids !== undefined && {
      ids,
      pages: ids.map((id) => {
        const { name, ...page } = of('page', id)
        return { id, title: name, ...page }
      }),
    }),
  }
}

/** Without what is gone; a row and a section of pages that have nothing left are gone, too. */
function onlyShown({ collection_id: _, ids: __, ...section }: OwnSection): ShownSection[] {
  if (section.collection?.gone) return []
  if (section.pages === undefined) return [section]
  const pages = section.pages.filter(({ gone }) => !gone)
  return pages.length === 0 ? [] : [{ ...section, pages }]
}
