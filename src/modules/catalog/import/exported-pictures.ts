import { mediaUrl } from '#src/platform/blobs/addresses.ts'
import type { ExportedPicture, ExportedProduct } from '../listing/own-queries.ts'

/** Where a picture is read: here, once it is ready; else where it is fetched from. */
export function addressOf({ file, source }: ExportedPicture): string[] {
  if (file !== null) return [mediaUrl(file)]
  return source === null ? [] : [source]
}

/** The columns of pictures. */
export function rowOfPictures({ own_pictures, group_pictures }: ExportedProduct) {
  return { media: (own_pictures ?? []).flatMap(addressOf), group_media: (group_pictures ?? []).flatMap(addressOf) }
}
