import { type FoundPictures, type NamedPicture, picturesAt } from '#src/modules/media/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { MediaOptions } from '../products/group-pictures.ts'
import type { RowPicture } from './columns.ts'
import type { ParsedRow } from './import-rows.ts'
import { pictureFault } from './picture-fault.ts'
import type { RowError } from './queries.ts'
import { readTexts, withTextPictures } from './text-pictures.ts'

interface PictureTarget {
  merchantId: string
  importId: string
  production?: boolean
}

export interface PicturedRows {
  /** The rows with the ids of their pictures. */
  rows: readonly ParsedRow[]
  found: FoundPictures
  /** Pictures that are left out. */
  warnings: RowError[]
}

const nothing: FoundPictures = {
  ids: new Map(),
  refused: new Map(),
  asked: 0,
  askedByTexts: 0,
  anew: new Set(),
  owned: [],
}

/** Finds the pictures that rows name by addresses, and has new ones fetched: in a few statements for all of them. */
export async function readPictures(
  transaction: Transaction,
  { merchantId, importId, production = false }: PictureTarget,
  rows: readonly ParsedRow[],
): Promise<PicturedRows> {
  const texts = await readTexts(transaction, merchantId, rows)
  const shown = onceEach(rows.flatMap((row) => namedBy(row)))
  const named = [...shown, ...texts.named]
  const found =
    named.length === 0 ? nothing : await picturesAt(transaction, { merchantId, importId }, named, { production })
  const warnings = shown.flatMap(({ url, row, sku }) => {
    const reason = found.refused.get(url)
    return reason === undefined ? [] : [{ row, sku, field: 'media', message: pictureFault(url, reason) }]
  })
  const pictured = rows.map((row) => withPictures(row, found.ids))
  const written = await withTextPictures(transaction, merchantId, pictured, texts, found)
  return { rows: written.rows, found: written.found, warnings: [...warnings, ...written.warnings] }
}

function namedBy({ row, sku, product, pictures }: ParsedRow): NamedPicture[] {
  if (product === undefined || pictures === undefined) return []
  const { own = [], group = [] } = pictures
  return [...group, ...own].map(({ url, alt, row: place = row }) => {
    // The row of a picture may be another variant's, or none's.
    return { url, alt, row: place, sku: place === row ? sku : null }
  })
}

/** All variants of a group name its pictures. */
function onceEach(pictures: readonly NamedPicture[]): NamedPicture[] {
  const once = new Map<string, NamedPicture>()
  for (const picture of pictures) {
    const key = `${picture.row} ${picture.url}`
    if (once.get(key)?.sku == null) once.set(key, picture)
  }
  return [...once.values()]
}

function withPictures(parsed: ParsedRow, ids: ReadonlyMap<string, string>): ParsedRow {
  const { product, pictures } = parsed
  if (product === undefined || pictures === undefined) return parsed
  const [media, groupMedia] = [idsOf(pictures.own, ids), idsOf(pictures.group, ids)]
  return {
    ...parsed,
    product: { ...product, ...(media !== undefined && { media }) },
    ...(groupMedia !== undefined && { groupMedia }),
    ...(groupMedia !== undefined && pictures.areTied && { groupMediaOptions: optionsOf(pictures.group, ids) }),
  }
}

function optionsOf(pictures: readonly RowPicture[] = [], ids: ReadonlyMap<string, string>): MediaOptions {
  const tied = pictures.flatMap(({ url, option }) => {
    const id = ids.get(url)
    return id === undefined || option === undefined ? [] : [[id, Object.fromEntries([option])] as const]
  })
  return Object.fromEntries(tied)
}

/** If none of the addresses can be used, the pictures stay as they are. */
function idsOf(pictures: readonly RowPicture[] | undefined, ids: ReadonlyMap<string, string>): string[] | undefined {
  if (pictures === undefined) return undefined
  const found = [...new Set(pictures.flatMap(({ url }) => ids.get(url) ?? []))]
  return found.length === 0 && pictures.length > 0 ? undefined : found
}
