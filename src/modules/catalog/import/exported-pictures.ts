import { ownerOf, selectTextPictures } from '#src/modules/media/index.ts'
import { mediaUrl } from '#src/platform/blobs/addresses.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { type ShownPicture, waitingAt, waitingInHtml, withPictures } from '#src/platform/rich-text/index.ts'
import type { ExportedPicture, ExportedProduct } from '../listing/own-queries.ts'
import type { MediaOptions } from '../products/group-pictures.ts'
import type { StoredTexts } from '../translations/set-queries.ts'

/** Where a picture is read: here, once it is ready; else where it is fetched from. */
export function addressOf({ file, source, video }: ExportedPicture): string[] {
  // Other systems have no place for a video.
  if (video !== null) return []
  if (file !== null) return [mediaUrl(file)]
  return source === null ? [] : [source]
}

/**
 * The columns of pictures. One that has no file yet and was not fetched has an address at which nothing is read: an
 * import of the file finds it by that, and leaves it where it is.
 */
export function rowOfPictures({ own_pictures, group_pictures, group_media_options: tied }: ExportedProduct) {
  return {
    media: (own_pictures ?? []).map(ownAddressOf),
    media_alt: altsOf(own_pictures),
    group_media: (group_pictures ?? []).map(ownAddressOf),
    group_media_alt: altsOf(group_pictures),
    group_media_option: optionsOf(group_pictures ?? [], tied ?? {}),
  }
}

/**
 * Texts whose pictures are at whole addresses: those that are no files yet, at those that they are fetched from. With
 * their texts in other languages, by language.
 */
export async function withTextSources(
  db: Executor,
  merchantId: string,
  rows: ExportedProduct[],
  texts: readonly StoredTexts[],
): Promise<(ExportedProduct & { translations?: ReadonlyMap<string, StoredTexts> })[]> {
  const ids = new Set(rows.flatMap(({ description_html: html }) => waitingInHtml(html)))
  const pictures = await selectTextPictures(db, merchantId, [...ids])
  const find = (src: string): ShownPicture => {
    const source = pictures.get(waitingAt(src) ?? '')?.source_url
    if (source) return { src: source }
    return src.startsWith('/media/') ? { src: mediaUrl(src.slice('/media/'.length)) } : 'kept'
  }
  const sourced = (html: string) => (html.includes('<img ') ? withPictures(html, find) : html)
  const translated = texts.map((one): StoredTexts => {
    const html = one.texts.description_html
    return html === undefined ? one : { ...one, texts: { ...one.texts, description_html: sourced(html) } }
  })
  const bySubject = Map.groupBy(translated, ({ id }) => id)
  return rows.map((row) => {
    const said = bySubject.get(row.group_id ?? row.id)
    return {
      ...row,
      description_html: row.description_html && sourced(row.description_html),
      ...(said && { translations: new Map(said.map((one) => [one.locale, one])) }),
    }
  })
}

/** In the order of the pictures; without any, nothing. */
function altsOf(pictures: readonly ExportedPicture[] | null): (string | null)[] | null {
  const alts = (pictures ?? []).map(({ alt }) => alt)
  return alts.some((alt) => alt !== null) ? alts : null
}

/** In the order of the pictures, such as `Colour=Red`; if none is tied to a value, nothing. */
function optionsOf(pictures: readonly ExportedPicture[], tied: MediaOptions): (string | null)[] | null {
  const texts = pictures.map(({ id }) => {
    const [option] = Object.entries(tied[id] ?? {})
    return option === undefined ? null : option.join('=')
  })
  return texts.some((text) => text !== null) ? texts : null
}

const ownAddressOf = (picture: ExportedPicture) =>
  addressOfVideo(picture) ?? addressOf(picture)[0] ?? mediaUrl(ownerOf(picture.id))

/** Of its file, or at its host. */
function addressOfVideo({ video }: ExportedPicture): string | undefined {
  if (video === null) return undefined
  return 'file' in video ? mediaUrl(video.file) : video.url
}
