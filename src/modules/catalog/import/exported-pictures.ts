import { ownerOf } from '#src/modules/media/index.ts'
import { mediaUrl } from '#src/platform/blobs/addresses.ts'
import type { ExportedPicture, ExportedProduct } from '../listing/own-queries.ts'

/** Where a picture is read: here, once it is ready; else where it is fetched from. */
export function addressOf({ file, source }: ExportedPicture): string[] {
  if (file !== null) return [mediaUrl(file)]
  return source === null ? [] : [source]
}

/**
 * The columns of pictures. One that has no file yet and was not fetched has an address at which nothing is read: an
 * import of the file finds it by that, and leaves it where it is.
 */
export function rowOfPictures({ own_pictures, group_pictures }: ExportedProduct) {
  return {
    media: (own_pictures ?? []).map(ownAddressOf),
    media_alt: altsOf(own_pictures),
    group_media: (group_pictures ?? []).map(ownAddressOf),
    group_media_alt: altsOf(group_pictures),
  }
}

/** In the order of the pictures; without any, nothing. */
function altsOf(pictures: readonly ExportedPicture[] | null): (string | null)[] | null {
  const alts = (pictures ?? []).map(({ alt }) => alt)
  return alts.some((alt) => alt !== null) ? alts : null
}

const ownAddressOf = (picture: ExportedPicture) => addressOf(picture)[0] ?? mediaUrl(ownerOf(picture.id))
