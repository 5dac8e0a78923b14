import { mediaUrl } from '#src/platform/blobs/addresses.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { ownerOf } from './store-picture.ts'

interface ReadFields {
  media?: string[]
  image_url?: string | null
}

interface PictureFields {
  media?: string[] | null | undefined
  image_url?: string | null | undefined
}

/**
 * Reads the two fields of a body: `image_url` may be set where there are no pictures. The address of one of them, as
 * answers have it, is no change.
 * @throws AppError VALIDATION_ERROR
 */
export function readPictureFields(given: PictureFields, before: readonly string[] = []): ReadFields {
  const media = given.media === null ? [] : given.media?.map((id) => id.toLowerCase())
  const faults = (media ?? []).flatMap((id, at) =>
    media?.indexOf(id) === at ? [] : [{ field: `media[${at}]`, message: 'is named twice' }],
  )
  if (faults.length > 0) throw invalid(...faults)
  const shown = media ?? before
  const fields = { ...(media !== undefined && { media }) }
  if (given.image_url === undefined) return fields
  if (given.image_url === null || shown.length === 0) return { ...fields, image_url: given.image_url }
  if (isOneOf(given.image_url, [...shown, ...before])) return fields
  throw invalid({ field: 'image_url', message: 'is that of the first of media; set it where there are none' })
}

function isOneOf(url: string, ids: readonly string[]): boolean {
  return ids.some((id) => url.startsWith(mediaUrl(`${ownerOf(id)}-`)))
}
