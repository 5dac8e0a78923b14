import { mediaUrl } from '#src/platform/blobs/addresses.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { type MediaRow, selectMediaByIds } from './queries.ts'

/** A picture as a text shows it. */
export type TextPicture = Pick<MediaRow, 'id' | 'state' | 'width' | 'height' | 'sizes'> & { source_url: string | null }

/** A text is not wider, on good screens, too. */
const widest = 1_280

/** The file that a text shows of a picture, with its measures; undefined until it is ready. */
export function textFile({ state, width, height, sizes }: TextPicture) {
  const size = sizes.findLast((one) => one.width <= widest) ?? sizes[0]
  if (state !== 'ready' || size === undefined || width === null || height === null) return undefined
  const shownHeight = Math.max(1, Math.round((height * size.width) / width))
  return { src: mediaUrl(size.jpeg), width: size.width, height: shownHeight }
}

/** Pictures of a shop by their ids. */
export async function selectTextPictures(
  db: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, TextPicture>> {
  if (ids.length === 0) return new Map()
  const rows = await selectMediaByIds(db, merchantId, ids)
  return new Map(rows.map((row) => [row.id, row]))
}
